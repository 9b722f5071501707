import type { receiptSchema } from '@pier/protocol/calls/loans/receipt'
import type { Party } from '@pier/protocol/lifecycles/loan'
import { dayMs } from '@pier/protocol/time'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { givenRefinance } from '../../../../test/given/given-refinance.ts'
import { useTestApp } from '../../../../test/test-app.ts'

const app = useTestApp()
const given = givenRefinance(app)
const terms = { loan_amount: 4_600, apy: 20, term: 60 }
type Receipt = z.output<typeof receiptSchema>
type Side = { as: (party: Party) => { read: () => Promise<object> } }

const receiptOf = async (loan: Side, party: Party) => {
  const { receipt } = (await loan.as(party).read()) as { receipt: Receipt | null }
  if (!receipt) throw new Error('the loan has not ended')
  return receipt
}
const dayAfter = (date: string, days: number) =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)
const moved = (days: number) => app.database.moveClock(days * dayMs)
test('a running loan has no receipt, and a stranger never sees one', async () => {
  const loan = await given.running(terms)
  const stranger = await app.given.verifiedUser()
  expect(await loan.as('BORROWER').read()).toMatchObject({ receipt: null })

  await loan.as('LENDER').submit('finalize')

  expect((await stranger.browser.get(`/escrow/${loan.id}`)).statusCode).toBe(404)
})

test('Mark Paid on a running loan says on which day it was done', async () => {
  const loan = await given.signed(terms)
  await loan.as('LENDER').submit('markPaid')
  await moved(2)
  const { actions, value_date } = await loan.as('BORROWER').submit('confirmReceipt')

  const [, month, date] = dayAfter(value_date ?? '', -2).split('-')
  const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')
  const words = `Done on ${Number(date)} ${months[Number(month) - 1]}.`
  expect(actions.find(({ action }) => action === 'markPaid')?.why_not).toBe(words)
})

test('repaid early: what was claimed and confirmed, its cost in all and what it saved', async () => {
  const loan = await given.signed(terms)
  await loan.as('LENDER').submit('markPaid', { reference: 'Wire 7' })
  const { value_date } = await loan.as('BORROWER').submit('confirmReceipt')
  const start = value_date ?? ''
  await moved(41)
  const claim = { amount: 4_703.34, paid_on: dayAfter(start, 41), reference: 'E2E-91' }
  await loan.as('BORROWER').submit('finalize', claim)
  await moved(1)
  await loan.as('LENDER').submit('finalize')

  const borrowers = await receiptOf(loan, 'BORROWER')
  expect(borrowers).toMatchObject({
    ending: 'REPAID',
    headline: 'Repaid, and the name is yours again',
    lines: [
      { what: 'Loan received', date: start, from: 'Teodor Nyberg', to: 'you', reference: 'Wire 7' },
      {
        what: 'Loan repaid',
        date: claim.paid_on,
        from: 'you',
        to: 'Teodor Nyberg',
        reference: 'E2E-91',
        amount: 4_703.34,
        rail: 'bank transfer',
        confirmed: { by: 'by Teodor Nyberg' },
      },
    ],
    sums: {
      principal: 4_600,
      interest: 103.34,
      interest_days: 41,
      per_diem: 2.52,
      rate: 20,
      difference: 0,
      paid: 4_703.34,
      saved: 47.89,
      stopped_on: claim.paid_on,
      agreed: {
        date: dayAfter(start, 60),
        amount: 4_751.23,
      },
    },
    total: { label: 'The loan cost you', amount: 103.34 },
    record: { as: 'BORROWER', loans: 1, repaid: 1, on_time: 1, amount: 4_600 },
    no_deadline: true,
  })
  expect(borrowers.sentence).toMatch(
    /^Teodor Nyberg confirmed \$4,703\.34, 19 days before the due date\. That saved you \$47\.89 of interest\./,
  )
  expect(borrowers.next.map(({ kind }) => kind)).toEqual(['LIST', 'TRANSFER_OUT', 'KEEP'])
  expect(borrowers.next[0]?.note).toContain('$4,600, 60 days, 20.00%')
  const lenders = await receiptOf(loan, 'LENDER')
  expect(lenders).toMatchObject({
    total: { label: 'The loan brought you', amount: 103.34 },
    lines: [
      { what: 'Loan paid', from: 'you' },
      { what: 'Loan repaid', to: 'you', confirmed: { by: 'by you' } },
    ],
    sums: { paid: 4_703.34 },
  })
  expect(lenders.next.map(({ kind }) => kind)).toEqual(['LEND', 'LOANS'])
})

