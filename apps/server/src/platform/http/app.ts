import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import cookie from '@fastify/cookie'
import swagger from '@fastify/swagger'
import { brand } from '@pier/protocol/brand'
import { watchRequest, watchRequests, type RequestWatch } from '@pier/telemetry/requests'
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type RawServerDefault,
} from 'fastify'
import {
  jsonSchemaTransform,
  serializerCompiler,
  validatorCompiler,
  type ZodTypeProvider,
} from 'fastify-type-provider-zod'
import { AppError } from '../app-error.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import type { LiveHub } from '../live/hub.ts'
import type { Log } from '../log.ts'
import type { Metrics } from '../metrics.ts'
import { limitAddresses } from './address-limit.ts'
import { nameInLog } from './name-in-log.ts'
import { replyWithError } from './errors.ts'
import { requestLog } from './request-log.ts'

export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>
type ApiContext = { db: Database; config: Config; live: LiveHub }

/** One module's routes, mounted under `/api`. */
export type RoutePlugin = (app: App, context: ApiContext) => Promise<void>

type AppSettings = ApiContext & {
  log: Log
  metrics: Metrics
  requestsPerMinuteMax?: number
  /** Aborted when this node is about to stop. */
  leaving?: AbortSignal
}

/** The HTTP side of the platform: everything that is the same for every route. */
export async function createApp(settings: AppSettings) {
  const { metrics, requestsPerMinuteMax = 600 } = settings
  const watch = watchOf(settings.config)
  const app = createFastify(settings, watch)

  watchRequests(app, watch)
  app.setErrorHandler((error, request, reply) => replyWithError(error, request, reply, settings))
  app.setNotFoundHandler(() => {
    throw new AppError('not_found')
  })
  acceptEmptyJson(app)
  checkRequests(app, { leaving: settings.leaving, requestsPerMinuteMax })
  app.addHook('onResponse', (request, reply, done) => {
    const labels = { method: request.method, route: routeOf(request) }
    metrics.requestSeconds.observe(
      { ...labels, status: reply.statusCode },
      reply.elapsedTime / 1000,
    )
    done()
  })
  await app.register(cookie)
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: `${brand.name} API`, version: '1' },
      components: { securitySchemes: { token } },
      security: [{ token: [] }, {}],
    },
    transform: jsonSchemaTransform,
  })
  addHealthRoutes(app, settings)
  return app
}

/** How a caller says who they are. Calls that ask nobody are open to all. */
const token = {
  type: 'apiKey',
  in: 'header',
  name: 'x-access-token',
  description: 'The token that logging in or registering answers',
} as const

/** The pattern, as in `/api/escrow/:id`: never the path itself. */
const routeOf = ({ routeOptions }: FastifyRequest) => routeOptions.url ?? 'none'

function watchOf({ http, hasAccessLog, keys }: Config): RequestWatch {
  const name = nameInLog(keys.blindIndex)
  return {
    hasAccessLog,
    routeOf,
    userOf: ({ callerId }) => callerId && name(callerId, new Date()),
    isCallerTrusted: http.trustedProxyHops > 0,
  }
}

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/

/** Our web server names a request, so that one search finds its lines and ours. */
function idOf({ headers }: IncomingMessage, { isCallerTrusted }: RequestWatch): string {
  const given = headers['x-request-id']
  return isCallerTrusted && typeof given === 'string' && uuid.test(given) ? given : randomUUID()
}

