import { afterAll, beforeAll, expect, test } from 'vitest'
import { challengeHostOf } from './challenge-host.ts'
import { makeChallenge } from '../../modules/domains/verification/challenge.ts'
import {
  controlCases,
  type ControlScene,
  nameOf,
  startControlScene,
} from '../../../test/dns/control-cases.ts'
import { createDnsResolver } from './dns-resolver.ts'
import { createDomainControlVerifier } from './domain-control.ts'

let scene: ControlScene
beforeAll(async () => {
  scene = await startControlScene()
})
afterAll(() => scene?.stop())

const now = new Date('2026-11-15T12:00:00.123Z')
const challenge = (domain: string) => scene.challenge(domain)
/** How often our own servers were asked about a name. An abandoned attempt may still ask others. */
const countAsked = (domain: string) =>
  scene.own.flatMap(({ asked }) => asked).filter(({ name }) => name.endsWith(domain)).length

test.for(controlCases)('$says', async ({ judge }) => {
  for (const { got, wanted } of await judge(scene)) expect(got).toMatchObject(wanted)
})

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
  expect(await check()).toEqual({
    verified: false,
    seen: [],
    reason: 'no-record',
    retryAfterMs: 30_000,
  })

  await publish()

  const nameservers = ['ns1.late.com', 'ns2.late.com']
  expect(await check()).toEqual({ verified: true, via: 'authoritative', nameservers })
})

test('an answer too long for one packet is fetched over TCP', async () => {
  const { host, check, say, publish } = challenge('long.com')
  const texts = Array.from({ length: 12 }, (_, index) => `${index}`.padEnd(200, 'x'))
  await say(texts.map((text) => `add ${host} 60 TXT "${text}"`).join('\nupdate '))
  const before = await check()
  expect(before).toMatchObject({ verified: false, reason: 'wrong-value' })
  if (!before.verified) expect(before.seen).toHaveLength(10)
  const resolver = createDnsResolver(scene.world.resolver)
  const reply = await resolver.ask({ name: host, type: 'TXT' }, AbortSignal.timeout(5_000))
  expect(reply).toMatchObject({ isTruncated: false, answers: { length: 12 } })

  await publish()
  expect(await check()).toMatchObject({ verified: true })
})

test('without the option of tests a server on this machine is not asked', async () => {
  const real = createDomainControlVerifier({ resolver: scene.world.resolver })
  const refusal = expect.objectContaining({ verified: false, reason: 'no-delegation' })
  const before = countAsked('all-refusing.com')
  expect(before).toBeGreaterThan(0) // By the cases above, which may.
  const { value, publish } = challenge('twins.com')
  await publish(['127.0.0.1'])

  expect(await real.check(nameOf('twins.com'), value)).toEqual(refusal)
  expect(await real.check(nameOf('all-refusing.com'), value)).toEqual(refusal)
  expect(countAsked('all-refusing.com')).toBe(before)
})
