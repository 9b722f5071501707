import type { RegistrarResult } from '../../registrar-port.ts'
import { namespaces } from '../xml/namespaces.ts'
import {
  findChild,
  is,
  listChildren,
  readText,
  readXml,
  type XmlElement,
  XmlError,
} from '../xml/xml-reader.ts'

export type Greeting = {
  serverId: string
  languages: string[]
  objects: string[]
  extensions: string[]
}
export type QueuedMessage = { id: string; at: Date | null; text: string }
export type Answer = {
  results: RegistrarResult[]
  /** The first result's code; a success has just one. */
  code: number
  data: XmlElement | null
  extension: XmlElement | null
  message: QueuedMessage | null
  clientId: string | null
  serverId: string | null
}

export function readGreeting(xml: string): Greeting {
  const greeting = findChild(readRoot(xml), namespaces.epp, 'greeting')
  if (!greeting) throw new XmlError('A greeting was expected')
  const menu = findChild(greeting, namespaces.epp, 'svcMenu')
  const listTexts = (parent: XmlElement | null, name: string): string[] =>
    listChildren(parent, namespaces.epp, name).map(({ text }) => text.trim())
  return {
    serverId: readText(greeting, namespaces.epp, 'svID') ?? '',
    languages: listTexts(menu, 'lang'),
    objects: listTexts(menu, 'objURI'),
    extensions: listTexts(findChild(menu, namespaces.epp, 'svcExtension'), 'extURI'),
  }
}

/** Liberal on purpose: gateways reorder what the schema orders, and leave parts out. */
export function readAnswer(xml: string): Answer {
  const response = findChild(readRoot(xml), namespaces.epp, 'response')
  const results = listChildren(response, namespaces.epp, 'result').map(readResult)
  const [first] = results
  if (!first) throw new XmlError('An answer has no result')
  return {
    results,
    code: first.code,
    data: findChild(response, namespaces.epp, 'resData'),
    extension: findChild(response, namespaces.epp, 'extension'),
    message: readMessage(findChild(response, namespaces.epp, 'msgQ')),
    clientId: readText(response, namespaces.epp, 'trID', 'clTRID'),
    serverId: readText(response, namespaces.epp, 'trID', 'svTRID'),
  }
}

function readRoot(xml: string): XmlElement {
  const root = readXml(xml)
  if (!is(root, namespaces.epp, 'epp')) throw new XmlError('A frame is not EPP')
  return root
}

function readResult(result: XmlElement): RegistrarResult {
  const code = Number(result.attributes['code'])
  if (!Number.isInteger(code) || code < 1000 || code > 2999) {
    throw new XmlError('A result has no code')
  }
  const values = listChildren(result, namespaces.epp, 'value').map(readAllText)
  const reasons = listChildren(result, namespaces.epp, 'extValue').map(
    (value) => readText(value, namespaces.epp, 'reason') ?? readAllText(value),
  )
  return {
    code,
    message: readText(result, namespaces.epp, 'msg') ?? '',
    reasons: [...values, ...reasons].filter((reason) => reason !== ''),
  }
}

/** A refused value may be the code itself, and reasons are kept: so its text is not. */
function readAllText({ name, children, text }: XmlElement): string {
  if (name === 'pw' || name === 'authInfo') return ''
  return [text.trim(), ...children.map(readAllText)].filter((part) => part !== '').join(' ')
}

/** Some gateways send an empty queue with every answer: only an id makes a message. */
function readMessage(queue: XmlElement | null): QueuedMessage | null {
  const id = queue?.attributes['id']
  if (!queue || !id) return null
  const text = findChild(queue, namespaces.epp, 'msg')
  return {
    id,
    at: readDate(readText(queue, namespaces.epp, 'qDate')),
    text: text ? readAllText(text) : '',
  }
}

/** Year 1 is how a gateway writes that it does not know. */
export function readDate(text: string | null): Date | null {
  if (text === null || text.startsWith('0001-')) return null
  const date = new Date(text)
  return Number.isNaN(date.getTime()) ? null : date
}
