import { clockTime, fullDay, localDay } from './date-text.ts'

/** "30 Oct 2026", or with the time for a deadline: "30 Oct 2026, 12:10 UTC". */
export function TimeText({ at, withTime = false }: { at: string; withTime?: boolean }) {
  return (
    <time dateTime={at} title={new Date(at).toISOString()}>
      {withTime ? `${fullDay(at)}, ${clockTime(at)}` : fullDay(at)}
    </time>
  )
}

/** "30 Oct 2026", the day in the reader's time zone. Only for what the browser renders. */
export function LocalDay({ at }: { at: string }) {
  return (
    <time dateTime={at} title={new Date(at).toISOString()}>
      {localDay(at)}
    </time>
  )
}
