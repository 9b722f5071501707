/**
 * The registrar where people have their names before custody, and to which they take them back: its
 * names with their codes, its DNS, and what it does about transfers.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import type { Registrar, TransferState } from '../../src/providers/registrar/registrar-port.ts'
import { makeSecret } from '../../src/platform/crypto/secret-text.ts'
import type { NameWorld, TxtRecord } from '@pier/stand-ins/dns/name-world'
import type { startReferenceRegistry } from '../registry/reference-registry.ts'
import { addDays, hashCode, type RegistryDomain } from '../registry/registry-state.ts'

/** What the registry does not know about a name: it has only a hash of the code, and no records. */
export type NameNotes = { name: string; code: string; isSigned: boolean; txtRecords: TxtRecord[] }

export type NewName = {
  name: string
  code?: string | undefined
  isLocked?: boolean | undefined
  isSigned?: boolean | undefined
  /** No DNS servers: the name is registered but does not resolve. */
  isWithoutDns?: boolean | undefined
  /** The price of a year, where it is not the ordinary one. */
  premiumCents?: number | undefined
  createdDaysAgo?: number | undefined
  transferredDaysAgo?: number | undefined
  expiresInDays?: number | undefined
}

type House = {
  id: string
  registry: Awaited<ReturnType<typeof startReferenceRegistry>>['control']
  dns: NameWorld
  client: Registrar
  notes: Map<string, NameNotes>
  onChange: () => void
}

export type OtherRegistrar = ReturnType<typeof createOtherRegistrar>

export function createOtherRegistrar(house: House) {
  const { id, registry, notes, onChange } = house
  const changing = <Args extends unknown[], T>(change: (...args: Args) => T) =>
    function changed(...args: Args): T {
      const result = change(...args)
      onChange()
      return result
    }
  return {
    addName: async (given: NewName): Promise<void> => addNames(house, [given]),
    addNames: (given: readonly NewName[]): Promise<void> => addNames(house, given),
    publishTxt: (name: string, record: TxtRecord): Promise<void> => publishTxt(house, name, record),
    removeTxt: (name: string, record: TxtRecord): Promise<void> => removeTxt(house, name, record),
    setLock: changing(({ name, isLocked }: { name: string; isLocked: boolean }): void => {
      const { statuses } = getOwn(house, name)
      if (isLocked) statuses.add('clientTransferProhibited')
      else statuses.delete('clientTransferProhibited')
    }),
    renewCode: changing((name: string): string => {
      const code = makeCode()
      getOwn(house, name).codeHash = hashCode(code)
      notesOf(house, name).code = code
      return code
    }),
    approveTransfer: changing((name: string): void =>
      registry.rule(name, { registrar: id, op: 'approve' }),
    ),
    rejectTransfer: changing((name: string): void =>
      registry.rule(name, { registrar: id, op: 'reject' }),
    ),
    /** Requests a transfer of a name held elsewhere, with the code that its holder was given. */
    pullName: async (input: { name: string; code: string }): Promise<TransferState | null> => {
      const requested = await pullName(house, input)
      onChange()
      return requested
    },
    /** Moves the registry's clock; whatever falls due on the way happens. */
    advanceDays: changing((days: number): void => registry.advanceDays(days)),
    readName: (name: string): NameView => present(house, registry.getDomain(name)),
    listNames: (): NameView[] => registry.listDomains().map((domain) => present(house, domain)),
    notes: () => [...notes.values()],
  }
}

export type NameView = ReturnType<typeof present>

