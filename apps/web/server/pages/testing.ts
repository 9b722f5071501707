import { request as ask, type IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { wholePage } from '../../src/whole-page.ts'
import { start } from '../testing.ts'
import type { WebSettings } from '../web.ts'
import type { AnswerPage } from './shared-pages.ts'

const patterns: Record<string, string> = {
  '/sign/x7': '/sign/:token',
  '/domains': '/domains/:page?',
}

type Page = { status?: number; headers?: Record<string, string>; text?: string; waitMs?: number }

/** A web server whose pages say what they were made of, and the requests that made them. */
export async function startWithPages(
  pageAt: (request: Request) => Page | Promise<Page> = () => ({}),
  settings: Partial<WebSettings> = {},
) {
  const made: Request[] = []
  const rendered = () => made.filter(({ headers }) => headers.has(wholePage))
  const answerPage: AnswerPage = async (request) => {
    made.push(request)
    const page = await pageAt(request)
    await sleep(page.waitMs ?? 0)
    const { status = 200, headers = {}, text = 'the same' } = page
    if (new URL(request.url).pathname.endsWith('.data')) return new Response(text, { status })
    const nonce = crypto.randomUUID().replaceAll('-', '')
    const id = request.headers.get('x-request-id')
    const html = `<meta content="${id}"><script nonce="${nonce}">${text}</script><style nonce="${nonce}">`
    return new Response(html, {
      status,
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': `script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'`,
        'cache-control': 'no-store',
        vary: 'accept-encoding',
        ...headers,
      },
    })
  }
  const started = await start({
    answerPage,
    pageRouteOf: (path) => patterns[path] ?? path,
    renderPage: (_, reply) => reply.end('alone'),
    ...settings,
  })
  return { ...started, made, rendered }
}

/** Each request on a connection of its own, with the raw bytes of the answer. */
export async function get(
  port: number,
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
) {
  const reply = await new Promise<IncomingMessage>((resolve, reject) => {
    ask({ host: '127.0.0.1', port, path, headers, method, agent: false }, resolve)
      .on('error', reject)
      .end()
  })
  const parts: Buffer[] = []
  for await (const part of reply) parts.push(part as Buffer)
  const body = Buffer.concat(parts)
  const isGzip = reply.headers['content-encoding'] === 'gzip'
  return {
    status: reply.statusCode,
    headers: reply.headers,
    bytes: body.length,
    text: (isGzip ? gunzipSync(body) : body).toString(),
  }
}

export type Answer = Awaited<ReturnType<typeof get>>
export const noncesOf = ({ headers, text }: Answer) => [
  ...(String(headers['content-security-policy']).match(/(?<='nonce-)\w+/g) ?? []),
  ...(text.match(/(?<=nonce=")\w+/g) ?? []),
]
