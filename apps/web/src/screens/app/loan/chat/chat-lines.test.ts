import { expect, test } from 'vitest'
import type { Message } from '../../../../api/loans/messages.ts'
import { chatLines, dayText, firstUnread, type LoanEvent } from './chat-lines.ts'

const message = (id: string, created_at: string, is_own = false): Message => ({
  id,
  message: 'Hello',
  name: 'Ana',
  created_at,
  is_own,
  file: null,
})
const event = (seq: number, at: string, action = 'sign'): LoanEvent => ({
  seq,
  at,
  action,
  by: 'Ana',
  words: 'Ana signed',
  hash: '',
})

test('messages and events stand in one order, a day begins with a line', () => {
  const lines = chatLines({
    messages: [message('a', '2026-08-03T12:00:00Z'), message('b', '2026-08-05T12:00:00Z')],
    events: [event(1, '2026-08-03T11:00:00Z'), event(2, '2026-08-05T13:00:00Z')],
    firstUnreadId: 'b',
  })

  expect(lines.map(({ key }) => key)).toEqual([
    '2026-08-03',
    'event 1',
    'a',
    '2026-08-05',
    'unread',
    'b',
    'event 2',
  ])
})

test('the event of a message is not shown beside it', () => {
  const events = [event(1, '2026-08-03T12:00:00Z', 'message')]
  expect(chatLines({ messages: [], events, firstUnreadId: null })).toEqual([])
})

test('the unread ones are the last of the other side', () => {
  const messages = [
    message('a', '2026-08-03T12:00:00Z'),
    message('b', '2026-08-03T12:01:00Z'),
    message('own', '2026-08-03T12:02:00Z', true),
    message('c', '2026-08-03T12:03:00Z'),
  ]
  expect(firstUnread({ messages, unread: 2 })).toBe('b')
  expect(firstUnread({ messages, unread: 0 })).toBe(null)
  expect(firstUnread({ messages, unread: 9 })).toBe('a')
  expect(firstUnread({ messages: [], unread: 1 })).toBe(null)
})

test('days near by have their own words', () => {
  const now = Date.parse('2026-10-14T12:00:00Z')
  expect(dayText('2026-10-14T11:00:00Z', now)).toBe('Today')
  expect(dayText('2026-10-13T12:00:00Z', now)).toBe('Yesterday')
  expect(dayText('2026-08-03T12:00:00Z', now)).toBe('3 August')
  expect(dayText('2025-08-03T12:00:00Z', now)).toBe('3 August 2025')
})
