import { months } from '@pier/protocol/say-time'
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

/** "2 d 4 h left", "34 min left", and after that "2 d 4 h ago". */
export function timeLeft({ until, now }: { until: string; now: string }): string {
  const minutes = Math.floor(Math.abs(Date.parse(until) - Date.parse(now)) / minuteMs)
  const hours = Math.floor(minutes / 60)
  const wholeDays = Math.floor(hours / 24)
  const restHours = hours % 24
  const ending = Date.parse(until) >= Date.parse(now) ? 'left' : 'ago'
  if (hours === 0) return `${minutes} min ${ending}`
  if (wholeDays === 0) return `${hours} h ${ending}`
  return restHours ? `${wholeDays} d ${restHours} h ${ending}` : `${wholeDays} d ${ending}`
}

/** The same in its largest unit, for a narrow column: "4 d", "22 h", "34 min". */
export function roughLeft({ until, now }: { until: string; now: string }): string {
  const left = timeLeft({ until, now })
  return left.endsWith('ago') ? 'over' : left.split(' ').slice(0, 2).join(' ')
}