test('the lender finalizes without a word: no sum was named, and none is made up', async () => {
  const loan = await given.running(terms)
  await moved(10)
  await loan.as('BORROWER').submit('payments', { amount: 1_000 })
  await loan.as('LENDER').submit('payments/confirm')
  await moved(5)
  await loan.as('LENDER').submit('finalize')

  for (const party of ['BORROWER', 'LENDER'] as const) {
    const receipt = await receiptOf(loan, party)
    expect(receipt).toMatchObject({
      lines: [{ amount: 4_600 }, { what: 'Partial repayment', amount: 1_000 }, { amount: null }],
      sums: { paid: null, difference: null, saved: null },
      total: { amount: null },
    })
    expect(receipt.sentence).toContain('without stating an amount')
  }
})

test('a claim of less than was owed is shown as said, with the difference', async () => {
  const loan = await given.running(terms)
  await moved(65)
  await loan.as('BORROWER').submit('finalize', { amount: 4_000 })
  await loan.as('LENDER').submit('finalize')

  const { sums, sentence, total } = await receiptOf(loan, 'BORROWER')
  expect(sums).toMatchObject({ paid: 4_000, difference: -763.84, saved: -12.61, interest: 163.84 })
  expect(total).toMatchObject({ amount: -600 })
  expect(sentence).toContain('confirmed $4,000.00, 5 days after the due date')
  expect(sentence).toContain('That cost you $12.61 in extra interest.')
  expect(sentence).toContain('It is $763.84 less than was owed that day.')
})

test('a loan paid off by a partial payment after an extension has no final repayment on its receipt', async () => {
  const loan = await given.running(terms)
  const { due_at } = await loan.as('BORROWER').read()
  await loan
    .as('BORROWER')
    .submit('extension', { due_on: dayAfter(due_at?.slice(0, 10) ?? '', 30) })
  await loan.as('LENDER').submit('extension/accept')
  await moved(60)
  const { payoff } = await loan.as('BORROWER').read()
  await loan.as('BORROWER').submit('payments', { amount: payoff?.today.amount })
  await loan.as('LENDER').submit('payments/confirm')
  await moved(2)
  await loan.as('LENDER').submit('finalize')

  const { lines, sums } = await receiptOf(loan, 'LENDER')
  expect(lines.map(({ kind }) => kind)).toEqual(['FUNDING', 'PART'])
  expect(sums).toMatchObject({ paid: 4_751.23, difference: 0, saved: 75.62, interest_days: 60 })
  expect(sums?.agreed.amount).toBe(4_826.85)
  expect(sums?.stopped_by).toBe('the day of the last partial payment')
})

test('a registry fee during the loan stands in what it cost the borrower, and not the lender', async () => {
  const loan = await given.running(terms)
  await app.database.owner.pool.query(
    `insert into transactions (user_id, type, domain, method, status, amount_cents, created_at)
     select borrower_id, 'renewal', unicode_name, 'balance', state, -1044, app_now()
     from escrows join domains on domains.id = domain_id, unnest(array['DONE', 'REVERSED']) as state
     where escrows.id = $1`,
    [loan.id],
  )
  await moved(7)
  const { payoff } = await loan.as('BORROWER').read()
  await loan.as('BORROWER').submit('finalize', { amount: payoff?.today.amount })
  await loan.as('LENDER').submit('finalize')

  expect(await receiptOf(loan, 'BORROWER')).toMatchObject({
    fees: [{ what: 'Registry fee for the renewal', amount: 10.44 }],
    total: { amount: 28.08 },
  })
  expect(await receiptOf(loan, 'LENDER')).toMatchObject({ fees: [], total: { amount: 17.64 } })
})

test('another lender pays it out: both say by whom, and the borrower goes on to the other loan', async () => {
  const old = await given.running()
  const next = await given.linked(old)
  await next.as('LENDER').submit('markPaid', { reference: 'Payout' })
  await next.as('BORROWER').submit('refinance/rest')
  await old.as('LENDER').submit('refinance/confirm')
  await next.as('LENDER').submit('finalize')

  const former = await receiptOf(old, 'BORROWER')
  expect(former).toMatchObject({
    ending: 'REFINANCED',
    headline: 'Paid out by another lender',
    lines: [
      {},
      {
        kind: 'PAYOUT',
        reference: 'Payout',
        amount: 30_076.23,
        to: 'Teodor Nyberg',
      },
    ],
    sums: { paid: 30_076.23 },
  })
  const { lines } = await receiptOf(next, 'BORROWER')
  expect(lines).toMatchObject([
    { kind: 'PAYOUT', amount: 30_076.23, confirmed: { by: 'by Teodor Nyberg' } },
    { kind: 'REST', amount: 9_923.77, to: 'you', confirmed: { by: 'by you' } },
    { kind: 'REPAYMENT', amount: null },
  ])
})
