import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Secret } from './crypto/secret-text.ts'

export type Metrics = ReturnType<typeof createMetrics>

export function createMetrics() {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
  return {
    registry,
    requestSeconds: new Histogram({
      name: 'pier_request_seconds',
      help: 'Time to answer a request',
      labelNames: ['method', 'route', 'status'],
      buckets,
      registers: [registry],
    }),
    jobSeconds: new Histogram({
      name: 'pier_job_seconds',
      help: 'Time a job took',
      labelNames: ['job', 'outcome'],
      buckets,
      registers: [registry],
    }),
    reconciliationCents: new Gauge({
      name: 'pier_reconciliation_difference_cents',
      help: 'By how much a payment provider and the ledger differ, all differences added up, in cents',
      labelNames: ['provider'],
      registers: [registry],
    }),
    unexplainedMovements: new Gauge({
      name: 'pier_reconciliation_unexplained',
      help: 'Movements that only the provider or only the ledger knows',
      labelNames: ['provider'],
      registers: [registry],
    }),
    ledgerSumCents: new Gauge({
      name: 'pier_ledger_sum_cents',
      help: 'All accounts of the ledger together. Anything but zero is a fault',
      registers: [registry],
    }),
    wrongBalances: new Gauge({
      name: 'pier_ledger_wrong_balances',
      help: 'Users whose kept balance is not what their postings sum to',
      registers: [registry],
    }),
    faults: new Counter({
      name: 'pier_faults_total',
      help: 'Errors that are ours: replies of 500 and broken invariants',
      registers: [registry],
    }),
  }
}

/**
 * Metrics have a port of their own, so that the public one never shows them. With a token only
 * whoever sends it reads them. `/health/live` says that the process runs, to anybody.
 */
export async function serveMetrics(
  { registry }: Metrics,
  { host, port, token }: { host: string; port: number; token: Secret | undefined },
) {
  const wanted = token && hash(`Bearer ${token.reveal()}`)
  const server = createServer((request, response) => {
    if (request.url === '/health/live') response.end('ok')
    else if (wanted && !timingSafeEqual(hash(request.headers.authorization ?? ''), wanted)) {
      response.writeHead(401, { 'www-authenticate': 'Bearer' }).end()
    } else {
      registry.metrics().then(
        (text) => response.setHeader('content-type', registry.contentType).end(text),
        () => response.writeHead(500).end(),
      )
    }
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  return { close: () => new Promise((resolve) => server.close(resolve)) }
}

const hash = (text: string) => createHash('sha256').update(text).digest()
