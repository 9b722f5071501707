/** Days and times as text, in UTC. */
const dayMonth = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  timeZone: 'UTC',
})
const dayMonthYear = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** Written out, because systems abbreviate September differently. */
export const months = [
  'Jan',
  'Feb',
  'Mar',
  'Apr',
  'May',
  'Jun',
  'Jul',
  'Aug',
  'Sep',
  'Oct',
  'Nov',
  'Dec',
]

const dateOf = (day: Date | string) =>
  typeof day === 'string' ? new Date(`${day}T00:00:00Z`) : day

/** "6 November". */
export const sayDay = (day: Date | string): string => dayMonth.format(dateOf(day))

/** "6 November 2026". */
export const sayDate = (day: Date | string): string => dayMonthYear.format(dateOf(day))

/** "6 Nov 2026". */
export const sayShortDate = (day: Date | string): string => {
  const date = dateOf(day)
  return `${date.getUTCDate()} ${months[date.getUTCMonth()]} ${date.getUTCFullYear()}`
}

/** "6 November 2026, 09:12 UTC". */
export const sayTime = (time: Date): string =>
  `${sayDate(time)}, ${time.toISOString().slice(11, 16)} UTC`
