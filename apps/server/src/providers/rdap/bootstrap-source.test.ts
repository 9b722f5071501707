import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Fqdn } from '../../platform/net/fqdn.ts'
import { createLog } from '../../platform/log.ts'
import { domainAnswer } from '@pier/stand-ins/rdap/rdap-fixtures'
import { startRdapServer } from '@pier/stand-ins/rdap/rdap-server'
import { createDnsResolver } from '../dns/dns-resolver.ts'
import { type BootstrapSource, openBootstrapSource } from './bootstrap-source.ts'
import { createRegistrationDataSource } from './registration-data.ts'

const now = new Date('2026-11-15T12:00:00Z')
let server: Awaited<ReturnType<typeof startRdapServer>>
let listed: string | null
let requests: { path: string; atMs: number }[]
let folder: string
const sources: BootstrapSource[] = []

beforeAll(async () => {
  server = await startRdapServer(['127.0.0.1'], (request, reply) => {
    const path = request.url ?? ''
    requests.push({ path, atMs: performance.now() })
    if (path !== '/dns.json') {
      reply.end(JSON.stringify(domainAnswer(path.split('/').at(-1) ?? '')))
    } else if (listed === null) reply.writeHead(503).end()
    else reply.end(listed)
  })
})
afterAll(() => server.close())
beforeEach(() => {
  requests = []
  listed = listOf('com')
  folder = mkdtempSync(join(tmpdir(), 'pier-bootstrap-'))
})
afterEach(() => {
  for (const source of sources.splice(0)) source.stop()
  rmSync(folder, { recursive: true })
})

test('the list is there once the source is open, and is not fetched again the same day', async () => {
  const source = await open()

  expect(source.findBase('one.com')?.port).toBe(String(server.port))
  expect(source.findBase('one.net')).toBeNull()
  expect(requests).toHaveLength(1)
})

test('while there is no list a name is unknown, and it is known as soon as there is one', async () => {
  listed = null
  const source = await open({ retryAfterMs: 20 })
  const data = lookupWith(source)

  expect(await data.lookup('one.com' as Fqdn, now)).toBeNull()
  listed = listOf('com')

  await expect.poll(() => data.lookup('one.com' as Fqdn, now)).not.toBeNull()
})

test('the last good copy serves a worker that starts while the list cannot be had', async () => {
  await open()
  listed = null

  const source = await open()

  expect(source.findBase('one.com')).not.toBeNull()
})

test('a spoilt copy is nothing, and the next good list replaces it', async () => {
  writeFileSync(join(folder, 'rdap-bootstrap.json'), '{"half":')

  const source = await open()

  expect(source.findBase('one.com')).not.toBeNull()
})

test('a list that changes is taken over, and a bad one changes nothing', async () => {
  const source = await open({ refreshAfterMs: 20, retryAfterMs: 20 })
  listed = listOf('com', 'net')
  await expect.poll(() => source.findBase('one.net')).not.toBeNull()

  const seen = requests.length
  listed = '{}'
  await expect.poll(() => requests.length).toBeGreaterThan(seen + 1)

  expect(source.findBase('one.net')).not.toBeNull()
})

test('a server is asked at its pace, however many questions there are', async () => {
  const data = lookupWith(await open(), 100)
  const names = ['one.com', 'two.com', 'three.com', 'four.com'] as Fqdn[]

  const startedAtMs = performance.now()
  await Promise.all(names.map((name) => data.lookup(name, now)))

  // A slow machine may have asked for the list once more meanwhile.
  const lookups = requests.filter(({ path }) => path !== '/dns.json')
  const waitedMs = lookups.map(({ atMs }) => atMs - startedAtMs)
  expect(waitedMs).toHaveLength(4)
  for (const [index, ms] of waitedMs.entries()) expect(ms).toBeGreaterThan(index * 100 - 5)
})

const reach = () => ({
  resolver: createDnsResolver({ address: '127.0.0.1', port: 9 }), // Nothing here resolves.
  onlyForTests: { isAllowed: (address: string) => address === '127.0.0.1', ca: server.ca },
})

async function open(times: { refreshAfterMs?: number; retryAfterMs?: number } = {}) {
  const url = new URL(`https://127.0.0.1:${server.port}/dns.json`)
  const log = createLog({ level: 'silent', name: 'test' })
  const source = await openBootstrapSource({ url, folder, log, ...times, ...reach() })
  sources.push(source)
  return source
}

const lookupWith = (bootstrap: BootstrapSource, hostIntervalMs = 0) =>
  createRegistrationDataSource({ bootstrap, hostIntervalMs, ...reach() })

const listOf = (...endings: string[]) =>
  JSON.stringify({ version: '1.0', services: [[endings, [`https://127.0.0.1:${server.port}/`]]] })