function createFastify({ log, config }: AppSettings, watch: RequestWatch): App {
  const loggerInstance: FastifyBaseLogger = log
  return Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: (request) => idOf(request, watch),
    childLoggerFactory: (parent, bindings, options) => requestLog(parent, bindings, options),
    trustProxy: (_address: string, hop: number) => hop < config.http.trustedProxyHops,
    bodyLimit: 64 * 1024,
    requestTimeout: 15_000,
    connectionTimeout: 10_000,
    keepAliveTimeout: 5000, // Callers read it and give idle connections up before we leave.
    forceCloseConnections: 'idle',
    return503OnClosing: false, // Whoever came in before the door was closed is served.
    frameworkErrors: (_error, request, reply) => {
      watchRequest(request, reply, watch)
      refuseUnreadable(request, reply)
    },
    routerOptions: { maxParamLength: 200 },
  })
    .setValidatorCompiler(validatorCompiler)
    .setSerializerCompiler(serializerCompiler)
    .withTypeProvider<ZodTypeProvider>()
}

type Fence = { leaving: AbortSignal | undefined; requestsPerMinuteMax: number }

/**
 * What every request passes before anything else is looked at. It is one hook that waits for nothing:
 * as hooks of their own these checks cost several times as much.
 */
function checkRequests(app: App, { leaving, requestsPerMinuteMax }: Fence) {
  const limitAddress = limitAddresses(requestsPerMinuteMax)
  const check = (request: FastifyRequest, reply: FastifyReply) => {
    setHeaders(request, reply)
    if (leaving?.aborted) reply.header('connection', 'close')
    refuseBodies(request, reply)
    refuseForeignSites(request)
    if (!isUnlimited.test(request.url)) limitAddress(request, reply)
  }
  app.addHook('onRequest', (request, reply, done) => {
    const refusal = refusalOf(() => check(request, reply))
    done(refusal)
  })
}

function refusalOf(check: () => void): Error | undefined {
  try {
    check()
    return undefined
  } catch (error) {
    return error as Error
  }
}

/** Reads have no body. One that is there anyway could be taken for a request by the next hop. */
function refuseBodies({ method, headers }: FastifyRequest, reply: FastifyReply) {
  if (method !== 'GET' && method !== 'HEAD') return
  const isLong = Number(headers['content-length'] ?? 0) !== 0
  if (!isLong && headers['transfer-encoding'] === undefined) return
  void reply.header('connection', 'close')
  throw new AppError('bad_request')
}

/** An unreadable URL reaches neither a route nor the error handler. */
function refuseUnreadable(request: FastifyRequest, reply: FastifyReply) {
  setHeaders(request, reply)
  void reply.code(400).send(new AppError('bad_request').body())
}

/** Providers send what they have in bursts, and are known by their signatures. */
const isUnlimited = /^\/(health|api\/webhooks)\//

/** Our client sends the JSON content type on every call, even without a body. */
function acceptEmptyJson(app: App) {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) done(null, undefined)
    else void parse(request, body as string, done)
  })
}

/** Refuses pages of other sites, whatever credentials came along. */
function refuseForeignSites(request: FastifyRequest) {
  const site = request.headers['sec-fetch-site']
  if (request.method !== 'GET' && site && site !== 'same-origin' && site !== 'none') {
    throw new AppError('bad_request')
  }
}

function setHeaders(request: FastifyRequest, reply: FastifyReply) {
  reply.headers({
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
    'strict-transport-security': 'max-age=63072000; includeSubDomains; preload',
    'x-request-id': request.id,
  })
}

/**
 * A node that is about to stop still answers, but is not ready any more and keeps no connection, so
 * that whoever balances goes to the others before this one is gone. Neither is a node ready whose
 * database takes no writes.
 */
function addHealthRoutes(app: App, { db, leaving }: AppSettings) {
  const hidden = { schema: { hide: true } } as const
  app.get('/health/live', hidden, async () => ({ status: 'live' }))
  // As whom a visitor reaches us through all proxies, so that a wrong count of them is found.
  app.get('/api/health/seen', hidden, async ({ ip }) => ({ address: ip }))
  app.get('/health/ready', hidden, async () => {
    if (leaving?.aborted) throw new AppError('unavailable')
    const { rows } = await db.pool.query('select pg_is_in_recovery() as is_standby')
    if (rows[0].is_standby) throw new AppError('unavailable')
    return { status: 'ready' }
  })
}
