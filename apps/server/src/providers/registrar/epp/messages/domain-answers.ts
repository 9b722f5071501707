import type {
  DomainInfo,
  DsRecord,
  RegistrarEvent,
  TransferState,
  TransferStatus,
} from '../../registrar-port.ts'
import { type Answer, type QueuedMessage, readDate } from './answers.ts'
import { namespaces } from '../xml/namespaces.ts'
import { findChild, listChildren, readText, type XmlElement } from '../xml/xml-reader.ts'

const { domain, rgp, secDNS, changePoll, host, contact } = namespaces

/** Our id at the registrar: some gateways change its case. */
type Us = { ourId: string }

export function readDomainInfo({ data, extension }: Answer, us: Us): DomainInfo | null {
  const info = findChild(data, domain, 'infData')
  const name = readText(info, domain, 'name')
  if (!info || name === null) return null
  const sponsor = readId(info, 'clID')
  return {
    name: name.toLowerCase(),
    roid: readText(info, domain, 'roid'),
    sponsor,
    isSponsoredByUs: isUs(sponsor, us),
    statuses: listStatuses(info, domain, 'status'),
    graceStatuses: listStatuses(findChild(extension, rgp, 'infData'), rgp, 'rgpStatus'),
    nameservers: listNameservers(findChild(info, domain, 'ns')),
    dsRecords: listDsRecords(findChild(extension, secDNS, 'infData')),
    registrantId: readId(info, 'registrant'),
    createdAt: readDate(readText(info, domain, 'crDate')),
    expiresAt: readDate(readText(info, domain, 'exDate')),
    lastTransferAt: readDate(readText(info, domain, 'trDate')),
    updatedAt: readDate(readText(info, domain, 'upDate')),
  }
}

const transferStatuses: ReadonlySet<string> = new Set<TransferStatus>([
  'pending',
  'clientApproved',
  'clientCancelled',
  'clientRejected',
  'serverApproved',
  'serverCancelled',
])

/** Null where the registry moves a name at once and says nothing: the caller asks for the info. */
export function readTransfer({ data }: Pick<Answer, 'data'>, us: Us): TransferState | null {
  const transfer = findChild(data, domain, 'trnData')
  const name = readText(transfer, domain, 'name')
  const status = readText(transfer, domain, 'trStatus')
  if (!transfer || name === null || status === null || !isTransferStatus(status)) return null
  const requestedBy = readId(transfer, 'reID')
  return {
    name: name.toLowerCase(),
    status,
    requestedBy,
    requestedAt: readDate(readText(transfer, domain, 'reDate')),
    actBy: readId(transfer, 'acID'),
    actAt: readDate(readText(transfer, domain, 'acDate')),
    expiresAt: readDate(readText(transfer, domain, 'exDate')),
    isRequestedByUs: isUs(requestedBy, us),
  }
}

export const readRenewedUntil = ({ data }: Answer): Date | null =>
  readDate(readText(findChild(data, domain, 'renData'), domain, 'exDate'))

/** Which of the hosts asked about exist already. */
export function listKnownHosts({ data }: Answer): string[] {
  return listChildren(findChild(data, host, 'chkData'), host, 'cd')
    .map((cd) => findChild(cd, host, 'name'))
    .filter((name) => name !== null)
    .filter(({ attributes }) => /^(0|false)$/.test(attributes['avail'] ?? ''))
    .map(({ text }) => text.trim().toLowerCase())
}

export const readContactId = ({ data }: Answer): string | null =>
  readText(findChild(data, contact, 'creData'), contact, 'id')

export function readEvent(
  answer: Pick<Answer, 'data' | 'extension'>,
  message: QueuedMessage,
  us: Us,
): RegistrarEvent {
  const changed = readChange(answer)
  if (changed) return { ...message, kind: 'changed', ...changed }
  const transfer = readTransfer(answer, us)
  if (transfer) return { ...message, kind: 'transfer', transfer }
  const pending = findChild(answer.data, domain, 'panData')
  const name = findChild(pending, domain, 'name')
  if (!name) return { ...message, kind: 'other' }
  return {
    ...message,
    kind: 'pendingResult',
    name: name.text.trim().toLowerCase(),
    isDone: /^(1|true)$/.test(name.attributes['paResult'] ?? ''),
    clientId: readText(findChild(pending, domain, 'paTRID'), namespaces.epp, 'clTRID'),
  }
}

/** RFC 8590. It comes with the whole object, before and after; "before" is ignored. */
function readChange({ data, extension }: Pick<Answer, 'data' | 'extension'>) {
  const change = findChild(extension, changePoll, 'changeData')
  const name = readText(findChild(data, domain, 'infData'), domain, 'name')
  if (!change || name === null) return null
  return {
    name: name.toLowerCase(),
    by: readText(change, changePoll, 'who'),
    caseId: readText(change, changePoll, 'caseId'),
    reason: readText(change, changePoll, 'reason'),
  }
}

const isTransferStatus = (status: string): status is TransferStatus => transferStatuses.has(status)

const isUs = (id: string | null, { ourId }: Us): boolean =>
  id?.toLowerCase() === ourId.toLowerCase()

/** A gateway that does not know the other registrar says so in place of the id. */
function readId(parent: XmlElement, name: string): string | null {
  const id = readText(parent, domain, name)
  return id === null || /^(unknown|internal)$/i.test(id) ? null : id
}

const listStatuses = (parent: XmlElement | null, namespace: string, name: string): string[] =>
  listChildren(parent, namespace, name).map(({ attributes }) => attributes['s'] ?? '')

function listNameservers(ns: XmlElement | null): string[] {
  const objects = listChildren(ns, domain, 'hostObj').map(({ text }) => text)
  const attributes = listChildren(ns, domain, 'hostAttr').map(
    (attribute) => readText(attribute, domain, 'hostName') ?? '',
  )
  return [...objects, ...attributes].map((name) => name.trim().toLowerCase())
}

function listDsRecords(infData: XmlElement | null): DsRecord[] {
  const read = (parent: XmlElement, name: string) => Number(readText(parent, secDNS, name))
  return listChildren(infData, secDNS, 'dsData').map((record) => ({
    keyTag: read(record, 'keyTag'),
    algorithm: read(record, 'alg'),
    digestType: read(record, 'digestType'),
    digest: (readText(record, secDNS, 'digest') ?? '').toUpperCase(),
  }))
}
