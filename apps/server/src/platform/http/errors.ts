import type { FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { AppError } from '../app-error.ts'
import type { Database } from '../db/database.ts'
import { isOutage } from '../db/outage.ts'
import type { Metrics } from '../metrics.ts'

/** Neither a scanner nor a bucket is back in a second. */
const ofFiles = new Set(['file_unavailable', 'scan_unavailable'])

/** The only place that builds an error reply: `{ code, message, field? }`. */
export function replyWithError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  { metrics, db }: { metrics: Metrics; db: Database },
) {
  const refusal = refusalOf(error)
  if (isCaughtByNet(error)) {
    metrics.faults.inc()
    request.log.error({ err: error, requestId: request.id }, 'the database refused a value')
  } else if (refusal.code === 'unexpected') {
    metrics.faults.inc()
    request.log.error({ err: error, requestId: request.id }, 'request failed')
  } else if (refusal.status === 503) {
    // An outage has lines of its own, and not one for each of its requests.
    if (!db.outages.isAway()) {
      db.outages.failed(error, `request of ${request.method} ${request.routeOptions.url}`, () =>
        request.log.warn({ err: error, requestId: request.id }, 'request refused for now'),
      )
    }
    reply.header('retry-after', ofFiles.has(refusal.code) ? '60' : '1')
  } else if (refusal.code === 'pictures_waiting') {
    reply.header('retry-after', '60')
  }
  return reply.code(refusal.status).send(refusal.body())
}

function refusalOf(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (hasZodFastifySchemaValidationErrors(error)) {
    const [first] = error.validation
    const field = first?.instancePath.split('/').filter(Boolean).join('.')
    return new AppError('invalid_input', {
      ...(first?.message && { message: first.message }),
      ...(field && { field }),
    })
  }
  const { statusCode } = traitsOf(error)
  if (statusCode === 413) return new AppError('body_too_large')
  if (statusCode === 415) return new AppError('media_type')
  if (statusCode === 400) return new AppError('bad_request')
  if (isOutage(error)) return new AppError('unavailable')
  if (isCaughtByNet(error)) return new AppError('bad_request')
  return new AppError('unexpected')
}

/** Values that passed the schemas but that PostgreSQL refuses. A safety net, so it is reported. */
function isCaughtByNet(error: unknown): boolean {
  return /^2[23]\w{3}$/.test(traitsOf(error).code)
}

function traitsOf(error: unknown): { code: string; statusCode?: number } {
  if (typeof error !== 'object' || error === null) return { code: '' }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  const known = 'statusCode' in error && typeof error.statusCode === 'number'
  return known ? { code, statusCode: error.statusCode as number } : { code }
}
