import { brand } from '@pier/protocol/brand'
import { cleanPastedName } from '@pier/protocol/domains/pasted-name'
import { dayMs } from '@pier/protocol/time'
import type { Card } from '../../cards/draw-card.server.ts'
import { fullDay } from '../../text/date-text.ts'
import type { Quote } from './quote-view.ts'

export const titleOf = ({ unicode }: Quote) => `${unicode}: what it could borrow · ${brand.name}`

/** For previews of a link: public facts alone, never the terms that somebody chose. */
export const describeQuote = ({ unicode }: Quote) =>
  `What a loan against ${unicode} would cost: its age, the registry prices and what like names borrowed.`

export function cardOf(quote: Quote, nowMs: number): Card {
  const { registered_at: since, expires_at: until } = quote
  const figures = [
    ...(since ? [['Age', ageText(since, nowMs)] as const] : []),
    ...(since ? [['Registered', fullDay(since)] as const] : []),
    ...(until ? [['Expires', fullDay(until)] as const] : []),
  ]
  const title = { domain: quote.name, unicode: quote.unicode }
  return figures.length > 0 ? { title, figures } : { title, note: 'What could this name borrow?' }
}

/** "19 years", "8 months", "1 day". */
export function ageText(since: string, nowMs: number): string {
  const [from, now] = [new Date(since), new Date(nowMs)]
  const days = Math.max(Math.floor((nowMs - from.getTime()) / dayMs), 0)
  const months =
    (now.getUTCFullYear() - from.getUTCFullYear()) * 12 +
    (now.getUTCMonth() - from.getUTCMonth()) -
    (now.getUTCDate() < from.getUTCDate() ? 1 : 0)
  if (months >= 12) return count(Math.floor(months / 12), 'year')
  return months >= 2 ? count(months, 'month') : count(days, 'day')
}

export const daysUntil = (at: string, nowMs: number): number =>
  Math.floor((Date.parse(at) - nowMs) / dayMs)

export const count = (number: number, unit: string) =>
  `${number.toLocaleString('en-US')} ${unit}${number === 1 ? '' : 's'}`

/** A name below another, as pasting gives it: no sentence of whoever made the link. */
export const isPartOf = (name: string, part: string): boolean =>
  part.length <= 253 &&
  part.endsWith(`.${name}`) &&
  /^[\p{L}\p{M}\p{N}._-]+$/u.test(part) &&
  cleanPastedName(part) === part

/** ".com names of 9 to 13 characters". */
export function likeText({ suffix, length_min: least, length_max: most }: Quote['like']): string {
  if (most === null) return `.${suffix} names of ${least} or more characters`
  return least === 1
    ? `.${suffix} names of up to ${most} characters`
    : `.${suffix} names of ${least} to ${most} characters`
}
