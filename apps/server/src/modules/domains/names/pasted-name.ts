/** Finds the registered name in pasted text, such as the address of a page or a mailbox. */
import { cleanPastedName } from '@pier/protocol/domains/pasted-name'
import { parse } from 'tldts'
import { toASCII } from 'tr46'
import { type DomainName, type NameRefusal, type NameRules, readDomainName } from './domain-name.ts'

type Read = {
  name: DomainName
  /** The original text, if it held more than the name. */ from: string | null
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
 * The registered name above a host. Not under suffixes like uk.com or github.io, where the names
 * below belong to different people.
 */
function readAbove(host: string, refused: { refusal: NameRefusal }) {
  const { domain, isPrivate } = parse(toASCII(host) ?? '', { allowPrivateDomains: true })
  return domain === null || isPrivate ? refused : readDomainName(domain)
}
