import { createApi } from '../../apps/server/src/api.ts'
import { openDatabase } from '../../apps/server/src/platform/db/database.ts'
import { startHub } from '../../apps/server/src/platform/live/hub.ts'
import { readConfig } from '../../apps/server/src/platform/config.ts'
import { createLog } from '../../apps/server/src/platform/log.ts'
import { createMetrics } from '../../apps/server/src/platform/metrics.ts'
import { makeSecrets } from '../../apps/server/test/secrets.ts'

/** Prints the OpenAPI document. The database is never asked, so none is needed. */
const config = readConfig({
  PIER_MODE: 'test',
  DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
  PUBLIC_ORIGIN: 'http://localhost',
  SMTP_URL: 'smtp://127.0.0.1:1',
  ...(await makeSecrets()),
})
const log = createLog({ level: 'silent', name: 'openapi' })
const db = openDatabase({ ...config.database, log })
const live = startHub(db, config.directDatabase)
const app = await createApi({ db, config, live, log, metrics: createMetrics() })
await app.ready()
process.stdout.write(`${JSON.stringify(app.swagger(), null, 2)}\n`)
await app.close()
await live.stop()
await db.destroy()
