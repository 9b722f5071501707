/**
 * A small internet of names: two Knot servers that hold the zones, each with a mind of its own, and
 * an Unbound in front that validates. Everything stands in one folder, at ports of this run.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDnsResolver } from '../../providers/dns/dns-resolver.ts'
import { findFreePort, runCommand, startProcess } from './dns-process.ts'

export type Zone = {
  name: string
  /** Lines of a zone file below the start of authority. Left out: both servers, with addresses. */
  records?: string[]
  isSigned?: boolean
  /** The resolver expects the keys of this other zone, so no signature fits. */
  anchoredBy?: string
  /** Whom the resolver asks, when it is not the first server. */
  resolvedAt?: string
}

/** Any third address is free for a server of the test itself. */
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
    for (const address of knotAddresses) {
      stops.push((await startKnot({ folder: join(folder, address), address, port, zones })).stop)
    }
    const resolverPort = await findFreePort(['127.0.0.1'])
    const place = { folder, port, resolverPort, zones }
    stops.push((await startUnbound(place)).stop)
    return {
      port,
      resolver: { address: '127.0.0.1', port: resolverPort },
      /** `update` is a line of nsupdate: `add host 60 TXT "…"` or `delete host TXT`. */
      update: async (zone: string, update: string, addresses = knotAddresses): Promise<void> => {
        for (const address of addresses) {
          const script = `server ${address} ${port}\nzone ${zone}\nupdate ${update}\nsend\n`
          await runCommand('nsupdate', ['-y', `hmac-sha256:test-key:${updateKey}`], script)
        }
      },
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

type Place = { folder: string; address: string; port: number; zones: readonly Zone[] }

async function startKnot({ folder, address, port, zones }: Place) {
  for (const name of ['run', 'db', 'zones']) mkdirSync(join(folder, name), { recursive: true })
  for (const zone of zones)
    writeFileSync(join(folder, 'zones', `${zone.name}.zone`), zoneFile(zone))
  const config = join(folder, 'knot.conf')
  writeFileSync(config, knotConfig({ folder, address, port, zones }))
  const first = zones[0]?.name ?? ''
  return startProcess('knotd', ['-c', config], () => isAnswering({ address, port }, first))
}

const zoneFile = ({ name, records = bothServers }: Zone) =>
  [
    `$ORIGIN ${name}.`,
    '$TTL 60',
    // A second of negative cache: what appears late is not to be waited for.
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
  control-enable: no
${zones
  .map(({ name, resolvedAt = '127.0.0.1' }) =>
    ['stub-zone:', `  name: "${name}"`, `  stub-addr: ${resolvedAt}@${port}`].join('\n'),
  )
  .join('\n')}
`

async function isAnswering(server: { address: string; port: number }, zone: string) {
  try {
    const signal = AbortSignal.timeout(500)
    return (await createDnsResolver(server).listNameServers(zone, signal)).length > 0
  } catch {
    return false
  }
}
