import { months } from '@pier/protocol/say-time'
import { countOf } from '@pier/protocol/text'
import { minuteMs } from '@pier/protocol/time'

const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

/** "15 Oct". All texts here are in UTC, except localDay. */
export function shortDay(at: string): string {
  const date = new Date(at)
  return `${date.getUTCDate()} ${months[date.getUTCMonth()]}`
}

export function fullDay(at: string): string {
  return `${shortDay(at)} ${new Date(at).getUTCFullYear()}`
}

/** The same in the reader's time zone. */
export function localDay(at: string): string {
  const date = new Date(at)
  return `${date.getDate()} ${months[date.getMonth()]} ${date.getFullYear()}`
}

export function longDay(at: string): string {
  return `${days[new Date(at).getUTCDay()]} ${fullDay(at)}`
}

/** "Thu 15 Oct", for a near date. */
export function nearDay(at: string): string {
  return `${days[new Date(at).getUTCDay()]} ${shortDay(at)}`
}

export function clockTime(at: string): string {
  return `${new Date(at).toISOString().slice(11, 16)} UTC`
}

type Span = { until: string; now: string }

/** "2 days 4 hours left", "34 minutes left", and after that "2 days 4 hours ago". */
export const timeLeft = (span: Span): string =>
  `${spanText(span)} ${Date.parse(span.until) >= Date.parse(span.now) ? 'left' : 'ago'}`

/** "2 days 4 hours", "34 minutes": how far two times are from each other. */
export function spanText({ until, now }: Span): string {
  const minutes = Math.floor(Math.abs(Date.parse(until) - Date.parse(now)) / minuteMs)
  const hours = Math.floor(minutes / 60)
  if (hours === 0) return countOf(minutes, 'minute')
  if (hours < 24) return countOf(hours, 'hour')
  const wholeDays = countOf(Math.floor(hours / 24), 'day')
  return hours % 24 === 0 ? wholeDays : `${wholeDays} ${countOf(hours % 24, 'hour')}`
}

/** The same in its largest unit, for a narrow column: "4 days", "22 hours", "34 minutes". */
export function roughLeft(span: Span): string {
  if (Date.parse(span.until) < Date.parse(span.now)) return 'over'
  return spanText(span).split(' ').slice(0, 2).join(' ')
}
