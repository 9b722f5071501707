import proxy from '@fastify/http-proxy'
import staticFiles from '@fastify/static'
import { errors } from '@pier/protocol/errors'
import { watchRequests } from '@pier/telemetry/requests'
import { traceparent } from '@pier/telemetry/spans'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { relative } from 'node:path'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { fileHeaders } from '../src/security-headers.ts'
import { wholePage } from '../src/whole-page.ts'
import { compressAnswer, etagsOfApi } from './compress-answer.ts'
import { openPageAnswers } from './pages/page-answers.ts'
import type { AnswerPage } from './pages/shared-pages.ts'
import { logFault, logOptions, type LogSettings } from './web-log.ts'

export type WebSettings = {
  apiOrigin: URL
  /** The host that pages use, whatever the visitor's Host header says. */
  publicHost: string
  https: boolean
  /** How many of our own proxies are in front. */
  trustedProxyHops: number
  /** The built files. Only those that exist at startup are served. */
  files: URL | null
  renderPage: (request: IncomingMessage, response: ServerResponse) => unknown
  /** The same for a page that all visitors share. Where it is missing, each gets their own. */
  answerPage?: AnswerPage
  /** The pattern of the page at a path, as in `/sign/:token`. */
  pageRouteOf?: (path: string) => string
  hasAccessLog?: boolean
  /** Aborted when this server is about to stop: it still answers, but keeps no connection. */
  leaving?: AbortSignal
} & LogSettings

const apiTimeoutMs = 60_000
/**
 * Each open tab holds a connection for its event stream, so there is no limit: the proxy's default
 * of 128 would leave none for calls. A visitor's connection uses one of ours at a time. Idle ones are
 * given up before an API that leaves closes them, whatever it promised: what a request has just been
 * sent on would be lost. The proxy would also accept any certificate by default.
 */
const apiClient = {
  connections: null,
  bodyTimeout: 0,
  headersTimeout: apiTimeoutMs,
  keepAliveTimeout: 3000,
  keepAliveMaxTimeout: 3000,
  connect: { rejectUnauthorized: true },
}
/** Methods that reach a page at all: the page itself refuses the last four. */
const pageMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'])
const assetSeconds = 31_536_000
const fileSeconds = 3600

/**
 * The built files, the pages, and the proxy to the API. Browsers talk to nothing else, so the API
 * needs no CORS and its cookie is first-party. The client to the API frames each message itself: no
 * framing header from a visitor gets there.
 */
export async function createWeb(settings: WebSettings) {
  const { files, leaving } = settings
  const app = Fastify({
    ...logOptions(settings),
    genReqId: () => randomUUID(), // Ours, never the visitor's.
    requestIdHeader: false,
    requestTimeout: apiTimeoutMs,
    forceCloseConnections: 'idle',
    return503OnClosing: false, // Whoever came in before the door was closed is served.
    exposeHeadRoutes: true,
  })
  watchRequests(app, {
    hasAccessLog: settings.hasAccessLog ?? true,
    routeOf: (request) => routeOf(request, settings),
    isCallerTrusted: false, // A trace begins here.
  })
  app.addHook('onError', logFault)
  app.addHook('onRequest', refuseOddFraming)
  const pages = openPages(app, settings)
  app.addHook('onRequest', async (request, reply) => {
    if (!isForApi(request)) reply.headers(fileHeaders(settings))
    reply.header('x-request-id', request.id)
    if (leaving?.aborted) reply.header('connection', 'close')
  })
  addOwnRoutes(app, settings)
  await passOnCalls(app, settings)
  if (files) await serveFiles(app, files)
  // A page takes no body, and refuses one itself. The API proxy has its own parsers.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _body, done) => done(null))
  app.setNotFoundHandler((request, reply) => {
    if (!pageMethods.has(request.method)) {
      void reply.code(405).send()
      return
    }
    reply.hijack()
    void answerPage().catch((error: unknown) => {
      request.log.error({ err: error }, 'a page could not be sent')
      reply.raw.destroy()
    })

    async function answerPage() {
      const isSent = await pages?.send(request, reply)
      if (!isSent) renderAlone(request, reply, settings)
    }
  })
  return app
}

async function passOnCalls(app: FastifyInstance, settings: WebSettings) {
  await app.register(proxy, {
    upstream: settings.apiOrigin.origin,
    prefix: '/api',
    rewritePrefix: '/api',
    disableRequestLogging: true,
    retryMethods: [], // Nothing is sent twice.
    undici: apiClient,
    replyOptions: {
      rewriteRequestHeaders: (request, headers) => ({
        ...forward(request, headers, settings),
        ...(headers['if-none-match'] && { 'if-none-match': etagsOfApi(headers['if-none-match']) }),
      }),
      rewriteHeaders: withoutHops,
      onResponse: (request, reply, answer) => {
        // Its type says too little: it is the body, which nobody has begun to read.
        const { stream } = answer as unknown as { stream: Readable }
        void reply.send(compressAnswer(request, reply as FastifyReply, stream))
      },
      onError: (reply) => refuseForNow(reply as FastifyReply),
    },
  })
}

