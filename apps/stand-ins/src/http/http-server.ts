import { once } from 'node:events'
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { FaultKind, Faults } from './faults.ts'

export type SandboxRequest = {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  body: string
  fault: FaultKind | undefined
  /** Settles when the client has hung up. */
  gone: Promise<unknown>
}
export type Answer = { status: number; headers: Record<string, string>; body: string }
/** A handler that returns nothing leaves the client without an answer. */
export type Handler = (request: SandboxRequest) => Answer | undefined | Promise<Answer | undefined>

export type ServerPlace = {
  port: number
  host?: string | undefined
  publicOrigin?: string | undefined
}

export async function startServer(place: ServerPlace, faults: Faults, handle: Handler) {
  const host = place.host ?? '127.0.0.1'
  const server = createServer((incoming, reply) => {
    serve(incoming, reply, { faults, handle }).catch((error: unknown) => {
      console.error('sandbox:', error)
      reply.destroy()
    })
  })
  server.keepAliveTimeout = 60_000 // Longer than a client's pool, so no reuse meets a closed socket.
  server.listen(place.port, host)
  await once(server, 'listening')

  const { port } = server.address() as AddressInfo // A listening TCP server always has one.
  return {
    port,
    origin: place.publicOrigin ?? `http://${host}:${port}`,
    close: async (): Promise<void> => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function serve(
  incoming: IncomingMessage,
  reply: ServerResponse,
  { faults, handle }: { faults: Faults; handle: Handler },
): Promise<void> {
  const gone = new Promise((resolve) => reply.once('close', resolve))
  const { pathname, searchParams } = new URL(incoming.url ?? '/', 'http://sandbox')
  const method = incoming.method ?? 'GET'
  const body = (await buffer(incoming)).toString('utf8')
  const fault = faults.take({ method, path: pathname })
  if (fault === 'drop_before') return void incoming.socket.destroy()

  const { headers } = incoming
  const answer = await handle({
    method,
    path: pathname,
    query: searchParams,
    headers,
    body,
    fault,
    gone,
  })
  if (!answer || fault === 'drop_after') return void incoming.socket.destroy()
  reply.writeHead(answer.status, answer.headers)
  reply.end(answer.body)
}

export function answerJson(
  status: number,
  value: unknown,
  headers: Record<string, string> = {},
): Answer {
  const type = { 'content-type': 'application/json' }
  return { status, headers: { ...type, ...headers }, body: JSON.stringify(value) }
}

/** No scripts. `form-action` is left open, because the form leads back to the shop. */
export function answerPage(status: number, html: string): Answer {
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'content-security-policy':
      "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
  }
  return { status, headers, body: html }
}

export function answerRedirect(location: string): Answer {
  return { status: 303, headers: { location, 'cache-control': 'no-store' }, body: '' }
}
