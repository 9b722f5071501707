/** The dates of a loan as a calendar file (RFC 5545), for one of its sides. */
import type { Party } from '@pier/protocol/lifecycles/loan'
import { formatMoney } from '@pier/protocol/money'
import { pauseFor, payoffOn, type LoanView } from '../facts/loan-view.ts'

type Noted = LoanView & { role: Party; name: string }
type Entry = { key: string; at: Date; title: string; note: string }

export function writeCalendar(view: LoanView, reader: { role: Party; name: string }): string {
  const noted = { ...view, ...reader }
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Pier//Loan dates//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    ...entriesOf(noted).flatMap((entry) => writeEntry(entry, noted)),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${fold(line)}\r\n`).join('')
}

/** The dates of a running loan; before it runs and after its end there are none. */
function entriesOf(noted: Noted): Entry[] {
  const { loan, role, name } = noted
  const { dueAt, graceUntil, objectionUntil } = loan
  if (payoffOn(noted, noted.now) === null) return []
  const owed = (at: Date) => formatMoney(payoffOn(noted, at) ?? 0)
  const pay = role === 'BORROWER' ? 'Repay' : 'The borrower repays'
  return [
    ...(dueAt
      ? [{ key: 'due', at: dueAt, title: `${pay} ${owed(dueAt)}: ${name}`, note: 'Due date.' }]
      : []),
    ...(graceUntil
      ? [
          {
            key: 'grace',
            at: graceUntil,
            title: `Last day of grace: ${name}`,
            note: `${owed(graceUntil)} is owed by then. After that the lender may send a default notice.`,
          },
        ]
      : []),
    ...(objectionUntil
      ? [
          {
            key: 'notice',
            at: objectionUntil,
            title: `Last day to answer the notice: ${name}`,
            note: 'Pay, object or ask for an extension by then.',
          },
        ]
      : []),
  ]
}

function writeEntry({ key, at, title, note }: Entry, noted: Noted): string[] {
  const { loan, now, role } = noted
  const pause = pauseFor(noted, role)
  const paused = pause ? ` This date or later: ${pause.title} ${pause.text}` : ''
  return [
    'BEGIN:VEVENT',
    // Importing again after an extension moves the entry instead of adding another.
    `UID:${loan.id}-${key}@pier`,
    `SEQUENCE:${loan.version}`,
    `DTSTAMP:${stamp(now)}`,
    `DTSTART:${stamp(at)}`,
    `SUMMARY:${escape(title)}`,
    `DESCRIPTION:${escape(`${note}${paused} Loan ${loan.code}.`)}`,
    'TRANSP:TRANSPARENT',
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    'TRIGGER:-P1D',
    `DESCRIPTION:${escape(title)}`,
    'END:VALARM',
    'END:VEVENT',
  ]
}

const stamp = (time: Date) => `${time.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`

const escape = (text: string) => text.replaceAll(/[\\;,]/g, '\\$&').replaceAll('\n', '\\n')

/** Folds lines at 75 bytes without splitting a character. */
function fold(line: string): string {
  const lines = ['']
  for (const letter of line) {
    const last = lines.at(-1) ?? ''
    if (Buffer.byteLength(last + letter) > 75) lines.push(` ${letter}`)
    else lines[lines.length - 1] = last + letter
  }
  return lines.join('\r\n')
}
