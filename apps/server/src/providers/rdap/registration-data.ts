/**
 * What the registry says about a registration. It never says who owns a name, and where there is no
 * server to ask, nothing is guessed.
 */
import { dayMs, minuteMs } from '@pier/protocol/time'
import type { Fqdn } from '../../platform/net/fqdn.ts'
import { createHostPace } from './host-pace.ts'
import type { Bootstrap } from './rdap-bootstrap.ts'
import { readFacts, type RegistrationFacts } from './rdap-facts.ts'
import { type Document, getDocument, RdapRequestError, type Reach } from './rdap-request.ts'

export type RegistrationData = {
  source: 'rdap'
  server: string
  fetchedAt: Date
  raw: unknown
  isRegistered: boolean
} & RegistrationFacts
export type RegistrationDataSource = ReturnType<typeof createRegistrationDataSource>

/** It may be known another time; `retryAfterMs` is what the server asked for. */
export class RegistrationDataError extends Error {
  readonly reason: 'rate-limited' | 'unavailable' | 'malformed'
  readonly retryAfterMs: number | null

  constructor(
    reason: RegistrationDataError['reason'],
    message: string,
    retryAfterMs: number | null = null,
  ) {
    super(message)
    this.reason = reason
    this.retryAfterMs = retryAfterMs
  }
}

type Options = Reach & {
  bootstrap: Bootstrap
  /** The time between two questions to one server; registries block those who ask faster. */
  hostIntervalMs?: number
}

export function createRegistrationDataSource(options: Options) {
  const { bootstrap, hostIntervalMs = 1000, ...reach } = options
  const inPace = createHostPace(hostIntervalMs)
  /** A question before the time that a server named would make that time longer. */
  const closedUntil = new Map<string, number>()
  return {
    /** Null if no server is known for the suffix. That a name is not registered is an answer. */
    async lookup(name: Fqdn, now: Date): Promise<RegistrationData | null> {
      const base = bootstrap.findBase(name)
      if (!base) return null
      const closedMs = (closedUntil.get(base.host) ?? 0) - performance.now()
      if (closedMs > 0) throw tooMany(`${base.host} asked us to wait`, closedMs)
      await inPace(base.host)
      const limits = { ...reach, isKnown: bootstrap.isKnown, bytesMax: answerBytesMax }
      const reply = await get(new URL(`domain/${name}`, base), limits)
      const found = { source: 'rdap', server: reply.url.origin, fetchedAt: now } as const
      if (reply.status === 404) return { ...found, raw: null, isRegistered: false, ...noFacts }
      const refusal = refusalOf(reply, now)
      if (refusal?.reason === 'rate-limited') {
        closedUntil.set(base.host, performance.now() + (refusal.retryAfterMs ?? 0))
      }
      if (refusal) throw refusal
      const raw = parseJson(reply.body)
      const facts = readFacts(raw, name)
      if (!facts) throw new RegistrationDataError('malformed', `No answer about ${name}`)
      return { ...found, raw, isRegistered: true, ...facts }
    },
  }
}

const answerBytesMax = 256 * 1024

const noFacts: RegistrationFacts = {
  registeredAt: null,
  expiresAt: null,
  transferredAt: null,
  changedAt: null,
  statuses: [],
  registrar: { name: null, ianaId: null },
  nameservers: [],
  dnssecSigned: null,
}

async function get(...call: Parameters<typeof getDocument>): Promise<Document> {
  try {
    return await getDocument(...call)
  } catch (error) {
    if (!(error instanceof RdapRequestError)) throw error
    throw new RegistrationDataError('unavailable', error.message)
  }
}

function refusalOf({ status, retryAfter, url }: Document, now: Date) {
  if (status === 200) return undefined
  const words = `${url.host} answered ${status}`
  const retryAfterMs = readRetryAfter(retryAfter, now)
  if (status === 429) return tooMany(words, retryAfterMs ?? minuteMs)
  return new RegistrationDataError('unavailable', words, retryAfterMs)
}

const tooMany = (words: string, retryAfterMs: number) =>
  new RegistrationDataError('rate-limited', words, retryAfterMs)

/** Seconds, or a date. Never less than a second, and never longer than a day. */
function readRetryAfter(header: string | null, now: Date): number | null {
  if (header === null) return null
  const waitMs = /^\d{1,9}$/.test(header)
    ? Number(header) * 1000
    : Date.parse(header) - now.getTime()
  return Number.isFinite(waitMs) ? Math.min(Math.max(waitMs, 1000), dayMs) : null
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new RegistrationDataError('malformed', 'The answer is not JSON')
  }
}
