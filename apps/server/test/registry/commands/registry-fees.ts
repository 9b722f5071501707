/** Prices, and the rule that nobody pays a price they did not name: RFC 8748 and its draft. */
import { parseAmount, formatAmount } from '../../../src/providers/registrar/epp/messages/fees.ts'
import { namespaces } from '../../../src/providers/registrar/epp/xml/namespaces.ts'
import { element, type Markup } from '../../../src/providers/registrar/epp/xml/xml-writer.ts'
import {
  findChild,
  listChildren,
  readText,
  type XmlElement,
} from '../../../src/providers/registrar/epp/xml/xml-reader.ts'
import type { Reply } from './registry-answers.ts'
import { RegistryRefusal } from './registry-refusal.ts'
import type { RegistryDomain } from '../registry-state.ts'

const yearCents = 1000
const currency = 'USD'
const versions = [namespaces.fee10, namespaces.fee07]

const priceOf = (domain: RegistryDomain | undefined, years: number): number =>
  (domain?.premiumCents ?? yearCents) * years

/** A premium name needs the fee; an ordinary one may omit it, but must not name another. */
export function checkFee(
  domain: RegistryDomain,
  asked: { extension: XmlElement | null; command: 'transfer' | 'renew'; years: number },
): Reply['extensions'] {
  const { extension, command, years } = asked
  const price = priceOf(domain, years)
  for (const uri of versions) {
    const fee = findChild(extension, uri, command)
    if (!fee) continue
    const named = listChildren(fee, uri, 'fee').map(({ text }) => parseAmount(text))
    const sum = named.reduce((total, amount) => total + amount, 0)
    const isOurMoney = (readText(fee, uri, 'currency') ?? currency) === currency
    if (sum !== price || !isOurMoney) throw new RegistryRefusal(2004, `The fee is ${price} cents`)
    return [{ uri, markup: writeCharge(uri, command, price) }]
  }
  if (domain.premiumCents !== null) throw new RegistryRefusal(2003, 'The fee must be named')
  return []
}

const writeCharge = (uri: string, command: 'transfer' | 'renew', price: number): Markup =>
  element(`fee:${command === 'renew' ? 'renData' : 'trnData'}`, { 'xmlns:fee': uri }, [
    element('fee:currency', currency),
    element('fee:fee', formatAmount(price)),
  ])

type Find = (name: string) => RegistryDomain | undefined

/** The answer to a check for prices, in the version of the request. */
export function quoteFees(
  names: string[],
  extension: XmlElement | null,
  find: Find,
): NonNullable<Reply['extensions']> {
  const modern = findChild(extension, namespaces.fee10, 'check')
  const draft = findChild(extension, namespaces.fee07, 'check')
  if (modern) return [{ uri: namespaces.fee10, markup: quoteModern(names, modern, find) }]
  return draft ? [{ uri: namespaces.fee07, markup: quoteDraft(draft, find) }] : []
}

function quoteModern(names: string[], check: XmlElement, find: Find): Markup {
  const uri = namespaces.fee10
  checkCurrency(readText(check, uri, 'currency'))
  const commands = listChildren(check, uri, 'command')
  const quotes = names.map((name) => {
    const domain = find(name)
    const isPremium = domain?.premiumCents != null
    return element('fee:cd', { avail: 1 }, [
      element('fee:objID', name),
      element('fee:class', isPremium ? 'premium' : 'standard'),
      ...commands.map((command) => {
        const years = Number(readText(command, uri, 'period') ?? 1)
        const attributes = { name: command.attributes['name'], standard: isPremium ? 0 : 1 }
        return element('fee:command', attributes, [
          element('fee:period', { unit: 'y' }, years),
          element('fee:fee', { refundable: 1 }, `${formatAmount(priceOf(domain, years))}00`),
        ])
      }),
    ])
  })
  return element('fee:chkData', { 'xmlns:fee': uri }, [
    element('fee:currency', currency),
    ...quotes,
  ])
}

function quoteDraft(check: XmlElement, find: Find): Markup {
  const uri = namespaces.fee07
  const quotes = listChildren(check, uri, 'domain').map((asked) => {
    checkCurrency(readText(asked, uri, 'currency'))
    const name = readText(asked, uri, 'name') ?? ''
    const years = Number(readText(asked, uri, 'period') ?? 1)
    const domain = find(name)
    return element('fee:cd', [
      element('fee:name', name),
      element('fee:currency', currency),
      element('fee:command', readText(asked, uri, 'command') ?? ''),
      element('fee:period', { unit: 'y' }, years),
      element('fee:fee', formatAmount(priceOf(domain, years))),
      domain?.premiumCents != null && element('fee:class', 'premium'),
    ])
  })
  return element('fee:chkData', { 'xmlns:fee': uri }, quotes)
}

function checkCurrency(asked: string | null): void {
  if (asked !== null && asked !== currency) throw new RegistryRefusal(2004, 'Fees are in USD')
}
