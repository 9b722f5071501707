import { hasSplitWallet } from './split-wallets.ts'

/**
 * Whether a text seems to say where to pay. Such details stand in the payment panel, where they are
 * checked, locked and dated; in a chat they are the usual way to send somebody's money elsewhere.
 * Dates, phone numbers, amounts and proofs of payment are left alone.
 */
export function hasPaymentDetails(text: string): boolean {
  const plain = plainOf(text)
  return hasChecked(plain) || hasLongNumber(plain) || hasBicWithAccount(plain)
}

/** 90 characters with three separators each. */
const spanMax = 90 * 4

/**
 * Whether a message completes payment details that earlier ones of the same user began. Across
 * messages, only what has a checksum counts, or a number that makes up all of them. Each was
 * checked when sent, so only the text around the seam is searched: all of it would take a second.
 */
export function endsPaymentDetails(before: string[], text: string): boolean {
  const earlier = before.map(plainOf)
  const last = plainOf(text)
  if (earlier.length === 0) return false
  if (hasChecked(`${endOf(earlier.join(' '))} ${last.slice(0, spanMax)}`)) return true
  const pieces = [...earlier, last]
  return earlier.some((_, start) => {
    const some = pieces.slice(start)
    return some.every((piece) => isPieceOfNumber(piece.trim())) && hasLongNumber(some.join(' '))
  })
}

/** Drops a word that was cut in half. */
const endOf = (text: string): string =>
  text.length > spanMax ? text.slice(-spanMax).replace(/^[A-Za-z0-9]+/, '') : text

/** Mostly digits, and neither a year nor a round sum, as used in bargaining. */
function isPieceOfNumber(text: string): boolean {
  const digits = text.replaceAll(/\D/g, '')
  const isRound = /^(?:19|20)\d\d$/.test(digits) || /\d00$/.test(digits)
  return !isRound && /^\D{0,12}\d[\d\s./_*|·-]{2,}\D{0,3}$/.test(text)
}

const plainOf = (text: string): string =>
  withoutHarmless(inLatin(text.normalize('NFKC').replaceAll(/[\p{Cf}\p{Mn}]/gu, '')))

/** Of a form that ordinary text does not have by chance. */
const hasChecked = (plain: string): boolean =>
  wallets.some((pattern) => pattern.test(plain)) || hasSplitWallet(plain) || hasIban(plain)

/** Maps digits and dashes of every script to ASCII. */
const inLatin = (text: string): string =>
  text.replaceAll(/\p{Nd}/gu, latinDigit).replaceAll(/\p{Pd}/gu, '-')

/** Unicode has digits in runs of ten, from 0 to 9; assumes that no run follows another. */
function latinDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  let zero = code
  while (zero > code - 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--
  return String((code - zero) % 10)
}

const wallets = [
  /0[\s./_*|·-]{0,3}x(?:[\s./_*|·-]{0,3}[0-9a-f]){40}(?![0-9a-f])/i,
  /(?<![a-z0-9])(?:bc1|tb1|ltc1)[02-9ac-hj-np-z]{11,87}(?![a-z0-9])/i,
  /(?<![A-Za-z0-9])(?:[13][1-9A-HJ-NP-Za-km-z]{25,34}|T[1-9A-HJ-NP-Za-km-z]{33})(?![A-Za-z0-9])/,
]

/** What has many digits and is no account: hashes and tracking ids, dates, phones, sums of money. */
const harmless = [
  /(?<![0-9a-z])(?:0x)?[0-9a-f]{64}(?![0-9a-z])/gi,
  /(?<![0-9a-z])[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?![0-9a-z])/gi,
  /(?<!\d)(?:19|20)\d\d([-/.])[01]?\d\1[0-3]?\d(?:[T ,]+[0-2]?\d:\d\d(?::\d\d(?:\.\d+)?)?Z?)?(?!\d)/g,
  /(?<!\d)[0-3]?\d([-/.])[0-3]?\d\1(?:19|20)?\d\d(?!\d)/g,
  /(?<!\d)[0-2]?\d:\d\d(?::\d\d)?(?!\d)/g,
  /(?<!\d)(?:19|20)\d\d(?: (?:19|20)\d\d)+(?!\d)/g,
  /(?<!\w)\+(?:[ ().-]{0,2}\d){7,15}(?!\d)/g,
  /(?:[$€£¥]|(?<![a-z])(?:usd|eur|gbp|chf|usdt|usdc) ?)\d[\d.,' ]*\d/gi,
  /(?<!\d)\d{1,3}(?:[.,' ]\d{3})+(?:[.,]\d\d)? ?(?:[$€£¥]|(?:usd|eur|gbp|chf|usdt|usdc|dollars|euros)(?![a-z]))/gi,
]

const withoutHarmless = (text: string): string =>
  harmless.reduce((rest, pattern) => rest.replaceAll(pattern, ' ; '), text)

const hasLongNumber = (text: string): boolean =>
  /(?<![a-z0-9])\d(?:[\s./_*|·-]{0,3}\d){8,}/i.test(text) ||
  /\b(?:acct|account|acc|a\/c|konto|kto|routing|sort code)\W{0,3}(?:no|nr|number)?\W{0,4}\d(?:[ -]?\d){5,}/i.test(
    text,
  )

/** Country and length, as the register of IBANs has them. */
const ibanLengths = new Map(
  (
    'AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DK18 DO28 EE20 ' +
    'EG29 ES24 FI18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 ' +
    'KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NL18 NO15 ' +
    'PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 ST25 SV28 TL23 TN24 ' +
    'TR26 UA29 VA22 VG24 XK20'
  )
    .split(' ')
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))] as const),
)
const ibanDigitsMin = 8
/** Country and check digits, also with separators, or right after "IBAN". */
const ibanStart = /(?<=(?<![a-z0-9])(?:iban)?)[a-z][^a-z0-9]{0,3}[a-z](?:[^a-z0-9]{0,3}\d){2}/gi
/** 34 characters, three separators each. */
const ibanSpanMax = 34 * 4

function hasIban(text: string): boolean {
  const starts = text.matchAll(ibanStart)
  for (const { index } of starts) {
    const compact = text
      .slice(index, index + ibanSpanMax)
      .replaceAll(/[^A-Za-z0-9]/g, '')
      .toUpperCase()
    const length = ibanLengths.get(compact.slice(0, 2))
    if (length && isIban(compact.slice(0, length), length)) return true
  }
  return false
}

function isIban(text: string, length: number): boolean {
  if (text.length < length || text.replaceAll(/\D/g, '').length < ibanDigitsMin) return false
  const digits = (text.slice(4) + text.slice(0, 4)).replaceAll(/[A-Z]/g, (letter) =>
    String(letter.charCodeAt(0) - 55),
  )
  return BigInt(digits) % 97n === 1n
}

const bicCountries = new Set([
  ...ibanLengths.keys(),
  ...'AU CA CN HK ID IN JP KE KR MX MY NG NZ PH SG TH TW US VN ZA'.split(' '),
])

/** A BIC in capitals, and a number in the text that may be an account. */
function hasBicWithAccount(text: string): boolean {
  const words = text.match(/(?<![A-Za-z0-9])[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?(?![A-Za-z0-9])/g)
  const names = words?.some((word) => bicCountries.has(word.slice(4, 6))) ?? false
  return names && /(?<![a-z0-9])\d(?:[ -]?\d){5,}/i.test(text)
}
