import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Fqdn } from '../../platform/net/fqdn.ts'
import { type RawDnsServer, sayTo, startRawDnsServer } from '@pier/stand-ins/dns/raw-dns-server'
import { bootstrapAt, domainAnswer } from '@pier/stand-ins/rdap/rdap-fixtures'
import { startRdapServer } from '@pier/stand-ins/rdap/rdap-server'
import { createDnsResolver } from '../dns/dns-resolver.ts'
import { readBootstrap, refreshBootstrap } from './rdap-bootstrap.ts'
import { readFacts } from './rdap-facts.ts'
import {
  createRegistrationDataSource,
  RegistrationDataError,
  type RegistrationDataSource,
} from './registration-data.ts'

const addresses: Record<string, string[]> = {
  'rdap.registry.example': ['127.0.0.1'],
  'other.example': ['127.0.0.1'],
  'stranger.example': ['127.0.0.1'], // Its name is not in the certificate.
  'private.example': ['10.0.0.1'],
  'mixed.example': ['127.0.0.1', '169.254.169.254'],
}
const certified = ['rdap.registry.example', 'other.example', 'mixed.example']
const now = new Date('2026-11-15T12:00:00Z')
let dns: RawDnsServer
let server: Awaited<ReturnType<typeof startRdapServer>>
let handle: (request: IncomingMessage, reply: ServerResponse) => void
let requests: IncomingMessage[]

beforeAll(async () => {
  dns = await startRawDnsServer((asked) => {
    const found = asked.type === 'A' ? (addresses[asked.name] ?? []) : []
    const answers = found.map((data) => ({ type: 'A', name: asked.name, ttl: 1, data }) as const)
    return [sayTo(asked, { answers })]
  })
  server = await startRdapServer(certified, (request, reply) => {
    requests.push(request)
    handle(request, reply)
  })
})
afterAll(async () => {
  await Promise.all([dns.close(), server.close()])
})
beforeEach(() => {
  requests = []
  handle = (request, reply) => {
    const name = request.url?.split('/').at(-1) ?? ''
    reply.setHeader('content-type', 'application/rdap+json')
    reply.end(JSON.stringify(domainAnswer(name)))
  }
})

const isAllowed = (address: string) => address === '127.0.0.1'
const reach = () => ({
  resolver: createDnsResolver(dns),
  onlyForTests: { isAllowed, ca: server.ca },
})
const open = (given: object = {}): RegistrationDataSource =>
  createRegistrationDataSource({
    bootstrap: readBootstrap(bootstrapAt(server.port)),
    ...reach(),
    ...given,
  })
const look = (name: string, given: object = {}) => open(given).lookup(name as Fqdn, now)
const says = (status: number, headers: Record<string, string> = {}, body = '') => {
  handle = (_request, reply) => reply.writeHead(status, headers).end(body)
}

test('the facts of a registration are read', async () => {
  expect(await look('example.com')).toEqual({
    source: 'rdap',
    server: `https://rdap.registry.example:${server.port}`,
    fetchedAt: now,
    raw: domainAnswer('example.com'),
    isRegistered: true,
    registeredAt: new Date('1990-12-31T23:59:59Z'),
    expiresAt: new Date('2026-12-31T23:59:59Z'),
    transferredAt: new Date('2001-12-31T22:59:59Z'),
    changedAt: new Date('1991-12-31T23:59:59Z'),
    statuses: ['client transfer prohibited', 'locked'],
    registrar: { name: 'Registrar Ltd', ianaId: '292' },
    nameservers: ['ns1.example.com', 'ns2.example.com'],
    dnssecSigned: true,
  })
  expect(requests[0]?.headers.accept).toContain('application/rdap+json')
})

test('the longest ending decides whom to ask, and https is the only way', async () => {
  await look('example.com')
  await look('example.uk')
  await look('example.co.uk')
  await look('example.org')

  expect(requests.map(({ url }) => url)).toEqual([
    '/com/v1/domain/example.com',
    '/uk/domain/example.uk',
    '/co-uk/domain/example.co.uk',
    '/rdap/domain/example.org',
  ])
})