/** For this visitor alone. */
function renderAlone(request: FastifyRequest, reply: FastifyReply, settings: WebSettings) {
  // A page calls the API for its visitor, so it must not get a forged address either.
  const known = forward(request, request.raw.headers, settings)
  request.raw.headers = { ...known, host: settings.publicHost }
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(name, value)
  void settings.renderPage(request.raw, reply.raw)
}

/** The pages that all visitors share. */
function openPages(app: FastifyInstance, settings: WebSettings) {
  const { answerPage, pageRouteOf, publicHost, leaving, hasAccessLog = true } = settings
  if (!answerPage || !pageRouteOf) return undefined
  return openPageAnswers(app, {
    answerPage,
    origin: `http://${publicHost}`,
    patternOf: pageRouteOf,
    headersFor: (raw, id) => forward({ raw, id }, {}, settings),
    isLeaving: () => leaving?.aborted ?? false,
    hasAccessLog,
  })
}

function addOwnRoutes(app: FastifyInstance, settings: WebSettings) {
  const { leaving } = settings
  app.get('/health/live', () => 'ok')
  app.get('/health/ready', (_, reply) =>
    leaving?.aborted ? reply.code(503).send('leaving') : reply.send('ready'),
  )
}

/** What lies below /api only the API knows: its line has the same id. */
function routeOf(request: FastifyRequest, { pageRouteOf = () => 'page' }: WebSettings): string {
  if (isForApi(request)) return '/api/*'
  return request.routeOptions.url ?? pageRouteOf(request.url.replace(/[?#].*$/s, ''))
}

const isForApi = ({ url }: FastifyRequest) => /^\/api(?:[/?]|$)/.test(url)

/** A body where none belongs is used for request smuggling between visitors. */
function refuseOddFraming(request: FastifyRequest, reply: FastifyReply, done: () => void) {
  const { method, headers, url } = request
  const hasBody =
    headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) !== 0
  const isOdd = hasBody && (method === 'GET' || method === 'HEAD')
  if (!isOdd && url.startsWith('/')) done()
  else void reply.code(400).header('connection', 'close').send()
}

/**
 * Claims about the route to us and about a trace, and headers about the visitor's own connection: Node has answered
 * `expect`, and the client to the API refuses a request with one of the last three.
 */
const notPassedOn = new Set([
  'forwarded',
  'x-real-ip',
  'x-forwarded-host',
  'x-forwarded-port',
  wholePage,
  'traceparent',
  'tracestate',
  'baggage',
  'expect',
  'keep-alive',
  'upgrade',
])

/**
 * Replaces the visitor's claims about the route by what we know: the address that the outermost of
 * our own proxies saw, or the peer itself if there is none.
 */
function forward(
  { raw, id }: { raw: unknown; id: string },
  headers: IncomingHttpHeaders,
  { https, trustedProxyHops }: WebSettings,
): IncomingHttpHeaders {
  const { socket, headers: said } = raw as IncomingMessage
  const hops = [said['x-forwarded-for'] ?? ''].flat().join(',').split(',')
  const cause = traceparent()
  const seenByProxy = trustedProxyHops > 0 ? hops.at(-trustedProxyHops)?.trim() : ''
  return {
    ...Object.fromEntries(Object.entries(headers).filter(([name]) => !notPassedOn.has(name))),
    'x-forwarded-for': seenByProxy || (socket.remoteAddress ?? ''),
    'x-forwarded-proto': https ? 'https' : 'http',
    'x-request-id': id,
    ...(cause && { traceparent: cause }),
  }
}

/** Headers about the API's connection to us do not apply to the visitor's. */
const withoutHops = ({
  connection: _connection,
  'keep-alive': _keepAlive,
  'transfer-encoding': _encoding,
  ...headers
}: IncomingHttpHeaders) => headers

/** The API gave no answer, so the id that the reader sees is ours. */
function refuseForNow(reply: FastifyReply) {
  void reply
    .code(502)
    .headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
    .send({ code: 'unavailable', message: errors.unavailable.message })
}

/**
 * Names under assets/ contain a hash of the content, so they never change. Only the top folder of
 * that name counts, not one above the files or deeper among them.
 */
async function serveFiles(app: Awaited<ReturnType<typeof createWeb>>, folder: URL) {
  const root = fileURLToPath(folder)
  await app.register(staticFiles, {
    root,
    wildcard: false,
    preCompressed: true,
    index: false,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const isAsset = relative(root, path).startsWith('assets/')
      const cache = isAsset
        ? `public, max-age=${assetSeconds}, immutable`
        : `public, max-age=${fileSeconds}`
      void reply.header('cache-control', cache)
    },
  })
  // While two versions run, pages of the other one ask for its files: no page is made for that.
  app.get('/assets/*', (_, reply) => reply.code(404).header('cache-control', 'no-store').send())
}
