import { months } from '@pier/protocol/say-time'
import { dayMs, minuteMs } from '@pier/protocol/time'

const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

/** How long ago, by the reader's own clock: "now", "12 min ago", "16:02", "Tue", "30 Oct". */
export function notificationTime({ at, now }: { at: string; now: number }): string {
  const then = new Date(at)
  const today = new Date(now)
  const minutes = Math.floor((now - then.getTime()) / minuteMs)
  if (minutes < 1) return 'now'
  if (minutes < 60) return `${minutes} min ago`
  if (then.toDateString() === today.toDateString()) return clock(then)
  const midnight = new Date(today.getFullYear(), today.getMonth(), today.getDate())
  if (midnight.getTime() - then.getTime() < 6 * dayMs) return days[then.getDay()] ?? ''

  const day = `${then.getDate()} ${months[then.getMonth()]}`
  return then.getFullYear() === today.getFullYear() ? day : `${day} ${then.getFullYear()}`
}

/** "Wed 14 Oct 2026, 16:02 UTC": the full time, for a tooltip. */
export function fullTime(at: string): string {
  const date = new Date(at)
  const day = `${days[date.getUTCDay()]} ${date.getUTCDate()} ${months[date.getUTCMonth()]}`
  return `${day} ${date.getUTCFullYear()}, ${date.toISOString().slice(11, 16)} UTC`
}

const clock = (date: Date) =>
  `${String(date.getHours()).padStart(2, '0')}:${String(date.getMinutes()).padStart(2, '0')}`
