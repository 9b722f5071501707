import { afterAll, beforeAll, expect, test } from 'vitest'
import { challengeHostOf, makeChallenge } from '../../modules/domains/challenge.ts'
import { type Fqdn, readDomainName } from '../../modules/domains/domain-name.ts'
import { bothServers, startDnsWorld, type Zone } from '../../testing/dns/dns-world.ts'
import { type RawDnsServer, sayTo, startRawDnsServer } from '../../testing/dns/raw-dns-server.ts'
import { createDnsResolver } from './dns-resolver.ts'
import { createDomainControlVerifier, type DomainControlVerifier } from './domain-control.ts'

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

let world: Awaited<ReturnType<typeof startDnsWorld>>
let refusing: RawDnsServer
let slow: RawDnsServer
let verifier: DomainControlVerifier

beforeAll(async () => {
  world = await startDnsWorld(zones)
  const { port, resolver } = world
  refusing = await startRawDnsServer((asked) => [sayTo(asked, { code: 5 })], {
    address: '127.0.0.3',
    port,
  })
  slow = await startRawDnsServer(() => [], { address: '127.0.0.4', port })
  const isAllowed = (address: string) => address.startsWith('127.0.0.')
  verifier = createDomainControlVerifier({ resolver, onlyForTests: { port, isAllowed } })
})
afterAll(async () => {
  await Promise.all([refusing?.close(), slow?.close()])
  await world?.stop()
})

const now = new Date('2026-11-15T12:00:00.123Z')
const nameOf = (typed: string): Fqdn => {
  const answer = readDomainName(typed)
  if (!('name' in answer)) throw new Error(answer.refusal.words)
  return answer.name.ascii
}

function challenge(domain: string) {
  const name = nameOf(domain)
  const host = challengeHostOf(name)
  const { value } = makeChallenge(now)
  return {
    host,
    value,
    publish: (servers?: string[]) => world.update(name, `add ${host} 60 TXT "${value}"`, servers),
    say: (update: string, servers?: string[]) => world.update(name, update, servers),
    check: () => verifier.check(name, value),
  }
}
const refusal = { verified: false, seen: [] }
const refused = (reason: string, seen: unknown = expect.any(Array)) =>
  expect.objectContaining({ verified: false, reason, seen })

test('a challenge is 160 random bits for a week', () => {
  const host = challengeHostOf(nameOf('late.com'))
  const { value, expiresAt } = makeChallenge(now)

  expect(host).toBe('_pier-challenge.late.com')
  expect(value).toMatch(/^token=[a-z2-7]{32} expiry=2026-11-22T12:00:00Z$/)
  expect(expiresAt).toEqual(new Date('2026-11-22T12:00:00.123Z'))
  expect(makeChallenge(now).value).not.toBe(value)
})

test('a record that appears late is seen at once, whatever the resolver remembers', async () => {
  const { check, publish } = challenge('late.com')
  expect(await check()).toEqual({ ...refusal, reason: 'no-record', retryAfterMs: 30_000 })

  await publish()

  const nameservers = ['ns1.late.com', 'ns2.late.com']
  expect(await check()).toEqual({ verified: true, via: 'authoritative', nameservers })
})

test('a wrong value is shown, and other records beside the right one do no harm', async () => {
  const { host, check, say, publish } = challenge('wrong.com')
  await say(`add ${host} 60 TXT "token=somebodyelse"`)
  expect(await check()).toEqual(refused('wrong-value', ['token=somebodyelse']))

  await publish()
  expect(await check()).toMatchObject({ verified: true })
})

test('a value that only begins or ends like ours is wrong', async () => {
  const { host, value, check, say } = challenge('one-server.com')
  await say(`add ${host} 60 TXT "${value} "`, ['127.0.0.1'])
  await say(`add ${host} 60 TXT "${value.slice(0, -1)}"`, ['127.0.0.1'])
  await say(`add ${host} 60 TXT "${value.toUpperCase()}"`, ['127.0.0.1'])
  expect(await check()).toEqual(refused('wrong-value'))

  await say(`add ${host} 60 TXT "${value}"`, ['127.0.0.1'])
  expect(await check()).toMatchObject({ verified: true, nameservers: ['ns1.one-server.com'] })
})

test('a wildcard proves nothing', async () => {
  const { value, check, say } = challenge('wildcard.com')
  await say(`add *.wildcard.com 60 TXT "${value}"`)

  expect(await check()).toEqual(refused('wildcard'))
})

test('a wildcard with another text does no harm', async () => {
  const { check, say, publish } = challenge('both-kinds.com')
  await say('add *.both-kinds.com 60 TXT "v=spf1 -all"')
  await publish()

  expect(await check()).toMatchObject({ verified: true })
})

test('an alias within the domain is followed', async () => {
  const { host, value, check, say } = challenge('alias-in.com')
  await say(`add ${host} 60 CNAME proof.alias-in.com.`)
  await say(`add proof.alias-in.com 60 TXT "${value}"`)

  expect(await check()).toMatchObject({ verified: true, via: 'authoritative' })
})

test('an alias out of the domain is refused, even to the right token', async () => {
  const { host, value, check, say } = challenge('alias-out.com')
  await say(`add ${host} 60 CNAME proof.other-owner.net.`)
  await world.update('other-owner.net', `add proof.other-owner.net 60 TXT "${value}"`)

  expect(await check()).toEqual(refused('wrong-value', ['CNAME proof.other-owner.net']))
})

