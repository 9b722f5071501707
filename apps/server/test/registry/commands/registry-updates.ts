import { namespaces } from '../../../src/providers/registrar/epp/xml/namespaces.ts'
import {
  findChild,
  listChildren,
  readText,
  type XmlElement,
} from '../../../src/providers/registrar/epp/xml/xml-reader.ts'
import type { DsRecord } from '../../../src/providers/registrar/registrar-port.ts'
import { type Reply, writeRenewed } from './registry-answers.ts'
import { checkFee } from './registry-fees.ts'
import { RegistryRefusal } from './registry-refusal.ts'
import {
  addYears,
  hashCode,
  nextNumber,
  noteEffect,
  type RegistryDomain,
  type RegistryState,
} from '../registry-state.ts'

const { domain: ns, secDNS } = namespaces
const yearsMax = 10
const lock = 'clientTransferProhibited'
const nameserversMax = 13

export function renewDomain(
  state: RegistryState,
  domain: RegistryDomain,
  asked: { expiresOn: string; years: number; extension: XmlElement | null },
): Reply {
  const { expiresOn, years, extension } = asked
  refuseStatus(domain, /RenewProhibited$|^pendingDelete$/)
  if (domain.expiresAt.toISOString().slice(0, 10) !== expiresOn) {
    throw new RegistryRefusal(2004, 'The domain does not expire on that day')
  }
  const expiresAt = addYears(domain.expiresAt, years)
  if (expiresAt > addYears(state.now, yearsMax)) throw new RegistryRefusal(2105)
  const extensions = checkFee(domain, { extension, command: 'renew', years }) ?? []

  domain.expiresAt = expiresAt
  domain.renewedAt = state.now
  return { code: 1000, data: writeRenewed(domain), extensions }
}

/** Everything is checked on a copy, so that a refused command changes nothing. */
export function updateDomain(
  state: RegistryState,
  domain: RegistryDomain,
  asked: { update: XmlElement; extension: XmlElement | null; clientId: string | null },
): Reply {
  const { update, extension, clientId } = asked
  const remove = findChild(update, ns, 'rem')
  const add = findChild(update, ns, 'add')
  const change = findChild(update, ns, 'chg')
  const removed = listStatuses(remove)
  if (!removed.includes('clientUpdateProhibited')) refuseStatus(domain, /UpdateProhibited$/)

  const statuses = new Set(domain.statuses)
  for (const status of removed) if (!statuses.delete(status)) refuseValue(status)
  for (const status of listStatuses(add)) {
    if (statuses.has(status) || !status.startsWith('client')) refuseValue(status)
    statuses.add(status)
  }
  if (statuses.has('pendingTransfer') && statuses.has(lock)) {
    throw new RegistryRefusal(2304, 'pendingTransfer')
  }
  const next = {
    statuses,
    nameservers: changeHosts(state, domain, listHosts(remove), listHosts(add)),
    dsRecords: changeDs(domain, findChild(extension, secDNS, 'update')),
    registrantId: readText(change, ns, 'registrant') ?? domain.registrantId,
    codeHash: changeCode(domain, findChild(change, ns, 'authInfo')),
  }
  const owner = state.contacts.get(next.registrantId)?.owner
  if (next.registrantId !== domain.registrantId && owner !== domain.sponsor) {
    throw new RegistryRefusal(2303, 'There is no such contact')
  }
  const isLocked = statuses.has(lock)
  if (isLocked !== domain.statuses.has(lock)) {
    const what = isLocked ? 'locked' : 'unlocked'
    noteEffect(state, { name: domain.name, what, registrar: domain.sponsor, clientId })
  }
  Object.assign(domain, next)
  return { code: 1000 }
}

function refuseStatus(domain: RegistryDomain, pattern: RegExp): void {
  const status = [...domain.statuses].find((one) => pattern.test(one))
  if (status) throw new RegistryRefusal(2304, status)
}

function refuseValue(value: string): never {
  throw new RegistryRefusal(2306, value)
}

const listStatuses = (parent: XmlElement | null): string[] =>
  listChildren(parent, ns, 'status').map(({ attributes }) => attributes['s'] ?? '')

const listHosts = (parent: XmlElement | null): string[] =>
  listChildren(findChild(parent, ns, 'ns'), ns, 'hostObj').map(({ text }) =>
    text.trim().toLowerCase(),
  )

function changeHosts(
  state: RegistryState,
  domain: RegistryDomain,
  removed: string[],
  added: string[],
): string[] {
  const hosts = new Set(domain.nameservers)
  for (const host of removed) if (!hosts.delete(host)) refuseValue(host)
  for (const host of added) {
    if (!state.hosts.has(host)) throw new RegistryRefusal(2303, host)
    if (hosts.has(host)) refuseValue(host)
    hosts.add(host)
  }
  if (hosts.size > nameserversMax) refuseValue(`More than ${nameserversMax} nameservers`)
  return [...hosts]
}

function changeDs(domain: RegistryDomain, update: XmlElement | null): DsRecord[] {
  const remove = findChild(update, secDNS, 'rem')
  const isAll = /^(1|true)$/.test(readText(remove, secDNS, 'all') ?? '')
  let records = isAll ? [] : domain.dsRecords
  for (const record of listDs(remove)) {
    const kept = records.filter((one) => keyOf(one) !== keyOf(record))
    if (kept.length === records.length) refuseValue('There is no such DS record')
    records = kept
  }
  for (const record of listDs(findChild(update, secDNS, 'add'))) {
    if (records.some((one) => keyOf(one) === keyOf(record))) refuseValue('The DS record is there')
    records = [...records, record]
  }
  return records
}

const listDs = (parent: XmlElement | null): DsRecord[] =>
  listChildren(parent, secDNS, 'dsData').map((data) => ({
    keyTag: Number(readText(data, secDNS, 'keyTag')),
    algorithm: Number(readText(data, secDNS, 'alg')),
    digestType: Number(readText(data, secDNS, 'digestType')),
    digest: readText(data, secDNS, 'digest') ?? '',
  }))

const keyOf = (record: DsRecord): string => Object.values(record).join(' ').toUpperCase()

function changeCode(domain: RegistryDomain, authInfo: XmlElement | null): string | null {
  if (!authInfo) return domain.codeHash
  const code = findChild(authInfo, ns, 'pw')?.text
  if (code === '') refuseValue('The code is empty')
  return code === undefined ? null : hashCode(code)
}

type NewDomain = Pick<RegistryDomain, 'name' | 'sponsor'> &
  Partial<Omit<RegistryDomain, 'statuses' | 'codeHash'>> & { code?: string; statuses?: string[] }

/** A domain as if registered long ago; each part of it can be set. */
export function addDomain(state: RegistryState, given: NewDomain): RegistryDomain {
  const { code, statuses = [], ...rest } = given
  const domain: RegistryDomain = {
    roid: `D${nextNumber(state)}-REF`,
    nameservers: [],
    dsRecords: [],
    registrantId: 'HOLDER-1',
    createdAt: addYears(state.now, -2),
    expiresAt: addYears(state.now, 1),
    transferredAt: null,
    autoRenewedAt: null,
    renewedAt: null,
    transfer: null,
    premiumCents: null,
    ...rest,
    statuses: new Set(statuses),
    codeHash: code === undefined ? null : hashCode(code),
  }
  for (const host of domain.nameservers) state.hosts.add(host)
  state.domains.set(domain.name, domain)
  return domain
}
