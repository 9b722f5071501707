import { errors } from '@pier/protocol/errors'
import http, {
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import https from 'node:https'
import { pipeline } from 'node:stream'

const timeoutMs = 60_000

/** These speak of one connection and must not travel on (RFC 9110, 7.6.1). */
const hopByHop = ['connection', 'keep-alive', 'proxy-authorization', 'te', 'trailer', 'upgrade']

/** Passes a call on to the API as a stream, body and cookies and all, under the same path. */
export function createApiProxy(apiOrigin: URL) {
  const transport = apiOrigin.protocol === 'https:' ? https : http
  const agent = new transport.Agent({ keepAlive: true })

  return (request: IncomingMessage, response: ServerResponse) => {
    const upstream = transport.request(
      {
        agent,
        hostname: apiOrigin.hostname,
        port: apiOrigin.port,
        method: request.method,
        path: request.url,
        headers: withoutHops(request.headers),
        timeout: timeoutMs,
      },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, withoutHops(answer.headers))
        pipeline(answer, response, () => {})
      },
    )
    upstream.on('timeout', () => upstream.destroy())
    upstream.on('error', (error) => refuse(request, response, error))
    response.on('close', () => upstream.destroy()) // Nobody waits for the answer any more.
    request.pipe(upstream)
  }
}

/** The API gave no answer, so the id that the reader sees is ours. */
function refuse(request: IncomingMessage, response: ServerResponse, error: Error) {
  if (response.headersSent || response.destroyed) {
    response.destroy()
    return
  }
  const requestId = request.headers['x-request-id'] ?? ''
  console.error({ requestId, error })
  response.writeHead(502, {
    'x-request-id': requestId,
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
  response.end(JSON.stringify({ code: 'unavailable', message: errors.unavailable.message }))
}

/** A visitor may name headers of one hop, but not take away what we say about the way here. */
function withoutHops(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const named = (headers.connection?.toLowerCase().split(/\s*,\s*/) ?? []).filter(
    (name) => !/^(x-forwarded-|cookie$|host$|content-)/.test(name),
  )
  const dropped = new Set([...hopByHop, ...named])
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !dropped.has(name)))
}
