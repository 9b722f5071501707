/**
 * Whether somebody controls a domain: a TXT record that only its DNS can show. A validating
 * resolver is asked first; what it cannot vouch for, two of the domain's servers, or its only one,
 * must say over TCP, and none may say otherwise. The caller decides how long a token is valid and whose it is: a record is checked
 * again, long after.
 */
import { challengeHostOf } from './challenge-host.ts'
import type { Fqdn } from '../../platform/net/fqdn.ts'
import { isPublicAddress } from '../../platform/net/public-address.ts'
import { type Claim, isSignedByItself, listDelegation, readEvidence } from './challenge-evidence.ts'
import { DnsError, type DnsReply } from './dns-message.ts'
import { createDnsResolver, type DnsResolver } from './dns-resolver.ts'
import type { DnsServer } from './dns-transport.ts'
import {
  listServers,
  nameServersMax,
  type Reach,
  siblingOf,
  takeStatement,
} from './name-servers.ts'
import { type ControlCheck, judgeStatements, refuse } from './control-verdict.ts'

export type DomainControlVerifier = ReturnType<typeof createDomainControlVerifier>

export type DomainControlOptions = {
  resolver: DnsServer
  /** For tests only: a domain's servers on this machine, at their own port. */
  onlyForTests?: { port: number; isAllowed: (address: string) => boolean }
}

export function createDomainControlVerifier(options: DomainControlOptions) {
  const resolver = createDnsResolver(options.resolver)
  const { port = 53, isAllowed = isPublicAddress } = options.onlyForTests ?? {}
  return {
    async check(name: Fqdn, value: string): Promise<ControlCheck> {
      const claim = { domain: name, host: challengeHostOf(name), value }
      const signal = AbortSignal.timeout(attemptMs)
      try {
        return await checkClaim(resolver, claim, { port, isAllowed, signal })
      } catch (error) {
        if (!(error instanceof DnsError)) throw error
        return refuse('timeout', [error.message])
      }
    },
  }
}

const attemptMs = 9_500 // The promise is ten seconds; the rest is for our own work.

async function checkClaim(
  resolver: DnsResolver,
  claim: Claim,
  reach: Reach,
): Promise<ControlCheck> {
  const { domain, host } = claim
  const { signal } = reach
  const [reply, ofLabel, hosts] = await Promise.all([
    resolver.ask({ name: host, type: 'TXT' }, signal),
    resolver.ask({ name: host, type: 'NS' }, signal),
    resolver.listNameServers(domain, signal),
  ])
  if ([reply.code, ofLabel.code].includes('SERVFAIL')) return explainFailure(resolver, host, signal)
  const cut = listDelegation(ofLabel, host)
  if (cut.length > 0) return refuse('wrong-value', cut)
  if (hosts.length === 0) return refuse('no-delegation', [])
  if (hosts.length > nameServersMax) {
    return refuse('no-delegation', [`${hosts.length} name servers`])
  }
  if (isVouchedFor(reply, claim)) {
    const isWildcard = await answersEverywhere(resolver, claim, signal)
    if (isWildcard) return refuse('wildcard', [])
    return { verified: true, via: 'dnssec', nameservers: hosts }
  }
  const servers = await listServers(resolver, hosts, reach)
  const statements = await Promise.all(servers.map((server) => takeStatement(server, claim, reach)))
  return judgeStatements(statements, hosts)
}

/** The resolver fails alike for forged zones and dead servers; only the former have an answer. */
async function explainFailure(
  resolver: DnsResolver,
  host: string,
  signal: AbortSignal,
): Promise<ControlCheck> {
  const unchecked = await resolver.ask({ name: host, type: 'TXT', isUnchecked: true }, signal)
  return unchecked.code === 'SERVFAIL'
    ? refuse('timeout', ['SERVFAIL'])
    : refuse('dnssec-bogus', [])
}

const isVouchedFor = (reply: DnsReply, claim: Claim) =>
  reply.isAuthentic &&
  readEvidence(reply, claim).kind === 'token' &&
  !isSignedByItself(reply, claim.host)

async function answersEverywhere(
  resolver: DnsResolver,
  claim: Claim,
  signal: AbortSignal,
): Promise<boolean> {
  const host = siblingOf(claim)
  const reply = await resolver.ask({ name: host, type: 'TXT' }, signal)
  if (reply.code !== 'NOERROR' && reply.code !== 'NXDOMAIN') {
    throw new DnsError('timeout', reply.code)
  }
  return readEvidence(reply, { ...claim, host }).kind === 'token'
}
