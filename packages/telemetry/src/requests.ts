import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { openSpan, readTraceparent, type Span } from './spans.ts'

export type RequestWatch = {
  /** Whether each request has a line in the log. */
  hasAccessLog: boolean
  /** The pattern of a path. Never the path: it may hold an id, an address or a token. */
  routeOf: (request: FastifyRequest) => string
  /** Who asked, under a name that says nothing to others. */
  userOf?: (request: FastifyRequest) => string | undefined
  /**
   * Whether the one in front is ours and says which trace this is. A stranger chooses neither our
   * ids nor what we record.
   */
  isCallerTrusted: boolean
}

/** What nginx calls a request whose visitor left before there was an answer. */
const leftStatus = 499
/** Whoever balances asks every second; nobody wants to read that. */
const unwatched = /^\/health\//

/** One line in the log and one span for each request, refused ones too: it comes before all hooks. */
export function watchRequests(app: FastifyInstance, watch: RequestWatch): void {
  const spans = new WeakMap<FastifyRequest, Span>()
  app.addHook('onRequest', (request, reply, done) => {
    const span = watchRequest(request, reply, watch)
    if (!span) return done()
    spans.set(request, span)
    return span.run(done)
  })
  // The events of a body come without the context of the request.
  app.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request)
    return span ? span.run(done) : done()
  })
}

/** The same for a request that reaches no hook. */
export function watchRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  watch: RequestWatch,
): Span | undefined {
  if (unwatched.test(request.url)) return undefined
  const startedAt = performance.now()
  const { socket, headers } = request.raw
  const bytesBefore = socket.bytesWritten
  const span = openSpan({
    name: request.method,
    kind: 'server',
    parent: watch.isCallerTrusted ? readTraceparent(headers['traceparent']) : undefined,
  })
  reply.raw.once('close', () => {
    const hasLeft = !reply.raw.writableFinished
    const status = hasLeft && !reply.raw.headersSent ? leftStatus : reply.raw.statusCode
    const facts = { method: request.method, route: watch.routeOf(request), status }
    if (span) endSpan(span, facts)
    if (!watch.hasAccessLog) return
    request.log.info(
      {
        ...facts,
        ms: Math.round(performance.now() - startedAt),
        bytes: socket.bytesWritten - bytesBefore,
        user: watch.userOf?.(request),
        ...(hasLeft && { left: true }),
        ...(span?.context.isSampled && { traceId: span.context.traceId }),
      },
      'request',
    )
  })
  return span
}

function endSpan(
  span: Span,
  { method, route, status }: { method: string; route: string; status: number },
) {
  span.end({
    name: `${method} ${route}`,
    attributes: {
      'http.request.method': method,
      'http.route': route,
      'http.response.status_code': status,
    },
    isFailed: status >= 500,
  })
}
