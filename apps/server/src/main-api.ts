import { setTimeout as sleep } from 'node:timers/promises'
import { createApi } from './api.ts'
import { keepBeating } from './modules/loans/clocks/outages.service.ts'
import { readApiConfig } from './platform/config.ts'
import { openDatabase, untilAnswered } from './platform/db/database.ts'
import { refusePowerfulLogin, requireTimeouts } from './platform/db/own-role.ts'
import { startHub } from './platform/live/hub.ts'
import { attachQueue } from './platform/jobs/queue.ts'
import { createLog } from './platform/log.ts'
import { createMetrics, serveMetrics } from './platform/metrics.ts'
import { stopOnSignal } from './platform/stop.ts'

const config = readApiConfig(process.env)
const log = createLog({ level: config.logLevel, name: 'api' })
const db = openDatabase({ ...config.database, log })
const metrics = createMetrics()
const metricsServer = await serveMetrics(metrics, config.metrics)
await untilAnswered(db, log)
if (config.mode === 'production') await refusePowerfulLogin(db, 'pier_api')
if (config.database.isPooled) await requireTimeouts(db)
const queue = await attachQueue(db, log)
const live = startHub(db, { ...config.directDatabase, log })
const leaving = new AbortController()
const app = await createApi({ db, config, live, log, metrics, leaving: leaving.signal })

const heart = await keepBeating(db, log, 'api')
await app.listen({ host: config.http.host, port: config.http.port })
stopOnSignal(log, async () => {
  leaving.abort()
  await sleep(config.drainMs)
  heart.stop()
  await app.close()
  await live.stop()
  await queue.stop({ graceful: false, close: false })
  await db.destroy()
  await metricsServer.close()
})
