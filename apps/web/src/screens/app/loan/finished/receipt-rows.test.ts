import { expect, test } from 'vitest'
import { chatText } from './chat-and-history.tsx'
import { hrefOfNext } from './next-href.ts'
import { type Receipt, receiptNote, sumRows } from './receipt-rows.ts'
import { recordFigures } from './record-figures.ts'

type Sums = NonNullable<Receipt['sums']>
const sums: Sums = {
  principal: 4600,
  interest: 103.34,
  interest_days: 41,
  advances: 0,
  is_least: false,
  per_diem: 2.52,
  rate: 20,
  short_received: 0,
  difference: 0,
  by_domain: 0,
  unpaid: 0,
  paid: 4703.34,
  stopped_on: '2026-10-14',
  stopped_by: 'the day of your payment',
  agreed: { date: '2026-11-02', amount: 4751.23 },
  saved: 47.89,
}
// Only the fields that the rows use.
const receipt = (change: Partial<Sums>, rest: Partial<Receipt> = {}) =>
  ({
    sums: { ...sums, ...change },
    fees: [],
    total: { label: 'The loan cost you', amount: 103.34 },
    ...rest,
  }) as Receipt
const labels = (of: Receipt) => sumRows(of).map(({ label, value }) => `${label}: ${value}`)

test('the sums say their basis, with the fees below and the cost in all last', () => {
  const fees = [{ date: '2026-09-02', what: 'Registry fee for the transfer', amount: 10.44 }]
  const total = { label: 'The loan cost you', amount: 113.78 }

  expect(labels(receipt({}, { fees, total }))).toEqual([
    'Principal: $4,600.00',
    'Interest, 41 days at 20.00%, $2.52 a day: $103.34',
    'Registry fee for the transfer, 2 Sep, from your balance: $10.44',
    'The loan cost you: $113.78',
  ])
  expect(receiptNote(receipt({}))).toBe(
    'Agreed for 2 Nov 2026: $4,751.23. Interest stopped on 14 Oct 2026, the day of your payment.',
  )
})

test('where no sum was named none is shown, and interest is what the agreement says', () => {
  const unnamed = receipt(
    { paid: null, difference: null, saved: null },
    { total: { label: 'The loan cost you', amount: null } },
  )

  expect(labels(unnamed)).toEqual([
    'Principal: $4,600.00',
    'Interest as agreed, 41 days at 20.00%, $2.52 a day: $103.34',
    'The loan cost you: No amount stated',
  ])
})

test('what differs from what was owed, and what the domain settled, are rows of their own', () => {
  expect(labels(receipt({ difference: -100, per_diem: null }))).toContain(
    'Paid less than owed: −$100.00',
  )
  expect(labels(receipt({ difference: 5, is_least: true }))).toEqual(
    expect.arrayContaining([
      'Interest, 41 days at 20.00%, minimum interest: $103.34',
      'Paid more than owed: $5.00',
    ]),
  )
  expect(labels(receipt({ by_domain: 4703.34, paid: 0 }))).toContain(
    'Settled with the domain: −$4,703.34',
  )
  expect(labels({ ...receipt({}), sums: null, total: null })).toEqual([])
})

test('a next step leads where it begins, and listing again takes the terms along', () => {
  const leads = { domainId: 'd1', terms: { amount: 4600, term: 60, apy: 20 } }
  const to = (kind: Receipt['next'][number]['kind'], escrow_id: string | null = null) =>
    hrefOfNext({ kind, escrow_id }, leads)

  expect(to('LIST')).toBe('/app/my-domains/list?domain=d1&amount=4600&term=60&rate=20')
  expect(to('TRANSFER_OUT')).toBe('/app/my-domains/transfer-out?domain=d1')
  expect(to('KEEP')).toBe('/app/my-domains/edit-ns?domain=d1')
  expect(to('LOAN', 'e2')).toBe('/app/escrow/e2')
  expect(to('LEND')).toBe('/app/listings')
})

test('the record counts for the side the reader had, and shows lapses where there are any', () => {
  const record = { loans: 5, repaid: 5, on_time: 4, lapses: 1, amount: 41_200, since: 2024 }
  const words = (as: 'BORROWER' | 'LENDER') =>
    recordFigures({ ...record, as }, (dollars) => `$${dollars}`).map(
      ({ figure, label }) => `${figure} ${label}`,
    )

  expect(words('BORROWER')).toEqual([
    '5 of 5 loans repaid',
    '4 on time or early',
    '$41200 borrowed since 2024',
    '1 lapse',
  ])
  expect(words('LENDER')[0]).toBe('5 of 5 loans repaid to you')
})

test('the chat says until when it can be written in, and then when it closed', () => {
  const endedAt = '2026-10-15T16:20:00.000Z'

  expect(chatText(endedAt, '2026-10-16T00:00:00.000Z')).toMatch(/^You can send messages until /)
  expect(chatText(endedAt, '2027-10-16T00:00:00.000Z')).toMatch(/^Closed /)
})
