const dateFormat = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})
const localFormat = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
})
const timeFormat = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
})

/** "30 Oct 2026", or with the time where a deadline hangs on it: "30 Oct 2026, 12:10 UTC". */
export function TimeText({ at, withTime = false }: { at: string; withTime?: boolean }) {
  const date = new Date(at)
  const text = dateFormat.format(date)
  return (
    <time dateTime={at} title={date.toISOString()}>
      {withTime ? `${text}, ${timeFormat.format(date)} UTC` : text}
    </time>
  )
}

/** "30 Oct 2026", the day where the reader is. For what only the browser shows. */
export function LocalDay({ at }: { at: string }) {
  const date = new Date(at)
  return (
    <time dateTime={at} title={date.toISOString()}>
      {localFormat.format(date)}
    </time>
  )
}
