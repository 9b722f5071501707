import { setTimeout as sleep } from 'node:timers/promises'
import { createApi } from './api.ts'
import { apiChecks } from './modules/back-office/watch/watch.service.ts'
import { keepBeating } from './modules/loans/clocks/outages.service.ts'
import { readApiConfig } from './platform/config.ts'
import { openDatabase } from './platform/db/database.ts'
import { untilAnswered } from './platform/db/outage.ts'
import { refusePowerfulLogin, requireTimeouts } from './platform/db/own-role.ts'
import { startHub } from './platform/live/hub.ts'
import { attachQueue } from './platform/jobs/queue.ts'
import { createLog } from './platform/log.ts'
import { createMetrics, serveMetrics } from './platform/metrics.ts'
import { letIn, stopOnSignal } from './platform/stop.ts'
import { startTracesOf } from './platform/traces.ts'
import { startChecks } from './platform/watch/checks.ts'
import { addOwnGauges } from './platform/watch/own-gauges.ts'

const config = readApiConfig(process.env)
const log = createLog({ level: config.logLevel, name: 'api' })
let stop = async () => {} // There is nothing to end in order yet.
stopOnSignal(log, () => stop())
const traces = await startTracesOf(config, log, 'api')
const db = openDatabase({ ...config.database, log })
const metrics = createMetrics()
const metricsServer = await serveMetrics(metrics, config.metrics)
await untilAnswered(db.pool, log)
if (config.mode === 'production') await refusePowerfulLogin(db, 'pier_api')
if (config.database.isPooled) await requireTimeouts(db)
const queue = await attachQueue(db)
const live = startHub(db, config.directDatabase)
const leaving = new AbortController()
const app = await createApi({ db, config, live, log, metrics, leaving: leaving.signal })

addOwnGauges(metrics, { pool: db.pool, live })
const checks = startChecks({ db, log, metrics, checks: apiChecks })
const heart = keepBeating(db, 'api')
// Reads go on while nothing can be saved, that neither.
await Promise.race([heart.begun, sleep(2000)])
await app.listen({ host: config.http.host, port: config.http.port })
stop = async () => {
  leaving.abort()
  await sleep(config.drainMs)
  heart.stop()
  await checks.stop()
  await letIn()
  await app.close()
  await live.stop()
  await queue.stop({ graceful: false, close: false })
  await db.destroy()
  await traces?.stop()
  await metricsServer.close()
}
