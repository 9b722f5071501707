/**
 * The one way from what somebody typed to a domain name. Every name of the product comes through
 * here, so that two spellings of one name can never be two domains.
 */
import { isIP } from 'node:net'
import { parse } from 'tldts'
import { toASCII, toUnicode } from 'tr46'
import type { Fqdn } from '../../../platform/net/fqdn.ts'
import { findLookAlike, hasMixedScripts } from './name-scripts.ts'

export type DomainName = {
  ascii: Fqdn
  /** As its owner reads it. Show it beside `ascii`, never instead of it. */
  unicode: string
  suffix: string
  /** One label mixes scripts that are not written together. */
  hasMixedScripts: boolean
  /** The plain name that this one can be taken for. */
  looksLike: string | null
}

export type NameRefusal = { reason: NameRefusalReason; words: string }
export type NameRefusalReason =
  | 'empty'
  | 'too-long'
  | 'ip-address'
  | 'web-address'
  | 'email-address'
  | 'hidden-character'
  | 'not-a-name'
  | 'no-ending'
  | 'unknown-ending'
  | 'public-suffix'
  | 'subdomain'

export type NameRules = {
  /** Endings below a registered name that a registry sells, like `uk.com`; all others are refused. */
  soldSuffixes?: ReadonlySet<string>
}

export function readDomainName(
  input: string,
  { soldSuffixes = new Set() }: NameRules = {},
): { name: DomainName } | { refusal: NameRefusal } {
  const typed = input.trim().replace(/[.。．｡]$/u, '')
  const refusal = refuseAsTyped(typed)
  if (refusal) return { refusal }

  const ascii = toASCII(typed, { ...strict, verifyDNSLength: true })
  if (ascii === null) return refuse('not-a-name', explainSyntax(typed))
  if (isIP(ascii)) return refuse('ip-address', 'That is an IP address, not a domain name.')

  const found = findRegistrable(ascii, soldSuffixes)
  if ('refusal' in found) return found
  const unicode = toUnicode(ascii, strict).domain
  const label = unicode.slice(0, unicode.indexOf('.'))
  const shownSuffix = unicode.slice(label.length + 1)
  const looksLike = findLookAlike(label, shownSuffix)
  return {
    name: {
      ascii: ascii as Fqdn, // The only place that makes one.
      unicode,
      suffix: found.suffix,
      hasMixedScripts: hasMixedScripts(label),
      looksLike: looksLike === null ? null : `${looksLike}.${shownSuffix}`,
    },
  }
}

const strict = {
  checkBidi: true,
  checkHyphens: true,
  checkJoiners: true,
  useSTD3ASCIIRules: true,
  transitionalProcessing: false,
}

/** No name of 253 characters takes more than four times that to type; longer input is refused. */
const typedCharactersMax = 253 * 4

// The two joiners are letters in some scripts; the IDNA rules decide where they are allowed.
const hiddenCharacter = /(?![\u200C\u200D])[\p{Default_Ignorable_Code_Point}\p{Cc}]/u

function refuseAsTyped(typed: string): NameRefusal | null {
  if (typed === '') return { reason: 'empty', words: 'Enter a domain name.' }
  if (typed.length > typedCharactersMax) return tooLong
  if (isIP(typed.replace(/^\[(.*)\]$/, '$1'))) {
    return { reason: 'ip-address', words: 'That is an IP address, not a domain name.' }
  }
  if (/^[a-z][a-z0-9+.-]*:|[/?#\\]|:\d+$/i.test(typed)) {
    const words = 'That is a web address. Enter only the domain name.'
    return { reason: 'web-address', words }
  }
  if (typed.includes('@')) {
    return { reason: 'email-address', words: 'That is an email address, not a domain name.' }
  }
  if (hiddenCharacter.test(typed)) {
    return { reason: 'hidden-character', words: 'The name contains an invisible character.' }
  }
  return null
}

const tooLong: NameRefusal = {
  reason: 'too-long',
  words: 'A name has at most 253 characters, with at most 63 between dots.',
}

/** The converter only says no; these are the reasons people meet, the likeliest first. */
function explainSyntax(typed: string): string {
  const labels = typed.split(/[.。．｡]/u)
  if (labels.some((label) => label === ''))
    return 'The name has two dots in a row or starts with a dot.'
  if (/\s/u.test(typed)) return 'A name has no spaces.'
  const odd = typed.match(/[!-,:-@[-`{-~]/)?.[0]
  if (odd) return `A name cannot contain "${odd}". Use letters, digits and hyphens only.`
  if (labels.some((label) => /^-|-$/.test(label)))
    return 'No part of a name may begin or end with a hyphen.'
  if (labels.some((label) => label.length > 63) || typed.length > 253) return tooLong.words
  if (labels.some((label) => /^xn--/i.test(label)))
    return 'The part after "xn--" is not valid Punycode.'
  if (labels.some((label) => label.slice(2, 4) === '--')) {
    return 'The third and fourth characters of a part cannot both be hyphens.'
  }
  return 'It has characters that domain names cannot have, or has them in an order that is not allowed.'
}

function findRegistrable(
  ascii: string,
  soldSuffixes: ReadonlySet<string>,
): { suffix: string } | { refusal: NameRefusal } {
  const { domain, publicSuffix, isIcann } = parse(ascii, { allowPrivateDomains: false })
  const parent = ascii.slice(ascii.indexOf('.') + 1)
  if (!ascii.includes('.') && !isIcann) {
    return refuse('no-ending', 'The TLD is missing, like .com in example.com.')
  }
  if (!isIcann)
    return refuse('unknown-ending', `No domains can be registered under .${publicSuffix}.`)
  if (domain === null || soldSuffixes.has(ascii)) {
    return refuse('public-suffix', `${ascii} is a TLD, not a domain name.`)
  }
  if (soldSuffixes.has(parent)) return { suffix: parent }
  if (domain === ascii) return { suffix: publicSuffix ?? parent }
  return refuse('subdomain', `${ascii} is a subdomain. Add ${domain} instead.`)
}

const refuse = (reason: NameRefusalReason, words: string) => ({ refusal: { reason, words } })
