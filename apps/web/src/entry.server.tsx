import { createReadableStreamFromReadable } from '@react-router/node'
import { isbot } from 'isbot'
import { PassThrough, type Transform } from 'node:stream'
import { createGzip } from 'node:zlib'
import { renderToPipeableStream } from 'react-dom/server'
import { type EntryContext, ServerRouter } from 'react-router'
import { pageHeaders } from './security-headers.ts'
import { RequestIdContext } from './shell/failures/request-id.ts'
import { NonceContext } from './ui/theme/nonce-context.ts'
import { wholePage } from './whole-page.ts'

const renderTimeoutMs = 6000

export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
) {
  const nonce = import.meta.env.PROD ? crypto.randomUUID().replaceAll('-', '') : undefined
  if (nonce) setDocumentHeaders(headers, { request, nonce })
  const requestId = request.headers.get('x-request-id') ?? undefined
  headers.set('content-type', 'text/html; charset=utf-8')
  if (request.method === 'HEAD') return new Response(null, { status, headers })

  return new Promise<Response>((resolve, reject) => {
    let failed = false
    // Crawlers get the whole page; people get the shell as soon as it is ready.
    const isWhole = request.headers.has(wholePage) || isbot(request.headers.get('user-agent'))
    const ready = isWhole ? 'onAllReady' : 'onShellReady'
    const timer = setTimeout(() => abort(), renderTimeoutMs)

    const { pipe, abort } = renderToPipeableStream(
      <NonceContext value={nonce}>
        <RequestIdContext value={requestId}>
          <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
        </RequestIdContext>
      </NonceContext>,
      {
        nonce,
        [ready]() {
          const body = openBody(request, headers)
          body.once('close', () => clearTimeout(timer))
          pipe(body)
          const stream = createReadableStreamFromReadable(body)
          resolve(new Response(stream, { status: failed ? 500 : status, headers }))
        },
        onShellError: reject,
        onError(error) {
          failed = true
          logFailure(error, request)
        },
      },
    )
  })
}

/** Logs what a loader or the router threw, unless the visitor has left. */
export function handleError(error: unknown, { request }: { request: Request }) {
  if (!request.signal.aborted) logFailure(error, request)
}

/** The page shows this id, so the log line can be found by it. */
function logFailure(error: unknown, request: Request) {
  console.error({ requestId: request.headers.get('x-request-id'), error })
}

/** server.ts has written the protocol of the public address over whatever the client sent. */
function setDocumentHeaders(headers: Headers, page: { request: Request; nonce: string }) {
  const https = page.request.headers.get('x-forwarded-proto') === 'https'
  const path = new URL(page.request.url).pathname
  for (const [name, value] of Object.entries(pageHeaders({ https, nonce: page.nonce, path })))
    headers.set(name, value)
  headers.set('cache-control', 'no-store') // A stored page would carry an old nonce.
  headers.set('vary', 'accept-encoding')
}

/** React flushes a gzip stream after each piece, so compressing does not hold the shell back. */
function openBody(request: Request, headers: Headers): Transform {
  const takesGzip = /\bgzip\b/.test(request.headers.get('accept-encoding') ?? '')
  if (!import.meta.env.PROD || !takesGzip) return new PassThrough()
  headers.set('content-encoding', 'gzip')
  return createGzip()
}
