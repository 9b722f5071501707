import type { FastifyReply } from 'fastify'
import type { IncomingHttpHeaders } from 'node:http'
import { pipeline, type Readable, type Transform } from 'node:stream'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'

const leastBytes = 1024
const texts = /^(?:application\/(?:json|problem\+json)|text\/(?:csv|plain|calendar))\b/

/**
 * From the length of a compressed answer one can guess a secret in it, if one can put guesses beside
 * it, have it fetched again and again, and see the lengths (the attack is known as BREACH). Another
 * site cannot have our answers fetched: a cookie alone opens nothing, and the token is sent by our
 * own pages only. Still, what holds passwords' secrets, tokens or keys to an agreement is left as it
 * is, and so is the console, whose answers set texts of strangers beside what they must not know.
 * A whole page of the app does hold its reader's own address beside messages of the other side. But it
 * is fetched when they open it, and news has only its single parts fetched again.
 */
const secret = /^\/api\/(?:users|agreements|operator)(?:[/?]|$)/

type Asked = { method: string; url: string; headers: IncomingHttpHeaders }

/** The answer of the API, smaller where the visitor takes that. A stream of events goes through as it is. */
export function compressAnswer(request: Asked, reply: FastifyReply, answer: Readable) {
  if (!isText(request, reply)) return answer
  reply.header('vary', withEncoding(reply.getHeader('vary')))
  const length = Number(reply.getHeader('content-length') ?? 0) // Unknown where it comes bit by bit.
  const encoding = length < leastBytes ? undefined : encodingOf(request)
  if (!encoding) return answer
  const etag = reply.getHeader('etag')
  reply.removeHeader('content-length').header('content-encoding', encoding)
  // Its bytes are others, its meaning is the same.
  if (typeof etag === 'string' && !etag.startsWith('W/')) reply.header('etag', `W/${etag}`)
  const compress = encoding === 'br' ? openBrotli(length) : createGzip({ level: 3 })
  // Whoever reads it is told of an answer that breaks off, and the API of a visitor who leaves.
  return pipeline(answer, compress, () => {})
}

function isText({ method, url }: Asked, reply: FastifyReply): boolean {
  const said = (name: string) => String(reply.getHeader(name) ?? '')
  return (
    method !== 'HEAD' &&
    reply.statusCode === 200 &&
    texts.test(said('content-type')) &&
    said('content-encoding') === '' &&
    said('set-cookie') === '' &&
    !said('cache-control').includes('no-transform') &&
    !secret.test(url)
  )
}

function withEncoding(vary: unknown): string {
  const names = typeof vary === 'string' && vary !== '' ? vary.split(/\s*,\s*/) : []
  if (!names.some((name) => name.toLowerCase() === 'accept-encoding')) names.push('accept-encoding')
  return names.join(', ')
}

function encodingOf({ headers }: Asked): 'br' | 'gzip' | undefined {
  const taken = encodingsTaken(headers)
  return (['br', 'gzip'] as const).find((name) => taken.includes(name))
}

/** What the visitor takes. A weight of 0 is a refusal. */
export const encodingsTaken = (headers: IncomingHttpHeaders): string[] =>
  (headers['accept-encoding'] ?? '')
    .toLowerCase()
    .split(',')
    .filter((each) => !/;\s*q=0(?:\.0*)?\s*$/.test(each))
    .map((each) => each.replace(/;.*/s, '').trim())

/**
 * The lowest quality: of 100 kB of loans it makes 20 kB in half a millisecond of processor time, as
 * gzip does in two.
 */
function openBrotli(length: number): Transform {
  return createBrotliCompress({
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 1,
      [constants.BROTLI_PARAM_SIZE_HINT]: length,
    },
  })
}

/** Ours is the weak one; the API knows the one of its own bytes. */
export const etagsOfApi = (asked: string): string => asked.replaceAll(/(^|,\s*)W\/(?=")/g, '$1')
