import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client'
import type { Secret } from './crypto/secret-text.ts'

export type Metrics = ReturnType<typeof createMetrics>

export function createMetrics() {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
  const registrarErrors = new Counter({
    name: 'pier_registrar_errors_total',
    help: 'Answers of the registrar that leave a command to be tried again, by why',
    labelNames: ['code'],
    registers: [registry],
  })
  // There from the beginning: of a counter that begins with 1 nobody sees that it grew.
  registrarErrors.inc({ code: 'insufficient_registrar_funds' }, 0)
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
      labelNames: ['queue', 'outcome'],
      buckets,
      registers: [registry],
    }),
    faults: new Counter({
      name: 'pier_faults_total',
      help: 'Errors that are ours: replies of 500 and broken invariants',
      registers: [registry],
    }),
    registrarErrors,
  }
}

type MetricsSettings = {
  host: string
  port: number
  token: Secret | undefined
  /** For a process that has no other port to say it on. */
  isReady?: () => boolean
}

/**
 * Metrics have a port of their own, so that the public one never shows them. With a token only
 * whoever sends it reads them. `/health/live` says that the process runs and `/health/ready` that it works, to
 * anybody.
 */
export async function serveMetrics(
  { registry }: Metrics,
  { host, port, token, isReady }: MetricsSettings,
) {
  const wanted = token && hash(`Bearer ${token.reveal()}`)
  const server = createServer((request, response) => {
    if (request.url === '/health/live') response.end('live')
    else if (isReady && request.url === '/health/ready') {
      if (isReady()) response.end('ready')
      else response.writeHead(503).end('not ready')
    } else if (wanted && !timingSafeEqual(hash(request.headers.authorization ?? ''), wanted)) {
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
