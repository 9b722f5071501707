import { expect, test } from 'vitest'
import { fullTime, notificationTime } from './notification-time.ts'

const local = (...parts: [number, number, number, number, number]) => new Date(...parts)
const now = local(2026, 9, 14, 18, 0).getTime()

test.each([
  [local(2026, 9, 14, 18, 0), 'now'],
  [local(2026, 9, 14, 17, 48), '12 min ago'],
  [local(2026, 9, 14, 16, 2), '16:02'],
  [local(2026, 9, 13, 23, 59), 'Tue'],
  [local(2026, 9, 9, 12, 0), 'Fri'],
  [local(2026, 9, 1, 12, 0), '1 Oct'],
  [local(2025, 9, 30, 12, 0), '30 Oct 2025'],
])('%s is shown as %s', (date, words) => {
  expect(notificationTime({ at: date.toISOString(), now })).toBe(words)
})

test('a clock that is behind the server shows no time in the future', () => {
  const at = local(2026, 9, 14, 18, 3).toISOString()

  expect(notificationTime({ at, now })).toBe('now')
})

test('the whole time names its zone', () => {
  expect(fullTime('2026-10-14T16:02:31.000Z')).toBe('Wed 14 Oct 2026, 16:02 UTC')
})
