/** RFC 8748 and the draft it grew from: what an operation costs, and the price we agree to. */
import type { FeeOperation, FeeQuote, FeeVersion } from '../../registrar-port.ts'
import { namespaces } from '../xml/namespaces.ts'
import { element, type Markup } from '../xml/xml-writer.ts'
import { findChild, listChildren, readText, type XmlElement } from '../xml/xml-reader.ts'

const namespaceOf = { '1.0': namespaces.fee10, '0.7': namespaces.fee07 }
const currency = 'USD'

export function chooseFeeVersion(extensions: string[]): FeeVersion | null {
  if (extensions.includes(namespaces.fee10)) return '1.0'
  return extensions.includes(namespaces.fee07) ? '0.7' : null
}

type Asked = { name: string; operation: FeeOperation; years: number }

export function feeCheck(version: FeeVersion, { name, operation, years }: Asked): Markup {
  const period = element('fee:period', { unit: 'y' }, years)
  const attributes = { 'xmlns:fee': namespaceOf[version] }
  if (version === '1.0') {
    return element('fee:check', attributes, [
      element('fee:currency', currency),
      element('fee:command', { name: operation }, [period]),
    ])
  }
  return element('fee:check', attributes, [
    element('fee:domain', [
      element('fee:name', name),
      element('fee:currency', currency),
      element('fee:command', operation),
      period,
    ]),
  ])
}

/** Goes with the command: a registry that wants another sum refuses instead of charging it. */
export const feeAgreed = (
  version: FeeVersion,
  command: 'transfer' | 'renew',
  amountCents: number,
): Markup =>
  element(`fee:${command}`, { 'xmlns:fee': namespaceOf[version] }, [
    element('fee:currency', currency),
    element('fee:fee', formatAmount(amountCents)),
  ])

/** Null where the answer has no price, or one in other money: no price is better than a guess. */
export function readQuote(
  extension: XmlElement | null,
  version: FeeVersion,
  asked: Asked,
): FeeQuote | null {
  const { name, operation, years } = asked
  const namespace = namespaceOf[version]
  const data = findChild(extension, namespace, 'chkData')
  const entry = listChildren(data, namespace, 'cd').find(
    (cd) => nameOf(cd, namespace)?.toLowerCase() === name && hasCommand(cd, version, asked),
  )
  if (
    !data ||
    !entry ||
    entry.attributes['avail'] === '0' ||
    entry.attributes['avail'] === 'false'
  ) {
    return null
  }
  const priced = version === '1.0' ? findCommand(entry, asked) : entry
  const quotedIn = readText(version === '1.0' ? data : entry, namespace, 'currency')
  const amounts = priced ? listAmounts(priced, namespace) : []
  if (!priced || quotedIn !== currency || amounts.length === 0) return null

  const feeClass = readText(entry, namespace, 'class')
  const isStandard = /^(1|true)$/.test(priced.attributes['standard'] ?? '')
  return {
    name,
    operation,
    years,
    amountCents: amounts.reduce((sum, amount) => sum + amount, 0),
    feeClass,
    isPremium: feeClass !== null && feeClass.toLowerCase() !== 'standard' && !isStandard,
  }
}

const nameOf = (cd: XmlElement, namespace: string): string | null =>
  readText(cd, namespace, 'objID') ?? readText(cd, namespace, 'name')

const hasCommand = (cd: XmlElement, version: FeeVersion, asked: Asked): boolean =>
  version === '1.0'
    ? findCommand(cd, asked) !== undefined
    : readText(cd, namespaces.fee07, 'command') === asked.operation &&
      isPeriod(cd, namespaces.fee07, asked.years)

const findCommand = (cd: XmlElement, { operation, years }: Asked): XmlElement | undefined =>
  listChildren(cd, namespaces.fee10, 'command').find(
    (command) =>
      command.attributes['name'] === operation && isPeriod(command, namespaces.fee10, years),
  )

/** A price that names no period is for what was asked. */
function isPeriod(parent: XmlElement, namespace: string, years: number): boolean {
  const period = findChild(parent, namespace, 'period')
  if (!period) return true
  const months = period.attributes['unit'] === 'm' ? 1 : 12
  return Number(period.text.trim()) * months === years * 12
}

/** Credits are written as negative sums; some gateways leave the sign out. */
const listAmounts = (parent: XmlElement, namespace: string): number[] => [
  ...listChildren(parent, namespace, 'fee').map(({ text }) => parseAmount(text)),
  ...listChildren(parent, namespace, 'credit').map(({ text }) => -Math.abs(parseAmount(text))),
]

/** "743.7500" gives 74375. A fraction of a cent is rounded up: less than asked is refused. */
export function parseAmount(text: string): number {
  const match = /^(-?)(\d{1,11})(?:\.(\d{1,12}))?$/.exec(text.trim())
  if (!match) throw new RangeError('A fee is not a decimal number')
  const [, sign = '', whole = '', fraction = ''] = match
  const cents = Number(whole + fraction.slice(0, 2).padEnd(2, '0'))
  const rest = /[1-9]/.test(fraction.slice(2)) ? 1 : 0
  return sign ? -cents : cents + rest
}

export function formatAmount(amountCents: number): string {
  if (!Number.isSafeInteger(amountCents) || amountCents < 0) {
    throw new RangeError(`${amountCents} is no sum to agree to`)
  }
  const digits = String(amountCents).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}
