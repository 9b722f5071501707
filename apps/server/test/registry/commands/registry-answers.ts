import { namespaces } from '../../../src/providers/registrar/epp/xml/namespaces.ts'
import {
  element,
  type Markup,
  writeDocument,
} from '../../../src/providers/registrar/epp/xml/xml-writer.ts'
import {
  addDays,
  type RegistryDomain,
  type RegistryMessage,
  type RegistryTransfer,
} from '../registry-state.ts'

export type Reply = {
  code: number
  text?: string
  reason?: string | undefined
  queue?: { count: number; id: string; message?: RegistryMessage } | null
  data?: Markup | null
  extensions?: { uri: string; markup: Markup }[]
}

const successTexts: Record<number, string> = {
  1000: 'Command completed successfully',
  1001: 'Command completed successfully; action pending',
  1300: 'Command completed successfully; no messages',
  1301: 'Command completed successfully; ack to dequeue',
  1500: 'Command completed successfully; ending session',
}

export type Ids = { clientId: string | null; serverId: string }

export function writeReply(reply: Reply, { clientId, serverId }: Ids): string {
  const { code, queue, data, extensions = [], reason } = reply
  const why = element('extValue', [
    element('value', [element('undef', [])]),
    element('reason', reason ?? ''),
  ])
  return writeDocument([
    element('response', [
      element('result', { code }, [
        element('msg', reply.text ?? successTexts[code] ?? 'Command failed'),
        reason !== undefined && why,
      ]),
      queue && writeQueue(queue),
      data && element('resData', [data]),
      extensions.length > 0 &&
        element(
          'extension',
          extensions.map(({ markup }) => markup),
        ),
      element('trID', [
        clientId !== null && element('clTRID', clientId),
        element('svTRID', serverId),
      ]),
    ]),
  ])
}

function writeQueue({ count, id, message }: NonNullable<Reply['queue']>): Markup {
  const children = message
    ? [element('qDate', message.at.toISOString()), element('msg', message.text)]
    : []
  return element('msgQ', { count, id }, children)
}

type Menu = { serverId: string; now: Date; objects: string[]; extensions: string[] }

export function writeGreeting({ serverId, now, objects, extensions }: Menu): string {
  return writeDocument([
    element('greeting', [
      element('svID', serverId),
      element('svDate', now.toISOString()),
      element('svcMenu', [
        element('version', '1.0'),
        element('lang', 'en'),
        ...objects.map((uri) => element('objURI', uri)),
        element(
          'svcExtension',
          extensions.map((uri) => element('extURI', uri)),
        ),
      ]),
      element('dcp', [
        element('access', [element('all', [])]),
        element('statement', [
          element('purpose', [element('prov', [])]),
          element('recipient', [element('ours', [])]),
          element('retention', [element('stated', [])]),
        ]),
      ]),
    ]),
  ])
}

const domainXmlns = { 'xmlns:domain': namespaces.domain }

/** The registrant is included for the sponsor, and for a registrar that sent the right code. */
export function writeDomainInfo(domain: RegistryDomain, { isFull }: { isFull: boolean }): Markup {
  const statuses = domain.statuses.size > 0 ? [...domain.statuses] : ['ok']
  const { nameservers, transferredAt } = domain
  return element('domain:infData', domainXmlns, [
    element('domain:name', domain.name),
    element('domain:roid', domain.roid),
    ...statuses.map((status) => element('domain:status', { s: status }, [])),
    isFull && element('domain:registrant', domain.registrantId),
    nameservers.length > 0 &&
      element(
        'domain:ns',
        nameservers.map((host) => element('domain:hostObj', host)),
      ),
    element('domain:clID', domain.sponsor),
    element('domain:crDate', domain.createdAt.toISOString()),
    element('domain:exDate', domain.expiresAt.toISOString()),
    transferredAt && element('domain:trDate', transferredAt.toISOString()),
  ])
}

export function writeTransfer(name: string, transfer: RegistryTransfer): Markup {
  const { status, requestedBy, requestedAt, actBy, actAt, expiresAt } = transfer
  return element('domain:trnData', domainXmlns, [
    element('domain:name', name),
    element('domain:trStatus', status),
    element('domain:reID', requestedBy),
    element('domain:reDate', requestedAt.toISOString()),
    element('domain:acID', actBy),
    element('domain:acDate', actAt.toISOString()),
    expiresAt && element('domain:exDate', expiresAt.toISOString()),
  ])
}

export const writeRenewed = ({ name, expiresAt }: RegistryDomain): Markup =>
  element('domain:renData', domainXmlns, [
    element('domain:name', name),
    element('domain:exDate', expiresAt.toISOString()),
  ])

/** Who made the change and why (RFC 8590). */
export function writeChange(change: {
  at: Date
  serverId: string
  who: string
  caseId: string
  reason: string
}): Markup {
  return element(
    'changePoll:changeData',
    { 'xmlns:changePoll': namespaces.changePoll, state: 'after' },
    [
      element('changePoll:operation', 'update'),
      element('changePoll:date', change.at.toISOString()),
      element('changePoll:svTRID', change.serverId),
      element('changePoll:who', change.who),
      element('changePoll:caseId', { type: 'udrp' }, change.caseId),
      element('changePoll:reason', change.reason),
    ],
  )
}

/** How long each grace period lasts, as for gTLDs. */
const graceDays = { addPeriod: 5, transferPeriod: 5, renewPeriod: 5, autoRenewPeriod: 45 }

export function listGrace(domain: RegistryDomain, now: Date): string[] {
  const since = {
    addPeriod: domain.createdAt,
    transferPeriod: domain.transferredAt,
    renewPeriod: domain.renewedAt,
    autoRenewPeriod: domain.autoRenewedAt,
  }
  return (Object.keys(graceDays) as (keyof typeof graceDays)[]).filter((status) => {
    const begin = since[status]
    return begin !== null && now < addDays(begin, graceDays[status])
  })
}

export const writeGrace = (statuses: string[]): Markup =>
  element(
    'rgp:infData',
    { 'xmlns:rgp': namespaces.rgp },
    statuses.map((status) => element('rgp:rgpStatus', { s: status }, [])),
  )

export const writeSecDns = ({ dsRecords }: RegistryDomain): Markup =>
  element(
    'secDNS:infData',
    { 'xmlns:secDNS': namespaces.secDNS },
    dsRecords.map(({ keyTag, algorithm, digestType, digest }) =>
      element('secDNS:dsData', [
        element('secDNS:keyTag', keyTag),
        element('secDNS:alg', algorithm),
        element('secDNS:digestType', digestType),
        element('secDNS:digest', digest),
      ]),
    ),
  )
