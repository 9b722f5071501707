/** From what somebody pasted to the name that is registered: the address of a page, of a mailbox. */
import { cleanPastedName } from '@pier/protocol/domains/pasted-name'
import { parse } from 'tldts'
import { toASCII } from 'tr46'
import { type DomainName, type NameRefusal, type NameRules, readDomainName } from './domain-name.ts'

type Read = {
  name: DomainName
  /** What it was read from, where that says more. */ from: string | null
}

export function readPastedName(
  input: string,
  rules: NameRules = {},
): Read | { refusal: NameRefusal } {
  const host = cleanPastedName(input)
  const answer = readDomainName(host === '' ? input : host, rules)
  const read =
    'refusal' in answer && answer.refusal.reason === 'subdomain' ? readAbove(host, answer) : answer
  if ('refusal' in read) return read
  const { ascii, unicode } = read.name
  const typed = input.trim().toLowerCase().normalize('NFC')
  return { name: read.name, from: typed === ascii || typed === unicode ? null : input.trim() }
}

/**
 * The name that a page lies under. Not where somebody sells or lends what lies under theirs, like
 * uk.com or github.io: there nobody would mean the whole.
 */
function readAbove(host: string, refused: { refusal: NameRefusal }) {
  const { domain, isPrivate } = parse(toASCII(host) ?? '', { allowPrivateDomains: true })
  return domain === null || isPrivate ? refused : readDomainName(domain)
}