function present({ id, notes }: House, domain: RegistryDomain) {
  const { name, statuses, transfer, codeHash } = domain
  const own = notes.get(name)
  return {
    name,
    isHere: domain.sponsor === id,
    sponsor: domain.sponsor,
    statuses: [...statuses].sort(),
    isLocked: statuses.has('clientTransferProhibited'),
    /** Null once it is used up, or the name is elsewhere. */
    code: own && codeHash !== null && hashCode(own.code) === codeHash ? own.code : null,
    txtRecords: [...(own?.txtRecords ?? [])],
    transfer: transfer && {
      status: transfer.status,
      requestedBy: transfer.requestedBy,
      actAt: transfer.actAt,
    },
    nameservers: [...domain.nameservers],
    dsRecords: [...domain.dsRecords],
    registrantId: domain.registrantId,
    createdAt: domain.createdAt,
    expiresAt: domain.expiresAt,
    transferredAt: domain.transferredAt,
  }
}

async function addNames(house: House, given: readonly NewName[]): Promise<void> {
  const { id, registry, dns, notes, onChange } = house
  for (const { name } of given) {
    if (registry.listDomains().some((domain) => domain.name === name)) {
      throw new Error(`${name} is registered already`)
    }
  }
  await dns.addNames(given.filter(({ isWithoutDns }) => !isWithoutDns))
  for (const one of given) {
    const { name, code = makeCode(), isSigned = false, isWithoutDns = false } = one
    const now = registry.now()
    registry.addDomain({
      name,
      sponsor: id,
      code,
      statuses: one.isLocked ? ['clientTransferProhibited'] : [],
      nameservers: isWithoutDns ? [] : [`ns1.${name}`, `ns2.${name}`],
      dsRecords: isSigned ? await dns.listDs(name) : [],
      premiumCents: one.premiumCents ?? null,
      createdAt: addDays(now, -(one.createdDaysAgo ?? 730)),
      expiresAt: addDays(now, one.expiresInDays ?? 365),
      ...(one.transferredDaysAgo !== undefined && {
        transferredAt: addDays(now, -one.transferredDaysAgo),
      }),
    })
    notes.set(name, { name, code, isSigned, txtRecords: [] })
  }
  onChange()
}

async function publishTxt(house: House, name: string, record: TxtRecord): Promise<void> {
  const own = notesOf(house, name)
  const full = { host: hostIn(name, record.host), value: record.value }
  await house.dns.publishTxt(name, full)
  if (!own.txtRecords.some((one) => isSame(one, full))) own.txtRecords.push(full)
  house.onChange()
}

async function removeTxt(house: House, name: string, record: TxtRecord): Promise<void> {
  const own = notesOf(house, name)
  const full = { host: hostIn(name, record.host), value: record.value }
  await house.dns.removeTxt(name, full)
  own.txtRecords = own.txtRecords.filter((one) => !isSame(one, full))
  house.onChange()
}

const isSame = (one: TxtRecord, other: TxtRecord): boolean =>
  one.host === other.host && one.value === other.value

/** As people type it: the whole host, the part before the name, or `@` for the name itself. */
function hostIn(name: string, typed: string): string {
  const host = typed.trim().toLowerCase().replace(/\.$/, '')
  if (host === '' || host === '@') return name
  return host === name || host.endsWith(`.${name}`) ? host : `${host}.${name}`
}

async function pullName(house: House, { name, code }: { name: string; code: string }) {
  const { client } = house
  const { amountCents } = await client.quote({ name, operation: 'transfer', years: 1 })
  const authCode = makeSecret(code)
  const commandId = `PULL-${randomUUID()}`
  return client.requestTransfer({ name, authCode, years: 1, amountCents, commandId })
}

function getOwn({ id, registry }: House, name: string): RegistryDomain {
  const domain = registry.getDomain(name)
  if (domain.sponsor !== id) throw new Error(`${name} is not at this registrar`)
  return domain
}

function notesOf({ notes, registry }: House, name: string): NameNotes {
  registry.getDomain(name)
  const own = notes.get(name) ?? { name, code: '', isSigned: false, txtRecords: [] }
  notes.set(name, own)
  return own
}

/** Sixteen characters, with one that a form or an XML frame could mishandle. */
const makeCode = (): string => `${randomBytes(9).toString('base64url').slice(0, 12)}-A&1`
