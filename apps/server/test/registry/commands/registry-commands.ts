import { namespaces } from '../../../src/providers/registrar/epp/xml/namespaces.ts'
import { element, type Markup } from '../../../src/providers/registrar/epp/xml/xml-writer.ts'
import {
  findChild,
  listChildren,
  readText,
  type XmlElement,
} from '../../../src/providers/registrar/epp/xml/xml-reader.ts'
import {
  listGrace,
  type Reply,
  writeDomainInfo,
  writeGrace,
  writeSecDns,
} from './registry-answers.ts'
import { quoteFees } from './registry-fees.ts'
import { RegistryRefusal } from './registry-refusal.ts'
import type { RegistryDomain, RegistryState } from '../registry-state.ts'
import { checkCode, queryTransfer, requestTransfer, ruleOnTransfer } from './registry-transfers.ts'
import { renewDomain, updateDomain } from './registry-updates.ts'

const { epp, domain: domainNs, host, contact } = namespaces

export type RegistryCommand = {
  name: string
  body: XmlElement
  extension: XmlElement | null
  registrar: string
  clientId: string | null
  /** The operation of a transfer or a poll. */
  op?: string | undefined
}

type Handler = (state: RegistryState, command: RegistryCommand) => Reply

/** Commands of a logged-in registrar. Every refusal is thrown. */
export function executeCommand(state: RegistryState, command: RegistryCommand): Reply {
  const object = command.body.children[0]
  if (command.name === 'poll') return poll(state, command)
  const handler = object && handlers[`${command.name} ${object.namespace}`]
  if (!handler) throw new RegistryRefusal(2101)
  return handler(state, { ...command, op: command.body.attributes['op'], body: object })
}

const handlers: Record<string, Handler> = {
  [`check ${domainNs}`]: checkDomains,
  [`info ${domainNs}`]: showDomain,
  [`transfer ${domainNs}`]: moveDomain,
  [`renew ${domainNs}`]: (state, { body, extension, registrar }) =>
    renewDomain(state, getOwn(state, body, registrar), {
      expiresOn: readText(body, domainNs, 'curExpDate') ?? '',
      years: readYears(body),
      extension,
    }),
  [`update ${domainNs}`]: (state, { body, extension, registrar, clientId }) =>
    updateDomain(state, getOwn(state, body, registrar), { update: body, extension, clientId }),
  [`check ${host}`]: checkHosts,
  [`create ${host}`]: createHost,
  [`create ${contact}`]: createContact,
}

function poll(state: RegistryState, { body, registrar }: RegistryCommand): Reply {
  const queue = state.queues.get(registrar) ?? []
  const [first] = queue
  if (body.attributes['op'] === 'req') {
    if (!first) return { code: 1300 }
    const { id, data, changed } = first
    const extensions = changed ? [{ uri: namespaces.changePoll, markup: changed }] : []
    return { code: 1301, queue: { count: queue.length, id, message: first }, data, extensions }
  }
  const id = body.attributes['msgID']
  if (id === undefined) throw new RegistryRefusal(2003)
  if (first?.id !== id) throw new RegistryRefusal(2303)
  queue.shift()
  return { code: 1000, queue: queue.length > 0 ? { count: queue.length, id } : null }
}

function checkDomains(state: RegistryState, { body, extension }: RegistryCommand): Reply {
  const names = listChildren(body, domainNs, 'name').map(({ text }) => text.trim().toLowerCase())
  const data = writeCheck('domain', domainNs, names, (name) => !state.domains.has(name))
  const extensions = quoteFees(names, extension, (name) => state.domains.get(name.toLowerCase()))
  return { code: 1000, data, extensions }
}

function writeCheck(
  prefix: string,
  uri: string,
  names: string[],
  isFree: (name: string) => boolean,
): Markup {
  const entries = names.map((name) =>
    element(`${prefix}:cd`, [
      element(`${prefix}:name`, { avail: isFree(name) ? 1 : 0 }, name),
      !isFree(name) && element(`${prefix}:reason`, 'In use'),
    ]),
  )
  return element(`${prefix}:chkData`, { [`xmlns:${prefix}`]: uri }, entries)
}

