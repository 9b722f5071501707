/**
 * A small DNS: two Knot servers with the zones, which can differ, and a validating Unbound in
 * front. Everything is in one folder, on ports of this run.
 */
import { Resolver } from 'node:dns/promises'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findFreePort, runCommand, startProcess } from './dns-process.ts'

export type Zone = {
  name: string
  /** Lines of a zone file below the SOA. If omitted: both servers, with addresses. */
  records?: string[]
  isSigned?: boolean
  /** The resolver trusts the keys of this other zone instead, so no signature is valid. */
  anchoredBy?: string
  /** The server that the resolver asks, if not the first. */
  resolvedAt?: string
}

/** The own addresses are free for servers of the test itself. */
const knotAddresses = ['127.0.0.1', '127.0.0.2']
const ownAddresses = ['127.0.0.3', '127.0.0.4', '127.0.0.5']
const updateKey = 'dGVzdC1zZWNyZXQtdGVzdC1zZWNyZXQtdGVzdC0zMg=='

export const bothServers = ['@ NS ns1', '@ NS ns2', 'ns1 A 127.0.0.1', 'ns2 A 127.0.0.2']

export async function startDnsWorld(zones: readonly Zone[]) {
  const folder = mkdtempSync(join(tmpdir(), 'pier-dns-'))
  const port = await findFreePort([...knotAddresses, ...ownAddresses])
  const stops: (() => Promise<void>)[] = []
  const stop = async () => {
    await Promise.all(stops.map((stopOne) => stopOne()))
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const knots = knotAddresses.map((address) => ({
      folder: join(folder, address),
      address,
      port,
      zones,
    }))
    for (const knot of knots) stops.push((await startKnot(knot)).stop)
    const resolverPort = await findFreePort(['127.0.0.1'])
    const place = { folder, port, resolverPort, zones }
    stops.push((await startUnbound(place)).stop)
    const resolver = { address: '127.0.0.1', port: resolverPort }
    return { port, resolver, ...changesOf({ folder, port, knots }), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** What can be changed while everything runs. */
const changesOf = ({ folder, port, knots }: { folder: string; port: number; knots: Place[] }) => ({
  /** An update is a line of nsupdate: `add host 60 TXT "…"` or `delete host TXT`. */
  update: async (
    zone: string,
    updates: string | readonly string[],
    addresses = knotAddresses,
  ): Promise<void> => {
    const lines = [updates].flat().map((update) => `update ${update}\n`)
    for (const address of addresses) {
      const script = `server ${address} ${port}\nzone ${zone}\n${lines.join('')}send\n`
      await runCommand('nsupdate', ['-y', `hmac-sha256:test-key:${updateKey}`], script)
    }
  },
  /** Adds zones. For a signed zone the resolver learns its keys from the parent. */
  addZones: async (added: readonly Zone[]): Promise<void> => {
    for (const knot of knots) await addToKnot(knot, added)
    for (const { name, resolvedAt = '127.0.0.1' } of added) {
      await controlUnbound(folder, ['stub_add', name, `${resolvedAt}@${port}`])
    }
  },
  /** Flushes the resolver's cache at and below a name, including negative answers. */
  forget: async (name: string): Promise<void> => {
    await controlUnbound(folder, ['flush_zone', name])
  },
  /** The DS records of a zone at each server; each has its own keys. */
  listDs: (zone: string): Promise<{ address: string; lines: string[] }[]> =>
    Promise.all(
      knots.map(async (knot) => {
        const args = ['-c', join(knot.folder, 'knot.conf'), zone, 'ds']
        const printed = await runCommand('keymgr', args)
        return { address: knot.address, lines: printed.trim().split('\n') }
      }),
    ),
})

type Place = { folder: string; address: string; port: number; zones: readonly Zone[] }

async function startKnot(knot: Place) {
  const { folder, zones } = knot
  for (const name of ['run', 'db', 'zones']) mkdirSync(join(folder, name), { recursive: true })
  writeKnot(knot, zones)
  const first = zones[0]?.name ?? ''
  return startProcess('knotd', ['-c', join(folder, 'knot.conf')], () => isAnswering(knot, first))
}

/** A running server picks up new zones when it reloads its configuration. */
async function addToKnot(knot: Place, added: readonly Zone[]) {
  knot.zones = [...knot.zones, ...added]
  writeKnot(knot, added)
  await runCommand('knotc', ['-s', join(knot.folder, 'run', 'knot.sock'), 'reload'])
  for (const { name } of added) {
    while (!(await isAnswering(knot, name))) await sleep(20)
  }
}

function writeKnot(knot: Place, zones: readonly Zone[]) {
  for (const zone of zones) {
    writeFileSync(join(knot.folder, 'zones', `${zone.name}.zone`), zoneFile(zone))
  }
  writeFileSync(join(knot.folder, 'knot.conf'), knotConfig(knot))
}

const zoneFile = ({ name, records = bothServers }: Zone) =>
  [
    `$ORIGIN ${name}.`,
    '$TTL 60',
    // A second of negative cache, so that late records need not be waited for.
    `@ SOA ns1.${name}. hostmaster.${name}. ( 1 3600 600 86400 1 )`,
    ...records,
    '',
  ].join('\n')

const knotConfig = ({ folder, address, port, zones }: Place) => `
server:
    rundir: "${folder}/run"
    listen: ${address}@${port}
    udp-workers: 1
    tcp-workers: 1
    background-workers: 1
log:
  - target: stderr
    any: info
control:
    listen: "${folder}/run/knot.sock"
database:
    storage: "${folder}/db"
key:
  - id: test-key
    algorithm: hmac-sha256
    secret: "${updateKey}"
acl:
  - id: test-update
    key: test-key
    action: update
policy:
  - id: test
    algorithm: ecdsap256sha256
    single-type-signing: on
template:
  - id: default
    storage: "${folder}/zones"
    file: "%s.zone"
    acl: test-update
zone:
${zones
  .map(({ name, isSigned }) =>
    isSigned
      ? `  - domain: "${name}"\n    dnssec-signing: on\n    dnssec-policy: test`
      : `  - domain: "${name}"`,
  )
  .join('\n')}
`

type ResolverPlace = Omit<Place, 'address'> & { resolverPort: number }

async function startUnbound({ folder, port, resolverPort, zones }: ResolverPlace) {
  const anchors = await Promise.all(
    zones
      .filter(({ isSigned }) => isSigned)
      .map(async ({ name, anchoredBy }) => {
        const args = ['@127.0.0.1', '-p', `${port}`, anchoredBy ?? name, 'DNSKEY']
        const keys = await runCommand('kdig', [...args, '+noall', '+answer'])
        return keys.replaceAll(anchoredBy ?? name, name)
      }),
  )
  writeFileSync(join(folder, 'anchors'), anchors.join('\n'))
  const config = join(folder, 'unbound.conf')
  writeFileSync(config, unboundConfig({ folder, port, resolverPort, zones }))
  const server = { address: '127.0.0.1', port: resolverPort }
  const first = zones[0]?.name ?? ''
  return startProcess('unbound', ['-d', '-c', config], () => isAnswering(server, first))
}

const controlUnbound = (folder: string, command: string[]) =>
  runCommand('unbound-control', ['-c', join(folder, 'unbound.conf'), ...command])

const unboundConfig = ({ folder, port, resolverPort, zones }: ResolverPlace) => `
server:
  directory: "${folder}"
  chroot: ""
  username: ""
  pidfile: "${folder}/unbound.pid"
  interface: 127.0.0.1@${resolverPort}
  num-threads: 1
  use-syslog: no
  do-ip6: no
  do-not-query-localhost: no
  module-config: "validator iterator"
  trust-anchor-file: "${folder}/anchors"
remote-control:
  control-enable: yes
  control-interface: "${folder}/unbound.sock"
  control-use-cert: no
${zones
  .map(({ name, resolvedAt = '127.0.0.1' }) =>
    ['stub-zone:', `  name: "${name}"`, `  stub-addr: ${resolvedAt}@${port}`].join('\n'),
  )
  .join('\n')}
`

async function isAnswering(server: { address: string; port: number }, zone: string) {
  try {
    const resolver = new Resolver({ timeout: 500, tries: 1 })
    resolver.setServers([`${server.address}:${server.port}`])
    return (await resolver.resolveNs(zone)).length > 0
  } catch {
    return false
  }
}
