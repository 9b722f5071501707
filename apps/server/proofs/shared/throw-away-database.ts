import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startCluster } from '../../../../tools/local/postgres.ts'
import { openDatabase } from '../../src/platform/db/database.ts'
import { migrate } from '../../src/platform/db/migrate.ts'
import { createLog } from '../../src/platform/log.ts'

/** A migrated database for one proof, open as the owner. Everything is gone after `stop`. */
export async function openThrowAwayDatabase() {
  const folder = mkdtempSync(join(tmpdir(), 'pier-proof-'))
  const cluster = await startCluster(folder, { throwAway: true })
  const log = createLog({ level: 'silent', name: 'proof' })
  const owner = openDatabase({ url: cluster.url(), role: undefined, poolMax: 5, log })
  await migrate(owner)
  return {
    url: cluster.url(),
    owner,
    log,
    async stop() {
      await owner.destroy()
      cluster.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