test('where nobody can be asked, nothing is known', async () => {
  expect(await look('example.unknown')).toBeNull()
  expect(await look('example.plain')).toBeNull()
  expect(await look('com.unknown')).toBeNull()
  expect(requests).toEqual([])
})

test('a name that nobody has registered is an answer', async () => {
  says(404, {}, 'gone')

  const none = { registeredAt: null, expiresAt: null, statuses: [], dnssecSigned: null }
  expect(await look('free.com')).toMatchObject({ isRegistered: false, raw: null, ...none })
})

test.each([
  ['120', 120_000],
  ['0', 1000],
  ['999999999', 86_400_000],
  ['Sun, 15 Nov 2026 12:05:00 GMT', 300_000],
  ['Sun, 15 Nov 2020 12:05:00 GMT', 1000],
  ['soon', 60_000],
])('too many questions, try again after %j', async (header, retryAfterMs) => {
  says(429, { 'retry-after': header })

  const refusal = { reason: 'rate-limited', retryAfterMs }
  await expect(look('example.com')).rejects.toMatchObject(refusal)
})

test('a server that refused is asked nothing until its time is over', async () => {
  const source = open()
  const ask = (name: string) => source.lookup(name as Fqdn, now)
  says(429, { 'retry-after': '1' })
  await expect(ask('example.com')).rejects.toMatchObject({ reason: 'rate-limited' })
  says(503)

  await expect(ask('other.com')).rejects.toMatchObject({ reason: 'rate-limited' })
  expect(requests).toHaveLength(1)
  await sleep(1000)
  await expect(ask('other.com')).rejects.toMatchObject({ reason: 'unavailable' })
})

test('a server error is reported as unavailable, not as an unregistered name', async () => {
  says(503, { 'retry-after': '30' })
  const busy = { reason: 'unavailable', retryAfterMs: 30_000 }
  await expect(look('example.com')).rejects.toMatchObject(busy)

  says(500)
  await expect(look('example.com')).rejects.toThrow(RegistrationDataError)
  const broken = { reason: 'unavailable', retryAfterMs: null }
  await expect(look('example.com')).rejects.toMatchObject(broken)
})

test.each([
  ['no JSON', '<html>'],
  ['another object', '{"objectClassName":"entity","ldhName":"example.com"}'],
  ['another name', JSON.stringify(domainAnswer('other.com'))],
  ['a list', '[]'],
  ['nothing', ''],
])('%s is not taken for an answer', async (_, body) => {
  says(200, {}, body)

  await expect(look('example.com')).rejects.toMatchObject({ reason: 'malformed' })
})

test('a redirect among the known servers is followed', async () => {
  const location = `https://other.example:${server.port}/rdap/domain/example.com`
  const plain = handle
  handle = (request, reply) =>
    request.headers.host?.startsWith('other') === true
      ? plain(request, reply)
      : reply.writeHead(302, { location }).end()

  expect(await look('example.com')).toMatchObject({
    server: `https://other.example:${server.port}`,
    isRegistered: true,
  })
})

test.each([
  ['to another server', () => `https://stranger.test:${server.port}/rdap/domain/example.com`],
  ['to this machine', () => `https://127.0.0.1:${server.port}/`],
  ['to the metadata of a cloud', () => 'https://169.254.169.254/latest/meta-data'],
  ['to a plain line', () => `http://rdap.registry.example:${server.port}/com/v1/`],
  ['to another port', () => 'https://rdap.registry.example:1/com/v1/'],
  ['out of the base', () => '/com/v1/../../admin'],
  ['to a file', () => 'file:///etc/passwd'],
  ['to nothing', () => 'https://'],
])('a redirect %s is refused', async (_, location) => {
  says(302, { location: location() })

  await expect(look('example.com')).rejects.toMatchObject({ reason: 'unavailable' })
  expect(requests).toHaveLength(1)
})

