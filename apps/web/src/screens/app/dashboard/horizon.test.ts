import { expect, test } from 'vitest'
import type { Domain } from '../../../api/domains.ts'
import type { LoanRow } from '../../../api/loans/loans.ts'
import type { Offer } from '../../../api/offers.ts'
import { type Coming, listComing, placeComing, todayLane } from './horizon.ts'

const now = '2026-10-14T12:00:00.000Z'
const nothing = { received: [], sent: [], borrowed: [], lent: [] }

// Only the fields that the horizon reads.
const offer = (id: string, expires_at: string, status = 'PENDING') =>
  ({ id, domain: 'plumbline.ai', expires_at, status }) as Offer
const loan = (change: Partial<LoanRow>) =>
  ({
    id: 'e',
    domain: 'tideglass.com',
    status: 'PENDING_SIGNATURE',
    move: 'You sign',
    ...change,
  }) as LoanRow
const domain = (expires_at: string | null) =>
  ({ id: 'd', domain: 'moleend.dev', expires_at }) as Domain

test('what is known of the next 45 days stands in its order', () => {
  const lists = {
    ...nothing,
    received: [offer('a', '2026-10-20T10:00:00.000Z'), offer('b', '2026-10-20T18:00:00.000Z')],
    borrowed: [loan({ deadline_at: '2026-10-16T12:00:00.000Z' })],
  }
  const domains = [domain('2026-11-02T00:00:00.000Z'), domain('2027-11-02T00:00:00.000Z')]

  const coming = listComing({ lists, domains, now })

  expect(coming.map(({ domain: name, what, isBelow }) => [name, what, isBelow])).toEqual([
    ['tideglass.com', 'You sign', false],
    ['plumbline.ai', '2 offers end', false],
    ['moleend.dev', 'registration ends', true],
  ])
})

test('what is over, decided or without a date is not coming', () => {
  const lists = {
    ...nothing,
    sent: [
      offer('a', '2026-10-13T10:00:00.000Z'),
      offer('b', '2026-10-20T10:00:00.000Z', 'DENIED'),
    ],
    lent: [
      loan({ deadline_at: null }),
      loan({ status: 'CANCELLED', deadline_at: '2026-10-16T12:00:00.000Z' }),
    ],
  }

  expect(listComing({ lists, domains: [domain(null)], now })).toEqual([])
})

const onDay = (day: number): Coming => ({
  key: String(day),
  at: new Date(Date.parse(now) + day * 86_400_000).toISOString(),
  domain: 'a.com',
  what: 'offer ends',
  isBelow: false,
})
const lanesOf = (days: number[]) =>
  placeComing(days.map(onDay), now).map(({ key, lane }) => [key, lane])

test('what comes earlier stands higher, so that no post goes through a label', () => {
  expect(lanesOf([10, 11, 12, 30])).toEqual([
    ['10', 2],
    ['11', 1],
    ['12', 0],
    ['30', 0],
  ])
})

test('where there is no room for all, the soonest have it', () => {
  expect(lanesOf([10, 11, 12, 13, 14, 15, 44]).map(([key]) => key)).toEqual([
    '10',
    '11',
    '12',
    '13',
    '44',
  ])
})

test('today stands above the labels of the first days', () => {
  expect(todayLane(placeComing([1, 2, 3, 4, 5].map(onDay), now))).toBe(3)
  expect(todayLane(placeComing([10].map(onDay), now))).toBe(0)
})

test('a label near the end stands before its post', () => {
  expect(placeComing([44].map(onDay), now)[0]).toMatchObject({ isFlipped: true, lane: 0 })
})
