import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { encodingsTaken } from '../compress-answer.ts'
import { type CutPage, cutPage } from './cut-page.ts'

export type RenderedPage = {
  status: number
  /** Whether other visitors may get it, too. */
  isShared: boolean
  size: number
  cut: CutPage
  /** Names and values in turn. The policy is cut at its nonce. */
  headers: string[]
  policy: string[]
}

const policyHeader = 'content-security-policy'

/** Null for what is no page, and for what has no nonce that could be found again. */
export async function readPage(answer: Response, requestId: string): Promise<RenderedPage | null> {
  const { status, headers } = answer
  const policy = headers.get(policyHeader) ?? ''
  const nonce = /'nonce-(\w{32})'/.exec(policy)?.[1]
  const isPage = headers.get('content-type')?.startsWith('text/html') === true
  if (nonce === undefined || !isPage || answer.headers.has('content-encoding')) {
    await answer.body?.cancel()
    return null
  }
  const cut = await cutPage(Buffer.from(await answer.arrayBuffer()), { nonce, requestId })
  if (!cut) return null
  return {
    status,
    isShared: status === 200 && !headers.has('set-cookie') && isForAll(headers),
    size: cut.size,
    cut,
    headers: [...headers].filter(([name]) => name !== policyHeader).flat(),
    policy: policy.split(nonce),
  }
}

/** A page that depends on another header of its request is not the same for everybody. */
const isForAll = (headers: Headers) => headers.get('vary') === 'accept-encoding'

type PageReply = {
  request: IncomingMessage
  reply: ServerResponse
  requestId: string
  isLeaving: boolean
}

/** Sends the page with a nonce that no other answer has. */
export function sendPage(page: RenderedPage, answer: PageReply): void {
  const { request, reply, requestId, isLeaving } = answer
  if (reply.destroyed) return
  const nonce = randomUUID().replaceAll('-', '')
  const isGzip = encodingsTaken(request.headers).includes('gzip')
  const marks = { nonce, requestId }
  const body = isGzip ? page.cut.gzipped(marks) : page.cut.plain(marks)
  const headers = page.headers.slice()
  headers.push(policyHeader, page.policy.join(nonce), 'x-request-id', requestId)
  headers.push('content-length', String(body.length))
  if (isGzip) headers.push('content-encoding', 'gzip')
  if (isLeaving) headers.push('connection', 'close')
  reply.writeHead(page.status, headers)
  reply.end(request.method === 'HEAD' ? undefined : body)
}