test('redirects in a ring end', async () => {
  says(302, { location: '/com/v1/domain/example.com' })

  await expect(look('example.com')).rejects.toMatchObject({ reason: 'unavailable' })
  expect(requests).toHaveLength(4)
})

test.each([
  ['example.de', 'a private address'],
  ['example.fr', 'one private address among others'],
  ['example.it', 'an address instead of a name'],
  ['example.es', 'no address'],
  ['example.pl', 'the certificate of another'],
])('%s is not asked: %s', async (name) => {
  await expect(look(name)).rejects.toMatchObject({ reason: 'unavailable' })
  expect(requests).toEqual([])
})

test('without the option of tests, this machine is not asked', async () => {
  await expect(look('example.com', { onlyForTests: undefined })).rejects.toMatchObject({
    message: 'rdap.registry.example is not of the open internet',
  })
  expect(requests).toEqual([])
})

test('the name is resolved once, and the connection goes where it was looked at', async () => {
  const before = dns.asked.length
  await look('example.com')

  expect(
    dns.asked
      .slice(before)
      .map(({ type }) => type)
      .sort(),
  ).toEqual(['A', 'AAAA'])
})

test('an answer that is too long or too slow is given up', async () => {
  says(200, {}, ' '.repeat(256 * 1024 + 1))
  await expect(look('example.com')).rejects.toMatchObject({ message: 'The answer is too long' })

  const startedAt = performance.now()
  handle = (_request, reply) => reply.writeHead(200).write('{')
  await expect(look('example.com')).rejects.toMatchObject({ reason: 'unavailable' })
  expect(performance.now() - startedAt).toBeLessThan(6_000)
})

test('whatever stands in an answer, it is read or refused', () => {
  const json = fc.jsonValue()
  const answer = fc.record({
    objectClassName: fc.constant('domain'),
    ldhName: fc.constantFrom('example.com', 'EXAMPLE.com.'),
    status: json,
    events: fc.oneof(
      json,
      fc.array(fc.record({ eventAction: fc.constant('transfer'), eventDate: json })),
    ),
    nameservers: json,
    secureDNS: json,
    entities: fc.oneof(
      json,
      fc.array(fc.record({ roles: fc.constant(['registrar']), vcardArray: json, publicIds: json })),
    ),
  })
  fc.assert(
    fc.property(answer, (value) => {
      const facts = readFacts(value, 'example.com')
      expect(facts).not.toBeNull()
      expect(facts?.statuses.every((status) => typeof status === 'string')).toBe(true)
      expect(facts?.transferredAt?.getTime()).not.toBeNaN()
    }),
    { numRuns: 500 },
  )
})

test('the list of servers is fetched anew, and a bad one leaves the last good copy', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pier-bootstrap-'))
  const file = join(folder, 'dns.json')
  writeFileSync(file, 'the last good copy')
  const url = new URL(`https://rdap.registry.example:${server.port}/rdap/dns.json`)
  try {
    for (const body of ['<html>', '{"version":"1.0","services":[]}', '{}']) {
      says(200, {}, body)
      await expect(refreshBootstrap({ url, file }, reach())).rejects.toThrow()
    }
    says(500)
    await expect(refreshBootstrap({ url, file }, reach())).rejects.toThrow()
    expect(readFileSync(file, 'utf8')).toBe('the last good copy')

    says(200, {}, JSON.stringify(bootstrapAt(server.port)))
    const bootstrap = await refreshBootstrap({ url, file }, reach())
    expect(bootstrap.findBase('example.com')?.pathname).toBe('/com/v1/')
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(bootstrapAt(server.port))
    expect(readdirSync(folder)).toEqual(['dns.json'])
  } finally {
    rmSync(folder, { recursive: true })
  }
})
