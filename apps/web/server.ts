/**
 * The web server of production: the built files, the pages, and the way to the API. It is the only
 * thing a browser talks to, so the API needs no CORS and its cookie is first-party.
 */
import { createRequestListener } from '@react-router/node'
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { ServerBuild } from 'react-router'
import { createApiProxy } from './server/api-proxy.ts'
import { loadStaticFiles } from './server/static-files.ts'
import { fileHeaders } from './src/security-headers.ts'

const shutdownWaitMs = 10_000

const config = readConfig(process.env)
const buildUrl = new URL('./build/server/index.js', import.meta.url)
const build = (await import(buildUrl.href)) as ServerBuild // Made by `react-router build`.
const serveFile = await loadStaticFiles(new URL('./build/client/', import.meta.url))
const proxyApi = createApiProxy(config.apiOrigin)
const renderPage = createRequestListener({ build, mode: 'production' })

const server = createServer(handle)
server.listen(config.port, config.host, () => {
  console.info(`web: http://${config.host}:${config.port}, API at ${config.apiOrigin.origin}`)
})
process.once('SIGTERM', shutDown)
process.once('SIGINT', shutDown)

function handle(request: IncomingMessage, response: ServerResponse) {
  const [pathname = ''] = (request.url ?? '').split('?')
  if (request.method === 'TRACE') return response.writeHead(405).end()
  if (!pathname.startsWith('/')) return response.writeHead(400).end() // A proxy's form of address.
  takeOverForwarding(request)
  const requestId = randomUUID()
  request.headers['x-request-id'] = requestId // Of ours, never of the visitor's choice.
  if (pathname === '/api' || pathname.startsWith('/api/')) return proxyApi(request, response)

  for (const [name, value] of Object.entries(fileHeaders({ https: config.https })))
    response.setHeader(name, value)
  response.setHeader('x-request-id', requestId)
  if (pathname === '/health/live') return response.end('ok')
  if (serveFile(pathname, request, response)) return
  request.headers.host = config.publicHost // Pages never see a host of the visitor's choice.
  renderPage(request, response)
}

/**
 * What the visitor claims about the way here is replaced by what we know: the address that the
 * outermost of our own proxies saw, or the peer itself where none stands in front.
 */
function takeOverForwarding({ headers, socket }: IncomingMessage) {
  const hops = [headers['x-forwarded-for'] ?? ''].flat().join(',').split(',')
  const seenByProxy = config.trustedProxyHops > 0 ? hops.at(-config.trustedProxyHops)?.trim() : ''
  for (const name of ['forwarded', 'x-real-ip', 'x-forwarded-host', 'x-forwarded-port'])
    delete headers[name]
  headers['x-forwarded-for'] = seenByProxy || (socket.remoteAddress ?? '')
  headers['x-forwarded-proto'] = config.https ? 'https' : 'http'
}

function shutDown() {
  server.close(() => process.exit(0))
  server.closeIdleConnections()
  setTimeout(() => server.closeAllConnections(), shutdownWaitMs).unref()
}

function readConfig(env: NodeJS.ProcessEnv) {
  const port = Number(env['PORT'] ?? 3000)
  if (!Number.isInteger(port)) throw new Error('PORT must be a number')
  const publicOrigin = new URL(env['PUBLIC_ORIGIN'] ?? `http://localhost:${port}`)
  return {
    port,
    host: env['HOST'] ?? '127.0.0.1',
    apiOrigin: new URL(env['API_ORIGIN'] ?? 'http://127.0.0.1:4000'),
    publicHost: publicOrigin.host,
    trustedProxyHops: Number(env['TRUSTED_PROXY_HOPS'] ?? 0),
    https: publicOrigin.protocol === 'https:',
  }
}
