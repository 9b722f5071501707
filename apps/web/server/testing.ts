import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, vi } from 'vitest'
import { noteUnreadable } from '../../../tools/smuggling/corpus.ts'
import { createWeb, type WebSettings } from './web.ts'

type Arrived = { method: string; url: string; headers: IncomingHttpHeaders; body: string }

/** Cleanups that run after each test, in this order. */
export const ends: (() => unknown)[] = []
afterEach(async () => {
  vi.useRealTimers()
  for (const end of ends.splice(0)) await end()
})

/** An API that records what arrives, and the web server in front of it. */
export async function start(settings: Partial<WebSettings> = {}) {
  const arrived: Arrived[] = []
  const api = createServer((request, reply) => {
    void readAll(request).then(
      (body) => {
        const { method = '', url = '', headers } = request
        if (url === '/api/events') {
          reply.writeHead(200).write(': still here\n\n') // And stays open.
          return
        }
        if (url === '/api/never') return
        if (url === '/api/head-alone') {
          reply.flushHeaders() // And its body comes later.
          return
        }
        arrived.push({ method, url, headers, body })
        reply.setHeader('content-type', 'application/json').end(JSON.stringify({ url }))
      },
      () => {},
    ) // A request aborted within its body is ignored.
  })
  noteUnreadable(api, (url) => arrived.push({ method: '', url, headers: {}, body: '' }))
  const apiPort = await listen(api)
  const web = await createWeb({
    apiOrigin: new URL(`http://127.0.0.1:${apiPort}`),
    publicHost: 'pier.example',
    https: true,
    trustedProxyHops: 0,
    files: null,
    renderPage: (request, reply) => reply.end(`page for ${request.headers.host}`),
    logLevel: 'silent',
    ...settings,
  })
  await web.listen({ host: '127.0.0.1', port: 0 })
  ends.push(
    () => web.close(),
    () => api.closeAllConnections(),
    () => api.close(),
  )
  const { port } = web.server.address() as AddressInfo
  return { web, arrived, port, origin: `http://127.0.0.1:${port}` }
}

async function readAll(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const part of request) text += String(part)
  return text
}

const listen = (server: ReturnType<typeof createServer>) =>
  new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  })
