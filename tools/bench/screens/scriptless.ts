import { createServer, type IncomingHttpHeaders, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'

type Kept = { status: number; headers: IncomingHttpHeaders; body: Buffer }

/**
 * Sends what the product sends, from memory, so that both sides of a comparison wait for the same:
 * the line. Under `127.0.0.1` its pages have no script; under `localhost` they are whole.
 */
export async function startReplay(origin: string, stops: (() => unknown)[]) {
  const kept = new Map<string, Promise<Kept>>()
  const server = createServer((request, reply) => {
    const path = request.url ?? '/'
    const isPlain = request.headers.host?.startsWith('127.0.0.1') === true
    const key = `${isPlain} ${request.headers.accept} ${path}`
    const answer = kept.get(key) ?? read(origin, path, request.headers, isPlain)
    kept.set(key, answer)
    answer.then(
      ({ status, headers, body }) => reply.writeHead(status, headers).end(body),
      (error: unknown) => reply.writeHead(502).end(String(error)),
    )
  })
  await new Promise<void>((resolve) => {
    server.listen(0, resolve)
  })
  stops.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo // It listens on a port.
  return { whole: `http://localhost:${port}`, plain: `http://127.0.0.1:${port}` }
}

async function read(
  origin: string,
  path: string,
  asked: IncomingHttpHeaders,
  isPlain: boolean,
): Promise<Kept> {
  const isPage = asked.accept?.startsWith('text/html') === true
  const encoding = isPage ? 'identity' : asked['accept-encoding']
  const answer = await ask(`${origin}${path}`, { ...asked, 'accept-encoding': encoding })
  const { 'content-length': _length, 'transfer-encoding': _chunks, ...headers } = answer.headers
  if (!isPage) return { ...answer, headers: { ...headers, 'content-length': length(answer.body) } }
  const text = answer.body.toString()
  const body = gzipSync(isPlain ? withoutScripts(text) : text)
  const packed = { 'content-encoding': 'gzip', 'content-length': length(body) }
  return { status: answer.status, headers: { ...headers, ...packed }, body }
}

const length = (body: Buffer) => String(body.length)

const withoutScripts = (html: string) =>
  html
    .replaceAll(/<script\b[^>]*>.*?<\/script>/gs, '')
    .replaceAll(/<link rel="modulepreload"[^>]*>/g, '')

function ask(url: string, headers: IncomingHttpHeaders): Promise<Kept> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(url, { headers }, (reply) => {
      const parts: Buffer[] = []
      reply.on('data', (part: Buffer) => parts.push(part))
      reply.on('error', reject)
      reply.on('end', () => {
        const { statusCode: status = 0, headers: given } = reply
        resolve({ status, headers: given, body: Buffer.concat(parts) })
      })
    })
    request.on('error', reject)
    request.end()
  })
}
