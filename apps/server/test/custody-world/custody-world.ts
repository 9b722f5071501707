/**
 * Everything outside that custody talks to, over real sockets: a registry with two registrars, ours
 * and the other one, the DNS of its names, and its RDAP server. For tests and development.
 */
import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brand } from '@pier/protocol/brand'
import { makeSecret } from '../../src/platform/crypto/secret-text.ts'
import { createEppRegistrar } from '../../src/providers/registrar/epp/epp-registrar.ts'
import { endings, type NameWorld, startNameWorld } from '@pier/stand-ins/dns/name-world'
import { createOtherRegistrar, type NameNotes, type OtherRegistrar } from './other-registrar.ts'
import { startRdapServer } from '@pier/stand-ins/rdap/rdap-server'
import { createRegistryRdap } from './registry-rdap.ts'
import { type RegistryOptions, startReferenceRegistry } from '../registry/reference-registry.ts'

export type CustodyWorld = Awaited<ReturnType<typeof startCustodyWorld>>

type Secrets = {
  REGISTRAR_USER: string
  REGISTRAR_PASSWORD: string
  REGISTRAR_CONTACT: string
}

type Options = {
  /** The registry's clock at the start; after that it is moved by hand. */
  startsAt?: Date
  /** Where the registry is kept across restarts, because the product's database is kept too. */
  file?: string
  /** Called with every message between the registry and either registrar. */
  onFrame?: RegistryOptions['onFrame']
}

const otherId = 'other-one'

export async function startCustodyWorld(secrets: Secrets, options: Options = {}) {
  const { file, startsAt = new Date() } = options
  const saved = file !== undefined && existsSync(file) ? readSaved(file) : undefined
  const otherPassword = randomBytes(8).toString('hex')
  let save = (): void => {}

  const dns = await startNameWorld()
  const registry = await startReferenceRegistry({
    registrars: [
      { id: secrets.REGISTRAR_USER, password: secrets.REGISTRAR_PASSWORD },
      { id: otherId, password: otherPassword },
    ],
    startsAt,
    snapshot: saved?.registry,
    onCommand: () => save(),
    onFrame: options.onFrame,
  })
  registry.control.addContact({ id: secrets.REGISTRAR_CONTACT, owner: secrets.REGISTRAR_USER })
  const rdap = await startRdap(registry)
  const client = openClient(registry, otherPassword)
  const notes = new Map((saved?.names ?? []).map((one) => [one.name, one]))
  const house = { id: otherId, registry: registry.control, dns, client, notes }
  const other = createOtherRegistrar({ ...house, onChange: () => save() })
  await restoreZones(dns, registry.control, other)
  if (file !== undefined) save = () => writeSaved(file, registry.control.takeSnapshot(), other)
  catchUp(registry.control, startsAt)
  save()
  const folder = mkdtempSync(join(tmpdir(), 'pier-data-'))

  return {
    env: { ...describe({ registry, dns, rdap }), DATA_FOLDER: folder },
    /** What the other registrar and its customers do. */
    other,
    /** The registry itself: faults, changes by others, the objects as they are. */
    registry: registry.control,
    failRdap: rdap.fail,
    /** Schema violations in frames of either side; a test expects none. */
    violations: registry.violations,
    /** The names of the commands that arrived at the registry, in order. */
    received: registry.received,
    close: async (): Promise<void> => {
      save = () => {}
      await client.close()
      await Promise.all([registry.close(), rdap.close(), dns.stop()])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

type Parts = { registry: Registry; dns: NameWorld; rdap: { origin: string; ca: string } }

/** The environment variables that point the product at all this. */
const describe = ({ registry, dns, rdap }: Parts) => ({
  REGISTRAR_HOST: 'localhost',
  REGISTRAR_PORT: String(registry.port),
  REGISTRAR_CA: registry.ca,
  REGISTRAR_COMMANDS_PER_MINUTE: '6000',
  DNS_RESOLVER: `${dns.resolver.address}:${dns.resolver.port}`,
  DNS_STANDIN_PORT: String(dns.port),
  RDAP_BOOTSTRAP_URL: `${rdap.origin}/dns.json`,
  RDAP_STANDIN_CA: rdap.ca,
})

const openClient = ({ port, ca }: Registry, password: string) =>
  createEppRegistrar({
    endpoint: { host: 'localhost', port, ca },
    user: otherId,
    password: makeSecret(password),
    profile: 'standard',
    settings: { commandsPerMinute: 6000, backoffMinMs: 20 },
  })

type Registry = Awaited<ReturnType<typeof startReferenceRegistry>>

async function startRdap({ control }: Registry) {
  let origin = ''
  const rdap = createRegistryRdap({
    endings,
    origin: () => origin,
    findDomain: (name) => control.listDomains().find((domain) => domain.name === name),
    describeRegistrar: (id) =>
      id === otherId
        ? { name: 'The other registrar', ianaId: '9995' }
        : { name: `${brand.name} Registrar`, ianaId: '9996' },
    now: control.now,
  })
  const server = await startRdapServer(['127.0.0.1'], rdap.handle)
  origin = `https://127.0.0.1:${server.port}`
  return { origin, ca: server.ca, close: server.close, fail: rdap.fail }
}

/** Time has passed for the registry too while it was not running. */
function catchUp(registry: Registry['control'], until: Date): void {
  const missedMs = until.getTime() - registry.now().getTime()
  if (missedMs > 0) registry.advanceDays(missedMs / 86_400_000)
}

/** The servers and their keys are new: a signed name has other DS records than before. */
async function restoreZones(
  dns: NameWorld,
  registry: Registry['control'],
  other: OtherRegistrar,
): Promise<void> {
  const zones = other.notes().filter(({ name }) => registry.getDomain(name).nameservers.length > 0)
  await dns.addNames(zones)
  for (const { name, txtRecords } of zones) {
    const domain = registry.getDomain(name)
    if (domain.dsRecords.length > 0) domain.dsRecords = await dns.listDs(name)
    for (const record of txtRecords) await dns.publishTxt(name, record)
  }
}

type Saved = { registry: string; names: NameNotes[] }

const readSaved = (file: string): Saved => JSON.parse(readFileSync(file, 'utf8')) as Saved

function writeSaved(file: string, registry: string, other: OtherRegistrar): void {
  const saved: Saved = { registry, names: other.notes() }
  writeFileSync(`${file}.new`, JSON.stringify(saved), { mode: 0o600 })
  renameSync(`${file}.new`, file)
}