/** A code that is sent is checked: that is how the gaining registrar tests it (RFC 9154). */
function showDomain(state: RegistryState, { body, registrar }: RegistryCommand): Reply {
  const domain = getDomain(state, body)
  const code = readCode(body)
  if (code !== null && domain.sponsor !== registrar) checkCode(domain, code)
  const grace = listGrace(domain, state.now)
  const { dsRecords } = domain
  return {
    code: 1000,
    data: writeDomainInfo(domain, { isFull: domain.sponsor === registrar || code !== null }),
    extensions: [
      ...(grace.length > 0 ? [{ uri: namespaces.rgp, markup: writeGrace(grace) }] : []),
      ...(dsRecords.length > 0 ? [{ uri: namespaces.secDNS, markup: writeSecDns(domain) }] : []),
    ],
  }
}

function moveDomain(state: RegistryState, command: RegistryCommand): Reply {
  const { body, extension, registrar, clientId } = command
  const domain = getDomain(state, body)
  const op = opOf(command)
  if (op === 'query') return queryTransfer(domain, registrar)
  if (op !== 'request') return ruleOnTransfer(state, domain, { registrar, op })
  const asked = { code: readCode(body), years: readYears(body), extension, clientId }
  return requestTransfer(state, domain, { registrar, ...asked })
}

const transferOps = ['request', 'query', 'cancel', 'approve', 'reject'] as const

function opOf({ op }: RegistryCommand): (typeof transferOps)[number] {
  const found = transferOps.find((one) => one === op)
  if (!found) throw new RegistryRefusal(2001)
  return found
}

function checkHosts(state: RegistryState, { body }: RegistryCommand): Reply {
  const names = listChildren(body, host, 'name').map(({ text }) => text.trim().toLowerCase())
  return { code: 1000, data: writeCheck('host', host, names, (name) => !state.hosts.has(name)) }
}

function createHost(state: RegistryState, { body }: RegistryCommand): Reply {
  const name = (readText(body, host, 'name') ?? '').toLowerCase()
  if (state.hosts.has(name)) throw new RegistryRefusal(2302)
  state.hosts.add(name)
  const data = element('host:creData', { 'xmlns:host': host }, [
    element('host:name', name),
    element('host:crDate', state.now.toISOString()),
  ])
  return { code: 1000, data }
}

function createContact(state: RegistryState, { body, registrar }: RegistryCommand): Reply {
  const id = readText(body, contact, 'id') ?? ''
  if (state.contacts.has(id)) throw new RegistryRefusal(2302)
  state.contacts.set(id, { owner: registrar })
  const data = element('contact:creData', { 'xmlns:contact': contact }, [
    element('contact:id', id),
    element('contact:crDate', state.now.toISOString()),
  ])
  return { code: 1000, data }
}

function getDomain(state: RegistryState, body: XmlElement): RegistryDomain {
  const domain = state.domains.get((readText(body, domainNs, 'name') ?? '').toLowerCase())
  if (!domain) throw new RegistryRefusal(2303)
  return domain
}

function getOwn(state: RegistryState, body: XmlElement, registrar: string): RegistryDomain {
  const domain = getDomain(state, body)
  if (domain.sponsor !== registrar) throw new RegistryRefusal(2201)
  return domain
}

const readCode = (body: XmlElement): string | null =>
  findChild(body, domainNs, 'authInfo', 'pw')?.text ?? null

const readYears = (body: XmlElement): number => Number(readText(body, domainNs, 'period') ?? 1)

/** The domain, host or contact that the command concerns, or null. */
export const readObjectName = ({ children: [object] }: XmlElement): string | null => {
  const named = object?.children.find(({ name }) => name === 'name' || name === 'id')
  return named?.text.trim().toLowerCase() ?? null
}

/** The parts of a command frame; null for a frame that is not a command, such as a hello. */
export function readCommand(root: XmlElement) {
  const command = findChild(root, epp, 'command')
  const body = command?.children.find(({ name }) => name !== 'extension' && name !== 'clTRID')
  if (!command || !body) return null
  const extension = findChild(command, epp, 'extension')
  return { name: body.name, body, extension, clientId: readText(command, epp, 'clTRID') }
}
