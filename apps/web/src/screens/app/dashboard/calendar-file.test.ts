import { expect, test } from 'vitest'
import { makeCalendar } from './calendar-file.ts'

test('each thing that is coming is an event at its time', () => {
  const at = '2026-10-16T12:00:00.000Z'
  const coming = {
    key: 'You sign e1',
    at,
    domain: 'tideglass.com',
    what: 'You sign',
    isBelow: false,
  }

  expect(makeCalendar([coming], '2026-10-14T12:00:00.000Z').split('\r\n')).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Pier//Next 45 days//EN',
    'BEGIN:VEVENT',
    'UID:You-sign-e1@pier',
    'DTSTAMP:20261014T120000Z',
    'DTSTART:20261016T120000Z',
    'SUMMARY:tideglass.com: You sign',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ])
})