test('an alias to nothing is refused', async () => {
  const out = challenge('dangling.com')
  await out.say(`add ${out.host} 60 CNAME nobody.other-owner.net.`)
  expect(await out.check()).toEqual(refused('wrong-value', ['CNAME nobody.other-owner.net']))

  const within = challenge('dangling-in.com')
  await within.say(`add ${within.host} 60 CNAME nobody.dangling-in.com.`)
  expect(await within.check()).toEqual(refused('wrong-value', ['CNAME nobody.dangling-in.com']))
})

test('a label that is given away is refused, even with the right token', async () => {
  const { host, value, check } = challenge('delegated.com')
  await world.update(host, `add ${host} 60 TXT "${value}"`)

  expect(await check()).toEqual(refused('wrong-value', ['NS ns1.other-owner.net']))
})

test('a label given away to servers that nobody reaches is refused', async () => {
  expect(await challenge('referred.com').check()).toMatchObject({ verified: false })
})

test('servers that disagree prove nothing', async () => {
  const { check, publish } = challenge('disagree.com')
  await publish(['127.0.0.1'])
  expect(await check()).toEqual(refused('servers-disagree', ['ns2.disagree.com: no record']))

  await publish(['127.0.0.2'])
  expect(await check()).toMatchObject({ verified: true })
})

test('one lame server of three is passed over, one of two is not', async () => {
  const three = challenge('three.com')
  await three.publish()
  expect(await three.check()).toMatchObject({ verified: true })

  const refusing = challenge('two-one-refusing.com')
  await refusing.publish(['127.0.0.1'])
  expect(await refusing.check()).toEqual(
    refused('servers-disagree', ['ns3.two-one-refusing.com: REFUSED']),
  )

  const dead = challenge('two-one-dead.com')
  await dead.publish(['127.0.0.1'])
  expect(await dead.check()).toEqual(refused('timeout', ['ns3.two-one-dead.com: no answer']))
})

test('two names of one machine are one server', async () => {
  const { check, publish } = challenge('twins.com')
  await publish(['127.0.0.1'])

  expect(await check()).toMatchObject({ verified: true })
})

test('servers that all refuse are no delegation', async () => {
  expect(await challenge('all-refusing.com').check()).toEqual(
    refused('no-delegation', ['ns3.all-refusing.com: REFUSED']),
  )
})

test('a signed zone is proved by its signatures', async () => {
  const { check, publish } = challenge('signed.com')
  await publish(['127.0.0.1'])

  const nameservers = ['ns1.signed.com']
  expect(await check()).toEqual({ verified: true, via: 'dnssec', nameservers })
})

test('a signed wildcard proves nothing either', async () => {
  const { value, check, say } = challenge('signed-wildcard.com')
  await say(`add *.signed-wildcard.com 60 TXT "${value}"`, ['127.0.0.1'])

  expect(await check()).toEqual(refused('wildcard'))
})

test('a zone whose signatures do not fit is refused, even with the right token', async () => {
  const { check, publish } = challenge('bogus.com')
  await publish(['127.0.0.1'])

  expect(await check()).toEqual(refused('dnssec-bogus', []))
})

test('a record in several strings is one value', async () => {
  const { host, value, check, say } = challenge('strings.com')
  await say(`add ${host} 60 TXT "${value.slice(0, 7)}" "" "${value.slice(7)}"`)

  expect(await check()).toMatchObject({ verified: true })
})

test('an answer too long for one packet is fetched over TCP', async () => {
  const { host, check, say, publish } = challenge('long.com')
  const texts = Array.from({ length: 12 }, (_, index) => `${index}`.padEnd(200, 'x'))
  await say(texts.map((text) => `add ${host} 60 TXT "${text}"`).join('\nupdate '))
  const before = await check()
  expect(before).toEqual(refused('wrong-value'))
  if (!before.verified) expect(before.seen).toHaveLength(10)
  const resolver = createDnsResolver(world.resolver)
  const reply = await resolver.ask({ name: host, type: 'TXT' }, AbortSignal.timeout(5_000))
  expect(reply).toMatchObject({ isTruncated: false, answers: { length: 12 } })

  await publish()
  expect(await check()).toMatchObject({ verified: true })
})

test('a name in another alphabet is proved by its plain form', async () => {
  const { host, check, publish } = challenge('bücher.com')
  await publish()

  expect(host).toBe(`_pier-challenge.${idn}`)
  expect(await check()).toMatchObject({ verified: true })
})

test('servers at private addresses are never asked', async () => {
  expect(await challenge('private.com').check()).toEqual(
    refused('no-delegation', [
      'ns1.private.com: no public address',
      'ns2.private.com: no public address',
    ]),
  )

  const half = challenge('rebound.com')
  await half.publish(['127.0.0.1'])
  expect(await half.check()).toEqual(
    refused('servers-disagree', ['ns2.rebound.com: no public address']),
  )
})

test('without the option of tests a server on this machine is not asked', async () => {
  const real = createDomainControlVerifier({ resolver: world.resolver })
  const before = slow.asked.length + refusing.asked.length
  const { value, publish } = challenge('twins.com')
  await publish(['127.0.0.1'])

  expect(await real.check(nameOf('twins.com'), value)).toEqual(refused('no-delegation'))
  expect(await real.check(nameOf('all-refusing.com'), value)).toEqual(refused('no-delegation'))
  expect(slow.asked.length + refusing.asked.length).toBe(before)
})

test.each(['slow.com', 'dead-resolution.com'])('%s ends within ten seconds', async (name) => {
  const startedAt = performance.now()

  expect(await challenge(name).check()).toEqual(refused('timeout'))
  expect(performance.now() - startedAt).toBeLessThan(10_000)
})
