import { brand } from '@pier/protocol/brand'
import type { Coming } from './horizon.ts'

/** Coming events for the reader's own calendar: RFC 5545, one event each. */
export function makeCalendar(all: readonly Coming[], now: string): string {
  const events = all.flatMap(({ key, at, domain, what }) => [
    'BEGIN:VEVENT',
    `UID:${escapeText(key).replaceAll(' ', '-')}@pier`,
    `DTSTAMP:${stamp(now)}`,
    `DTSTART:${stamp(at)}`,
    `SUMMARY:${escapeText(`${domain}: ${what}`)}`,
    'END:VEVENT',
  ])
  const lines = ['VERSION:2.0', `PRODID:-//${brand.name}//Next 45 days//EN`, ...events]
  return ['BEGIN:VCALENDAR', ...lines, 'END:VCALENDAR', ''].join('\r\n')
}

const stamp = (at: string) => new Date(at).toISOString().replaceAll(/[-:]|\.\d+/g, '')

const escapeText = (text: string) => text.replaceAll(/[\\;,]/g, String.raw`\$&`)
