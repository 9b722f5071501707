/** Days and times as text, in UTC. */

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

/** "6 Nov". */
export const sayDay = (day: Date | string): string => {
  const date = dateOf(day)
  return `${date.getUTCDate()} ${months[date.getUTCMonth()]}`
}

/** "6 Nov 2026". */
export const sayDate = (day: Date | string): string =>
  `${sayDay(day)} ${dateOf(day).getUTCFullYear()}`

/** "6 Nov 2026, 09:12 UTC". */
export const sayTime = (time: Date): string =>
  `${sayDate(time)}, ${time.toISOString().slice(11, 16)} UTC`
