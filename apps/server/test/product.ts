import { createApi } from '../src/api.ts'
import { jobHandlers } from '../src/job-handlers.ts'
import { openContractClients } from '../src/modules/contracts/sealing/contract-clients.ts'
import { openCustodyClients } from '../src/modules/custody/commands/custody-clients.ts'
import { openDomainClients } from '../src/modules/domains/registrations/domain-clients.ts'
import { openCheckpointKeys } from '../src/modules/loans/integrity/checkpoints.service.ts'
import { openPaymentClients } from '../src/modules/payments/top-ups/payment-clients.ts'
import { openUserClients } from '../src/modules/users/users.service.ts'
import type { Config } from '../src/platform/config.ts'
import { openDatabase } from '../src/platform/db/database.ts'
import { attachQueue } from '../src/platform/jobs/queue.ts'
import { startHub } from '../src/platform/live/hub.ts'
import { startRelay } from '../src/platform/live/relay.ts'
import { startWorker } from '../src/platform/jobs/worker.ts'
import { createLog, type Log } from '../src/platform/log.ts'
import { createMetrics } from '../src/platform/metrics.ts'
import { createMailer } from '../src/providers/mail/mailer.ts'
import { createTestBrowser } from './test-browser.ts'

/** API and worker in one process, each with the rights it has in production. */
export async function startProduct(config: Config, { requestsPerMinuteMax = 1_000_000 } = {}) {
  const log = createLog({ level: config.logLevel, name: 'product' })
  const { url } = config.database
  const db = openDatabase({ url, role: 'pier_api', poolMax: 10, log })
  const queue = await attachQueue(db)
  const metrics = createMetrics()
  const live = startHub(db, { url, role: 'pier_api' })
  const app = await createApi({ db, config, live, log, metrics, requestsPerMinuteMax })
  await app.ready()

  const worker = await startWorkerSide(config)

  const otherNodes: { close: () => Promise<void> }[] = []
  /** Starts another API process, as far as the database can tell. */
  const startNode = async (options: { log?: Log; leaving?: AbortSignal } = {}) => {
    const hub = startHub(db, { url, role: 'pier_api' })
    const metricsOfNode = createMetrics()
    const node = await createApi({ db, config, live: hub, log, metrics: metricsOfNode, ...options })
    await node.ready()
    otherNodes.push({ close: () => node.close().then(() => hub.stop()) })
    return node
  }

  return {
    app,
    db,
    metrics: worker.metrics,
    startNode,
    /** A browser of its own: cookies, tokens and an address nobody else has. */
    browser: () => createTestBrowser(app),
    async stop() {
      for (const node of otherNodes) await node.close()
      await app.close()
      await live.stop()
      await worker.stop()
      await queue.stop({ graceful: false, close: false })
      await db.destroy()
    },
  }
}

async function startWorkerSide(config: Config) {
  const log = createLog({ level: config.logLevel, name: 'product' })
  const database = { url: config.database.url, role: 'pier_worker' }
  const db = openDatabase({ ...database, poolMax: 10, log })
  const mailer = createMailer(config)
  const metrics = createMetrics()
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
  const settings = { db, log, metrics, clients, handlers: jobHandlers, database }
  // The result must not depend on the time of day: tests run scheduled jobs themselves.
  const worker = await startWorker({ ...settings, slowLookMs: 50, isScheduling: false })
  const relay = startRelay({ ...database, outages: db.outages })
  return {
    metrics,
    async stop() {
      await worker.stop()
      await relay.stop()
      mailer.close()
      domainTools.close()
      await db.destroy()
    },
  }
}
