import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { openDatabase } from '../../src/platform/db/database.ts'
import { jobCatalogue, type JobName } from '../../src/platform/jobs/job-catalogue.ts'
import { startWorker, type JobHandler, type JobHandlers } from '../../src/platform/jobs/worker.ts'
import { createLog } from '../../src/platform/log.ts'
import { createMetrics } from '../../src/platform/metrics.ts'

/**
 * The worker that the proof of the job engine kills: the product's own runner, with a handler whose
 * only effect is a row. The handler sleeps, so that kills interrupt it; when it sleeps less than a
 * second, it also fails one time in twenty.
 */
const [url = '', seconds = '', fence = ''] = process.argv.slice(2)
const log = createLog({ level: 'silent', name: 'proof-worker' })
const db = openDatabase({ url, role: 'pier_worker', poolMax: 12, log })

const leaveEffect: JobHandler<object, 'users.build-export'> = async ({ settle }, { exportId }) => {
  await sleep(Math.random() * Number(seconds) * 1000)
  if (Number(seconds) < 1 && Math.random() < 0.05) throw new Error('injected')
  const effect = sql`insert into proof_effects (job, pid) values (${exportId}, ${process.pid})`
  if (fence === 'unfenced') {
    await effect.execute(db) // The control: an effect outside the settling transaction.
    return
  }
  await settle(async (tx) => {
    await effect.execute(tx)
    await sleep(Math.random() * 5)
  })
}
const nothing: JobHandler<object, JobName> = async () => {}
const names = Object.keys(jobCatalogue) as JobName[]
const handlers: JobHandlers<object> = {
  ...(Object.fromEntries(names.map((name) => [name, nothing])) as JobHandlers<object>),
  'users.build-export': leaveEffect,
}
const database = { url, role: 'pier_worker' }
await startWorker({ db, log, metrics: createMetrics(), clients: {}, handlers, database })
process.send?.('ready')
