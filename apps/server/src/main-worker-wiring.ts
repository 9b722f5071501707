import { jobHandlers } from './job-handlers.ts'
import { workerChecks } from './modules/back-office/watch/watch.service.ts'
import { openContractClients } from './modules/contracts/sealing/contract-clients.ts'
import { openCustodyClients } from './modules/custody/commands/custody-clients.ts'
import { openDomainClients } from './modules/domains/registrations/domain-clients.ts'
import { keepBeating } from './modules/loans/clocks/outages.service.ts'
import { openCheckpointKeys } from './modules/loans/integrity/checkpoints.service.ts'
import { openPaymentClients } from './modules/payments/top-ups/payment-clients.ts'
import { openUserClients } from './modules/users/users.service.ts'
import { readWorkerConfig } from './platform/config.ts'
import { openDatabase } from './platform/db/database.ts'
import { untilAnswered } from './platform/db/outage.ts'
import { refusePowerfulLogin, requireTimeouts } from './platform/db/own-role.ts'
import { startRelay } from './platform/live/relay.ts'
import { startWorker } from './platform/jobs/worker.ts'
import { createLog } from './platform/log.ts'
import { createMetrics, serveMetrics } from './platform/metrics.ts'
import { stopOnSignal } from './platform/stop.ts'
import { startTracesOf } from './platform/traces.ts'
import { startChecks } from './platform/watch/checks.ts'
import { addOwnGauges } from './platform/watch/own-gauges.ts'
import { createMailer } from './providers/mail/mailer.ts'

const config = readWorkerConfig(process.env)
const log = createLog({ level: config.logLevel, name: 'worker' })
let stop = async () => {} // There is nothing to end in order yet.
stopOnSignal(log, () => stop())
const traces = await startTracesOf(config, log, 'worker')
const db = openDatabase({ ...config.database, log })
const metrics = createMetrics()
let isReady = false
const metricsServer = await serveMetrics(metrics, { ...config.metrics, isReady: () => isReady })
await untilAnswered(db.pool, log)
if (config.mode === 'production') await refusePowerfulLogin(db, 'pier_worker')
if (config.database.isPooled) await requireTimeouts(db)
const mailer = createMailer(config)
const domainTools = await openDomainClients(config, log)
const clients = {
  mailer,
  userTools: await openUserClients(config),
  domainTools,
  paymentTools: openPaymentClients(config),
  custodyTools: openCustodyClients(config),
  sealTools: openCheckpointKeys(config),
  contractTools: await openContractClients(config),
  metrics,
}
let heart: ReturnType<typeof keepBeating> | undefined
const worker = await startWorker({
  db,
  log,
  metrics,
  clients,
  handlers: jobHandlers,
  database: config.directDatabase,
  begin: async () => {
    heart = keepBeating(db, 'worker')
    await heart.begun
  },
})
const relay = startRelay({ ...config.directDatabase, outages: db.outages })
addOwnGauges(metrics, db)
const checks = startChecks({ db, log, metrics, checks: workerChecks })
isReady = true
log.info('worker started')

stop = async () => {
  heart?.stop()
  await checks.stop()
  await worker.stop()
  await relay.stop()
  mailer.close()
  domainTools.close()
  await db.destroy()
  await traces?.stop()
  await metricsServer.close()
}
