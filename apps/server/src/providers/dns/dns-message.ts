/** One query and its answer on the wire. What does not match the query is not an answer. */
import { randomInt } from 'node:crypto'
import {
  type Answer,
  CHECKING_DISABLED,
  decode,
  DNSSEC_OK,
  encode,
  RECURSION_DESIRED,
} from 'dns-packet'

export type Question = {
  name: string
  type: 'A' | 'AAAA' | 'NS' | 'TXT'
  /** Left out for a server that shall answer from its own zones only. */
  isRecursive?: boolean
  /** Asks a validating resolver for what it would otherwise hide as forged. */
  isUnchecked?: boolean
}
export type Query = Question & { id: number; wire: Buffer }

const responseCodes = ['NOERROR', 'FORMERR', 'SERVFAIL', 'NXDOMAIN', 'NOTIMP', 'REFUSED'] as const
export type DnsReply = {
  code: (typeof responseCodes)[number] | 'OTHER'
  isAuthoritative: boolean
  /** The resolver has checked the signatures. */
  isAuthentic: boolean
  isTruncated: boolean
  answers: Answer[]
  authorities: Answer[]
}

/** Why there is no answer. A negative reply is an answer. */
export class DnsError extends Error {
  readonly kind: 'timeout' | 'unreachable' | 'malformed'

  constructor(kind: DnsError['kind'], message: string) {
    super(message)
    this.kind = kind
  }
}

const udpBytesMax = 1232 // What passes without fragments; more comes over TCP.

export function createQuery(question: Question): Query {
  const id = randomInt(65_536)
  const recursion = question.isRecursive ? RECURSION_DESIRED : 0
  const wire = encode({
    type: 'query',
    id,
    flags: recursion | (question.isUnchecked ? CHECKING_DISABLED : 0),
    questions: [{ name: question.name, type: question.type }],
    additionals: [
      {
        type: 'OPT',
        name: '.',
        udpPayloadSize: udpBytesMax,
        flags: DNSSEC_OK,
        extendedRcode: 0,
        ednsVersion: 0,
        flag_do: true,
        options: [],
      },
    ],
  })
  return { ...question, id, wire }
}

export function readReply(wire: Buffer, query: Query): DnsReply {
  const packet = decodeSafely(wire)
  const [question] = packet.questions ?? []
  const isOurs =
    packet.id === query.id &&
    packet.flag_qr &&
    packet.questions?.length === 1 &&
    question?.type === query.type &&
    isSameName(question.name, query.name)
  if (!isOurs) throw new DnsError('malformed', 'An answer to another question')
  return {
    code: responseCodes[(packet.flags ?? 0) & 0xf] ?? 'OTHER',
    isAuthoritative: packet.flag_aa,
    isAuthentic: packet.flag_ad,
    isTruncated: packet.flag_tc,
    answers: packet.answers ?? [],
    authorities: packet.authorities ?? [],
  }
}

function decodeSafely(wire: Buffer) {
  try {
    const packet = decode(wire)
    // The decoder reads a truncated last record as far as it goes.
    if (decode.bytes <= wire.length) return packet
  } catch {
    // It throws many kinds of errors; we treat them all alike.
  }
  throw new DnsError('malformed', 'An answer that cannot be read')
}

export const isSameName = (a: string, b: string): boolean => plainName(a) === plainName(b)

export const plainName = (name: string): string => name.toLowerCase().replace(/\.$/, '')
