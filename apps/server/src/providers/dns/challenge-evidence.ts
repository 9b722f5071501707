/** What an answer says about a challenge: the token, something else, or a way out of the domain. */
import { sameBytes } from '../../platform/crypto/secrets.ts'
import { type DnsReply, isSameName, plainName } from './dns-message.ts'
import { listNameServersAt } from './dns-resolver.ts'

export type Claim = { domain: string; host: string; value: string }
export type Evidence =
  | { kind: 'token' }
  | { kind: 'other'; seen: string[] }
  /** Whoever controls the target could answer for the domain. */
  | { kind: 'led-away'; seen: string[] }

/** `host` may be another than the challenge's, to see whether every name answers the same. */
export function readEvidence(reply: DnsReply, { domain, host, value }: Claim): Evidence {
  const cut = listDelegation(reply, host)
  if (cut.length > 0) return { kind: 'led-away', seen: cut }

  let owner = host
  for (let hops = 0; hops < aliasesMax; hops += 1) {
    const target = findAlias(reply, owner)
    if (target === undefined) return readTexts(reply, { owner, host, value })
    if (!isWithin(target, domain)) return { kind: 'led-away', seen: [`CNAME ${target}`] }
    owner = target
  }
  return { kind: 'other', seen: [`CNAME ${owner}`] }
}

const aliasesMax = 8

/** A label that is a zone of its own answers with its servers, or with its own start of authority. */
export function listDelegation({ answers, authorities }: DnsReply, host: string): string[] {
  const servers = listNameServersAt([...answers, ...authorities], host)
  if (servers.length > 0) return servers.map((server) => `NS ${server}`)
  const isZone = authorities.some(({ type, name }) => type === 'SOA' && isSameName(name, host))
  return isZone ? [`SOA ${host}`] : []
}

/** The signer is the zone that a record stands in, whatever that zone says of its servers. */
export function isSignedByItself({ answers }: DnsReply, host: string): boolean {
  return answers.some(
    (answer) =>
      answer.type === 'RRSIG' &&
      isSameName(answer.name, host) &&
      isSameName(answer.data.signersName, host),
  )
}

function findAlias({ answers }: DnsReply, owner: string): string | undefined {
  for (const answer of answers) {
    if (answer.type === 'CNAME' && isSameName(answer.name, owner)) return plainName(answer.data)
  }
  return undefined
}

const isWithin = (name: string, domain: string) => name === domain || name.endsWith(`.${domain}`)

function readTexts(
  { answers }: DnsReply,
  { owner, host, value }: { owner: string; host: string; value: string },
): Evidence {
  const texts = answers.flatMap((answer) =>
    answer.type === 'TXT' && isSameName(answer.name, owner) ? [joinStrings(answer.data)] : [],
  )
  const expected = Buffer.from(value)
  if (texts.some((text) => sameBytes(text, expected))) return { kind: 'token' }
  const alias = owner === host ? [] : [`CNAME ${owner}`]
  return { kind: 'other', seen: [...alias, ...texts.map((text) => text.toString('utf8'))] }
}

/** One record may come in several strings of at most 255 bytes; together they are its value. */
function joinStrings(data: string | Buffer | (string | Buffer)[]): Buffer {
  const strings = Array.isArray(data) ? data : [data]
  return Buffer.concat(strings.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)))
}
