import { dayMs } from '@pier/protocol/time'
import { expect, test } from 'vitest'
import { givenLoans } from '../../../../test/given/given-loans.ts'
import { useTestApp } from '../../../../test/test-app.ts'

/** The basic promises of the product. */
const app = useTestApp()
const given = givenLoans(app)

type Loan = Awaited<ReturnType<typeof given.running>>
const domainOf = async (loan: Loan, party: 'BORROWER' | 'LENDER') => {
  const { browser } = loan.as(party)
  await loan.as(party).read() // Logs in again where days have passed.
  const reply = await browser.get(`/domains/${loan.domain.id}`)
  return reply.statusCode === 200 ? reply.json<{ status: string }>().status : reply.statusCode
}

test('what stands for a loan stays the borrower’s, works on, and cannot leave', async () => {
  const loan = await given.running()
  expect(await domainOf(loan, 'BORROWER')).toBe('IN_ESCROW')
  expect(await domainOf(loan, 'LENDER')).toBe(404)

  const leaving = await loan.borrower.browser.post(`/domains/${loan.domain.id}/transferOut`)

  expect(leaving.statusCode).toBeGreaterThanOrEqual(400)
  expect((await loan.as('BORROWER').get('/nameservers')).json()).toMatchObject({ can_edit: true })
})

test('no payment of a loan touches an account of ours', async () => {
  const loan = await given.signed({ term: 60 })
  const accounts = async () => {
    const { rows } = await app.database.owner.pool.query<{ entries: string; postings: string }>(
      `select (select count(*) from ledger_entries) as entries,
         (select count(*) from ledger_postings) as postings`,
    )
    const self = await Promise.all(
      [loan.borrower, loan.lender].map(({ browser }) => browser.get('/users/self')),
    )
    return { ...rows[0], balances: self.map((one) => one.json<{ balance: number }>().balance) }
  }
  const before = await accounts()

  await loan.as('LENDER').submit('markPaid', { reference: 'Wire 4711' })
  await loan.as('BORROWER').submit('confirmReceipt')
  await loan.as('BORROWER').submit('payments', { amount: 500 })
  await loan.as('LENDER').submit('payments/confirm')
  await loan.as('BORROWER').submit('finalize')
  await loan.as('LENDER').submit('finalize')

  expect(await loan.as('LENDER').read()).toMatchObject({ status: 'FINALIZED_RETURN_TO_BORROWER' })
  expect(await accounts()).toEqual(before)
})

test('interest is collected as agreed: principal and the days of the term', async () => {
  const loan = await given.running({ loan_amount: 10_000, term: 73, apy: 20 })

  const { payoff } = await loan.as('LENDER').read()

  expect(payoff?.due.amount).toBe(10_400)
})

test('a borrower who surrenders the domain loses it to the lender, and owes nothing any more', async () => {
  const loan = await given.running({ term: 30 })
  await app.database.moveClock(31 * dayMs)
  const { name } = loan.domain
  await loan.as('BORROWER').submit('finalize', { outcome: 'SURRENDER', domain: name })

  expect(await loan.as('LENDER').read()).toMatchObject({ status: 'FINALIZED_LENDER_SEIZURE' })
  expect(await domainOf(loan, 'LENDER')).toBe('CUSTODY_PAID')
  expect(await domainOf(loan, 'BORROWER')).toBe(404)
})
