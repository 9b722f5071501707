/**
 * What a domain's DNS can hold where a token is looked up, honest or not, and the expected verdict.
 * Knot and Unbound are real; the servers that refuse or stay silent are ours.
 */
import { challengeHostOf } from '../../src/providers/dns/challenge-host.ts'
import { makeChallenge } from '../../src/modules/domains/verification/challenge.ts'
import type { Fqdn } from '../../src/platform/net/fqdn.ts'
import { readDomainName } from '../../src/modules/domains/names/domain-name.ts'
import { createDomainControlVerifier } from '../../src/providers/dns/domain-control.ts'
import { bothServers, startDnsWorld, type Zone } from '@pier/stand-ins/dns/dns-world'
import type { Judged } from './judged.ts'
import { sayTo, startRawDnsServer } from '@pier/stand-ins/dns/raw-dns-server'

const idn = 'xn--bcher-kva.com'
const zone = (name: string, ...records: string[]): Zone => ({ name, records })
const ns1 = ['@ NS ns1', 'ns1 A 127.0.0.1']
const ns3 = ['@ NS ns3', 'ns3 A 127.0.0.3'] // refuses
const zones: Zone[] = [
  ...['late.com', 'wrong.com', 'wildcard.com', 'both-kinds.com', 'alias-in.com', 'alias-out.com']
    .concat(['dangling.com', 'dangling-in.com', 'disagree.com', 'long.com', 'strings.com', idn])
    .concat('other-owner.net')
    .map((name) => ({ name })),
  zone('one-server.com', ...ns1),
  zone('twins.com', ...ns1, '@ NS ns2', 'ns2 A 127.0.0.1'),
  zone('three.com', ...bothServers, ...ns3),
  zone('two-one-dead.com', ...ns1, '@ NS ns3', 'ns3 A 127.0.0.5'),
  zone('two-one-refusing.com', ...ns1, ...ns3),
  zone('all-refusing.com', ...ns3),
  zone('slow.com', '@ NS ns4', 'ns4 A 127.0.0.4'),
  { ...zone('dead-resolution.com', ...ns1), resolvedAt: '127.0.0.4' },
  zone(
    'private.com',
    '@ NS ns1',
    '@ NS ns2',
    'ns1 A 10.0.0.1',
    'ns2 A 169.254.169.254',
    'ns2 AAAA ::1',
  ),
  zone('rebound.com', ...ns1, '@ NS ns2', 'ns2 A 192.168.0.1'),
  zone('delegated.com', ...bothServers, '_pier-challenge NS ns1.other-owner.net.'),
  zone('_pier-challenge.delegated.com', '@ NS ns1.other-owner.net.'),
  zone('referred.com', ...bothServers, '_pier-challenge NS ns9.other-owner.net.'),
  { ...zone('signed.com', ...ns1), isSigned: true },
  { ...zone('signed-wildcard.com', ...ns1), isSigned: true },
  { ...zone('bogus.com', ...ns1), isSigned: true, anchoredBy: 'signed.com' },
]

export type ControlScene = Awaited<ReturnType<typeof startControlScene>>

export async function startControlScene() {
  const world = await startDnsWorld(zones)
  const { port, resolver } = world
  const refusing = await startRawDnsServer((asked) => [sayTo(asked, { code: 5 })], {
    address: '127.0.0.3',
    port,
  })
  const slow = await startRawDnsServer(() => [], { address: '127.0.0.4', port })
  const isAllowed = (address: string) => address.startsWith('127.0.0.')
  const verifier = createDomainControlVerifier({ resolver, onlyForTests: { port, isAllowed } })
  return {
    world,
    /** Our own two servers, which record what they were asked. */
    own: [refusing, slow],
    challenge(domain: string) {
      const name = nameOf(domain)
      const host = challengeHostOf(name)
      const { value } = makeChallenge(now)
      const say = (update: string, servers?: string[]) => world.update(name, update, servers)
      return {
        host,
        value,
        say,
        publish: (servers?: string[]) => say(`add ${host} 60 TXT "${value}"`, servers),
        check: () => verifier.check(name, value),
      }
    },
    stop: async (): Promise<void> => {
      await Promise.all([refusing.close(), slow.close()])
      await world.stop()
    },
  }
}

const now = new Date('2026-11-15T12:00:00.123Z')

export const nameOf = (typed: string): Fqdn => {
  const answer = readDomainName(typed)
  if (!('name' in answer)) throw new Error(answer.refusal.words)
  return answer.name.ascii
}

const first = ['127.0.0.1']
const verified = (more: object = {}) => ({ verified: true, ...more })
const refused = (reason: string, seen?: string[]) => {
  return { verified: false, reason, ...(seen && { seen }) }
}

type ControlCase = { says: string; judge: (scene: ControlScene) => Promise<Judged[]> }

/** One domain, one update of its zone, one verdict. */
const simple = (
  says: string,
  domain: string,
  wanted: object,
  write: (given: ReturnType<ControlScene['challenge']>) => Promise<void> = ({ publish }) =>
    publish(),
): ControlCase => ({
  says,
  async judge(scene) {
    const given = scene.challenge(domain)
    await write(given)
    return [{ got: await given.check(), wanted }]
  },
})
const nothing = async (): Promise<void> => {}

