/** Asks every server of a domain separately, and returns what each of them said. */
import { randomBytes } from 'node:crypto'
import { type Claim, type Evidence, readEvidence } from './challenge-evidence.ts'
import { DnsError, type DnsReply } from './dns-message.ts'
import type { DnsResolver } from './dns-resolver.ts'
import { askOverTcp } from './dns-transport.ts'

/** Several server names with a shared address are one server. */
export type NameServer = { names: string[]; addresses: string[] }
export type Statement = { server: string } & (
  | Evidence
  /** Each name of the domain answers with the token, so this one proves nothing. */
  | { kind: 'wildcard' }
  /** It answers, but not for this domain. */
  | { kind: 'lame'; seen: string[] }
  | { kind: 'silent' }
)

export type Reach = {
  port: number
  /** Asked before every packet to an address that a zone has named. */
  isAllowed: (address: string) => boolean
  signal: AbortSignal
}

export const nameServersMax = 13 // What fits a delegation, and what registries take.
const addressesOfServerMax = 2

/** A server without an address that may be asked is kept, so that it counts as one that failed. */
export async function listServers(
  resolver: DnsResolver,
  hosts: readonly string[],
  { isAllowed, signal }: Reach,
): Promise<NameServer[]> {
  const servers = new Map<string, NameServer>()
  const found = await Promise.all(
    hosts.map(async (host) => {
      const addresses = await findAddresses(resolver, host, signal)
      return { host, addresses: addresses.filter(isAllowed).slice(0, addressesOfServerMax) }
    }),
  )
  for (const { host, addresses } of found) {
    const key = addresses[0] ?? host
    const twin = servers.get(key)
    if (twin) twin.names.push(host)
    else servers.set(key, { names: [host], addresses })
  }
  return [...servers.values()]
}

/** A server whose address cannot be had is one server that fails, not the end of the attempt. */
async function findAddresses(
  resolver: DnsResolver,
  host: string,
  signal: AbortSignal,
): Promise<string[]> {
  try {
    return await resolver.listAddresses(host, signal)
  } catch (error) {
    if (error instanceof DnsError) return []
    throw error
  }
}

export async function takeStatement(
  { names, addresses }: NameServer,
  claim: Claim,
  reach: Reach,
): Promise<Statement> {
  const server = names.join(', ')
  if (addresses.length === 0) return { server, kind: 'lame', seen: ['no public address'] }
  for (const address of addresses) {
    const evidence = await askAt(address, claim, reach)
    if (evidence) return { server, ...evidence }
  }
  return { server, kind: 'silent' }
}

type Answered = Evidence | { kind: 'wildcard' } | { kind: 'lame'; seen: string[] }

async function askAt(address: string, claim: Claim, reach: Reach): Promise<Answered | null> {
  try {
    const evidence = await judge(address, claim, reach)
    if (evidence.kind !== 'token') return evidence
    const probe = await judge(address, { ...claim, host: siblingOf(claim) }, reach)
    if (probe.kind === 'lame') return probe
    return probe.kind === 'token' ? { kind: 'wildcard' } : evidence
  } catch (error) {
    if (!(error instanceof DnsError)) throw error
    return error.kind === 'malformed' ? { kind: 'lame', seen: [error.message] } : null
  }
}

/** A name that nobody has made: what it answers comes from a wildcard. */
export const siblingOf = ({ domain }: Claim): string =>
  `_${randomBytes(10).toString('hex')}.${domain}`

async function judge(address: string, claim: Claim, reach: Reach): Promise<Evidence | LameAnswer> {
  const { port, isAllowed, signal } = reach
  if (!isAllowed(address)) throw new DnsError('unreachable', 'Not a public address')
  const patience = { signal, timeoutMs: serverMs }
  const reply = await askOverTcp({ address, port }, { name: claim.host, type: 'TXT' }, patience)
  const evidence = readEvidence(reply, claim)
  // A referral for the label is not authoritative, but it is the one part of such an answer we use.
  if (evidence.kind === 'led-away') return evidence
  const lame = findLameness(reply)
  return lame ? { kind: 'lame', seen: [lame] } : evidence
}

type LameAnswer = { kind: 'lame'; seen: string[] }

const serverMs = 3_000

function findLameness({ code, isAuthoritative, isTruncated }: DnsReply): string | null {
  if (code !== 'NOERROR' && code !== 'NXDOMAIN') return code
  if (!isAuthoritative) return 'not authoritative'
  return isTruncated ? 'truncated' : null
}
