import { type Answer, TRUNCATED_RESPONSE } from 'dns-packet'
import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import type { Fqdn } from '../../platform/net/fqdn.ts'
import { lyingCases } from '../../../test/dns/lying-cases.ts'
import {
  type Asked,
  type RawDnsServer,
  sayTo,
  startRawDnsServer,
  withLength,
} from '@pier/stand-ins/dns/raw-dns-server'
import { createQuery, DnsError, readReply } from './dns-message.ts'
import { createDnsResolver } from './dns-resolver.ts'
import { askOverTcp, askOverUdp } from './dns-transport.ts'
import { createDomainControlVerifier } from './domain-control.ts'

const name = 'example.com' as Fqdn
const host = `_pier-challenge.${name}`
const value = 'token=abc expiry=2026-11-22T12:00:00Z'
const patience = () => ({ signal: AbortSignal.timeout(5_000), timeoutMs: 700 })

const servers: RawDnsServer[] = []
const start = async (...given: Parameters<typeof startRawDnsServer>) => {
  const server = await startRawDnsServer(...given)
  servers.push(server)
  return server
}
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()))
})

const text = (data: string, owner = host): Answer => ({ type: 'TXT', name: owner, ttl: 60, data })
const question = { name: host, type: 'TXT' } as const

test.each<[string, (asked: Asked) => Buffer]>([
  ['a wrong id', (asked) => sayTo({ ...asked, id: asked.id ^ 1 })],
  ['another name', (asked) => sayTo({ ...asked, name: 'other.com' })],
  ['another type', (asked) => sayTo({ ...asked, type: 'A' })],
  ['a question', (asked) => asQuestion(sayTo(asked))],
  ['nothing', () => Buffer.alloc(0)],
  ['half a header', (asked) => sayTo(asked).subarray(0, 7)],
  ['a torn record', (asked) => sayTo(asked, { answers: [text(value)] }).subarray(0, -9)],
  ['counts that lie', (asked) => withCount(sayTo(asked), 65_535)],
  ['a name that points at itself', (asked) => withLoop(sayTo(asked))],
  ['noise', () => Buffer.alloc(512, 0xc0)],
])('%s is no answer, and the true one after it is', async (_, lie) => {
  const truth = (asked: Asked) => sayTo(asked, { answers: [text(value)] })
  const liar = await start((asked) => [lie(asked)])
  const both = await start((asked) =>
    asked.via === 'udp' ? [lie(asked), truth(asked)] : [lie(asked)],
  )

  await expect(askOverUdp(liar, question, patience())).rejects.toMatchObject({ kind: 'timeout' })
  await expect(askOverTcp(liar, question, patience())).rejects.toThrow(DnsError)
  expect((await askOverUdp(both, question, patience())).answers).toHaveLength(1)
})

const asQuestion = (wire: Buffer) => wire.fill(0, 2, 3)
const withCount = (wire: Buffer, count: number) => {
  wire.writeUInt16BE(count, 6)
  return wire
}
/** One answer whose name is a pointer to that pointer. */
const withLoop = (wire: Buffer) => {
  const at = wire.length
  const record = Buffer.from([0xc0 | (at >> 8), at & 0xff, 0, 16, 0, 1, 0, 0, 0, 60, 0, 2, 1, 65])
  return withCount(Buffer.concat([wire, record]), 1)
}

test('an answer that says it is huge is refused before it is read', async () => {
  const header = Buffer.from([0xff, 0xff])
  const server = await start(() => [header, Buffer.alloc(60_000)], { isRawTcp: true })

  await expect(askOverTcp(server, question, patience())).rejects.toMatchObject({
    kind: 'malformed',
  })
})

test('an answer that trickles, stops or never starts ends in time', async () => {
  const trickle = await start((asked) => [withLength(sayTo(asked)).subarray(0, 5)], {
    isRawTcp: true,
  })
  const silent = await start(() => [])

  for (const server of [trickle, silent]) {
    const startedAt = performance.now()
    await expect(askOverTcp(server, question, patience())).rejects.toMatchObject({
      kind: 'timeout',
    })
    await expect(askOverUdp(silent, question, patience())).rejects.toMatchObject({
      kind: 'timeout',
    })
    expect(performance.now() - startedAt).toBeLessThan(3_000)
  }
})

test('a truncated answer of the resolver is asked for again over TCP', async () => {
  const server = await start((asked) => [
    asked.via === 'udp'
      ? sayTo(asked, { flags: TRUNCATED_RESPONSE })
      : sayTo(asked, { answers: [text(value)] }),
  ])

  const reply = await createDnsResolver(server).ask(question, AbortSignal.timeout(2_000))

  expect(reply.answers).toHaveLength(1)
  expect(server.asked.map(({ via }) => via)).toEqual(['udp', 'tcp'])
})

test('no bytes whatever crash the reader', () => {
  const query = createQuery(question)
  const honest = sayTo({ id: query.id, ...question }, { answers: [text(value), text('x')] })
  const change = fc.record({ at: fc.nat(honest.length - 1), to: fc.integer({ min: 0, max: 255 }) })
  const changed = fc.array(change, { maxLength: 6 }).map((changes) => {
    const wire = Buffer.from(honest)
    for (const { at, to } of changes) wire[at] = to
    return wire
  })
  const noise = fc.uint8Array({ maxLength: 600 }).map((bytes) => Buffer.from(bytes))
  fc.assert(
    fc.property(fc.oneof(changed, noise), (wire) => {
      try {
        readReply(wire, query)
      } catch (error) {
        expect(error).toBeInstanceOf(DnsError)
      }
    }),
    { numRuns: 5_000 },
  )
})

test.for(lyingCases)('$says', async ({ judge }) => {
  for (const { got, wanted } of await judge()) expect(got).toMatchObject(wanted)
})

test('an unreachable resolver is reported as a timeout, not as a failed verification', async () => {
  const resolver = { address: '127.0.0.1', port: 1 }
  const verifier = createDomainControlVerifier({ resolver })

  expect(await verifier.check(name, value)).toMatchObject({ verified: false, reason: 'timeout' })
})