export const controlCases: ControlCase[] = [
  {
    says: 'a wrong value is shown, and other records beside the right one do no harm',
    async judge(scene) {
      const { host, check, say, publish } = scene.challenge('wrong.com')
      await say(`add ${host} 60 TXT "token=somebodyelse"`)
      const before = { got: await check(), wanted: refused('wrong-value', ['token=somebodyelse']) }
      await publish()
      return [before, { got: await check(), wanted: verified() }]
    },
  },
  {
    says: 'a value that only begins or ends like ours is wrong',
    async judge(scene) {
      const { host, value, check, say, publish } = scene.challenge('one-server.com')
      await say(`add ${host} 60 TXT "${value} "`, first)
      await say(`add ${host} 60 TXT "${value.slice(0, -1)}"`, first)
      await say(`add ${host} 60 TXT "${value.toUpperCase()}"`, first)
      const before = { got: await check(), wanted: refused('wrong-value') }
      await publish(first)
      const wanted = verified({ nameservers: ['ns1.one-server.com'] })
      return [before, { got: await check(), wanted }]
    },
  },
  simple('a wildcard proves nothing', 'wildcard.com', refused('wildcard'), ({ say, value }) =>
    say(`add *.wildcard.com 60 TXT "${value}"`),
  ),
  simple(
    'a wildcard with another text does no harm',
    'both-kinds.com',
    verified(),
    async ({ say, publish }) => {
      await say('add *.both-kinds.com 60 TXT "v=spf1 -all"')
      await publish()
    },
  ),
  simple(
    'an alias within the domain is followed',
    'alias-in.com',
    verified({ via: 'authoritative' }),
    async ({ say, host, value }) => {
      await say(`add ${host} 60 CNAME proof.alias-in.com.`)
      await say(`add proof.alias-in.com 60 TXT "${value}"`)
    },
  ),
  {
    says: 'an alias out of the domain is refused, even to the right token',
    async judge(scene) {
      const { host, value, check, say } = scene.challenge('alias-out.com')
      await say(`add ${host} 60 CNAME proof.other-owner.net.`)
      await scene.world.update('other-owner.net', `add proof.other-owner.net 60 TXT "${value}"`)
      const wanted = refused('wrong-value', ['CNAME proof.other-owner.net'])
      return [{ got: await check(), wanted }]
    },
  },
  ...['nobody.other-owner.net', 'nobody.dangling-in.com'].map((target, index) =>
    simple(
      `an alias to nothing is refused: ${target}`,
      index === 0 ? 'dangling.com' : 'dangling-in.com',
      refused('wrong-value', [`CNAME ${target}`]),
      ({ say, host }) => say(`add ${host} 60 CNAME ${target}.`),
    ),
  ),
  {
    says: 'a label that is given away is refused, even with the right token',
    async judge(scene) {
      const { host, value, check } = scene.challenge('delegated.com')
      await scene.world.update(host, `add ${host} 60 TXT "${value}"`)
      const wanted = refused('wrong-value', ['NS ns1.other-owner.net'])
      return [{ got: await check(), wanted }]
    },
  },
  simple(
    'a label given away to servers that nobody reaches is refused',
    'referred.com',
    { verified: false },
    nothing,
  ),
  {
    says: 'servers that disagree prove nothing',
    async judge(scene) {
      const { check, publish } = scene.challenge('disagree.com')
      await publish(first)
      const wanted = refused('servers-disagree', ['ns2.disagree.com: no record'])
      const before = { got: await check(), wanted }
      await publish(['127.0.0.2'])
      return [before, { got: await check(), wanted: verified() }]
    },
  },
  simple('one lame server of three is passed over', 'three.com', verified()),
  simple(
    'one of two that refuses is not passed over',
    'two-one-refusing.com',
    refused('servers-disagree', ['ns3.two-one-refusing.com: REFUSED']),
    ({ publish }) => publish(first),
  ),
  simple(
    'one of two that is dead is not passed over',
    'two-one-dead.com',
    refused('timeout', ['ns3.two-one-dead.com: no answer']),
    ({ publish }) => publish(first),
  ),
  simple('two names of one machine are one server', 'twins.com', verified(), ({ publish }) =>
    publish(first),
  ),
  simple(
    'servers that all refuse are no delegation',
    'all-refusing.com',
    refused('no-delegation', ['ns3.all-refusing.com: REFUSED']),
    nothing,
  ),
  simple(
    'a signed zone is proved by its signatures',
    'signed.com',
    verified({ via: 'dnssec', nameservers: ['ns1.signed.com'] }),
    ({ publish }) => publish(first),
  ),
  simple(
    'a signed wildcard proves nothing either',
    'signed-wildcard.com',
    refused('wildcard'),
    ({ say, value }) => say(`add *.signed-wildcard.com 60 TXT "${value}"`, first),
  ),
  simple(
    'a zone whose signatures do not fit is refused, even with the right token',
    'bogus.com',
    refused('dnssec-bogus', []),
    ({ publish }) => publish(first),
  ),
  simple('a record in several strings is one value', 'strings.com', verified(), (given) => {
    const { say, host, value } = given
    return say(`add ${host} 60 TXT "${value.slice(0, 7)}" "" "${value.slice(7)}"`)
  }),
  simple('a name in another alphabet is proved by its plain form', 'bücher.com', verified()),
  simple(
    'servers at private addresses are never asked',
    'private.com',
    refused('no-delegation', [
      'ns1.private.com: no public address',
      'ns2.private.com: no public address',
    ]),
    nothing,
  ),
  simple(
    'a second server at a private address is not passed over',
    'rebound.com',
    refused('servers-disagree', ['ns2.rebound.com: no public address']),
    ({ publish }) => publish(first),
  ),
  ...['slow.com', 'dead-resolution.com'].map((domain): ControlCase => {
    return {
      says: `${domain} ends within ten seconds`,
      async judge(scene) {
        const startedAt = performance.now()
        const got = await scene.challenge(domain).check()
        const isInTime = performance.now() - startedAt < 10_000
        return [{ got: { ...got, isInTime }, wanted: { ...refused('timeout'), isInTime: true } }]
      },
    }
  }),
]
