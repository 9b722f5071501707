import type { DsRecord } from '../../registrar-port.ts'
import type { Secret } from '../../../../platform/crypto/secret-text.ts'
import { namespaces } from '../xml/namespaces.ts'
import { element, type Markup } from '../xml/xml-writer.ts'

export const domainCheck = (name: string): Markup => wrap('check', [element('domain:name', name)])

export const domainInfo = ({ name, authCode }: { name: string; authCode?: Secret }): Markup =>
  wrap('info', [
    element('domain:name', { hosts: 'all' }, name),
    authCode && writeAuthInfo(authCode),
  ])

export const domainTransferRequest = (asked: {
  name: string
  years: number
  authCode: Secret
}): Markup =>
  element('transfer', { op: 'request' }, [
    wrapObject('transfer', [
      element('domain:name', asked.name),
      writePeriod(asked.years),
      writeAuthInfo(asked.authCode),
    ]),
  ])

export const domainTransfer = (op: 'query' | 'cancel' | 'reject', name: string): Markup =>
  element('transfer', { op }, [wrapObject('transfer', [element('domain:name', name)])])

export const domainRenew = (asked: { name: string; years: number; expiresAt: Date }): Markup =>
  wrap('renew', [
    element('domain:name', asked.name),
    element('domain:curExpDate', asked.expiresAt.toISOString().slice(0, 10)),
    writePeriod(asked.years),
  ])

type DomainDifference = { nameservers?: string[]; statuses?: string[] }
export type DomainChange = {
  name: string
  add?: DomainDifference
  remove?: DomainDifference
  registrantId?: string
  /** Null takes the code away, so that no transfer can be asked for. */
  authCode?: Secret | null
}

export function domainUpdate(change: DomainChange & { hasHostObjects?: boolean }): Markup {
  const { name, add, remove, registrantId, authCode, hasHostObjects = true } = change
  const changes = [
    registrantId !== undefined && element('domain:registrant', registrantId),
    authCode === null && element('domain:authInfo', [element('domain:null', [])]),
    authCode && writeAuthInfo(authCode),
  ].filter((child) => child !== false && child !== undefined)
  return wrap('update', [
    element('domain:name', name),
    writeDifference('domain:add', add, hasHostObjects),
    writeDifference('domain:rem', remove, hasHostObjects),
    changes.length > 0 && element('domain:chg', changes),
  ])
}

function writeDifference(
  name: string,
  { nameservers = [], statuses = [] }: DomainDifference = {},
  hasHostObjects: boolean,
): Markup | null {
  if (nameservers.length + statuses.length === 0) return null
  const hosts = nameservers.map((host) =>
    hasHostObjects
      ? element('domain:hostObj', host)
      : element('domain:hostAttr', [element('domain:hostName', host)]),
  )
  return element(name, [
    hosts.length > 0 && element('domain:ns', hosts),
    ...statuses.map((status) => element('domain:status', { s: status }, [])),
  ])
}

export type DsDifference = { add: DsRecord[]; remove: DsRecord[] | 'all' }

/** RFC 5910: removals come before additions. */
export function secDnsUpdate({ add, remove }: DsDifference): Markup {
  const removed =
    remove === 'all' ? [element('secDNS:all', 'true')] : remove.map((record) => writeDs(record))
  return element('secDNS:update', { 'xmlns:secDNS': namespaces.secDNS }, [
    removed.length > 0 && element('secDNS:rem', removed),
    add.length > 0 &&
      element(
        'secDNS:add',
        add.map((record) => writeDs(record)),
      ),
  ])
}

const writeDs = ({ keyTag, algorithm, digestType, digest }: DsRecord): Markup =>
  element('secDNS:dsData', [
    element('secDNS:keyTag', keyTag),
    element('secDNS:alg', algorithm),
    element('secDNS:digestType', digestType),
    element('secDNS:digest', digest),
  ])

const writeAuthInfo = (authCode: Secret): Markup =>
  element('domain:authInfo', [element('domain:pw', authCode.reveal())])

const writePeriod = (years: number): Markup => element('domain:period', { unit: 'y' }, years)

type Children = Parameters<typeof element>[2]

const wrapObject = (command: string, children: Children): Markup =>
  element(`domain:${command}`, { 'xmlns:domain': namespaces.domain }, children)

const wrap = (command: string, children: Children): Markup =>
  element(command, [wrapObject(command, children)])
