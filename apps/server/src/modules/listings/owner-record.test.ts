import { expect, test } from 'vitest'
import type { Outcome } from '@pier/protocol/lifecycles/escrow'
import { inTransaction } from '../../platform/db/database.ts'
import { givenRefinance } from '../../testing/given-refinance.ts'
import { useTestApp } from '../../testing/test-app.ts'
import { lockLoan, takeStep } from '../escrow/steps.service.ts'

const app = useTestApp()
const given = givenRefinance(app)
const day = 86_400_000
type Loan = Awaited<ReturnType<typeof given.running>>

const ruled = (loan: Loan, outcome: Outcome, change: object = {}) =>
  inTransaction(app.db, async (tx) => {
    const step = { action: 'rule', actor: 'TWO_OPERATORS', outcome, change } as const
    await takeStep(tx, await lockLoan(tx, loan.id), step)
  })
const recordOf = async (person: Loan['borrower']) => {
  const { email, password } = person
  await person.browser.logIn({ email, password })
  await person.browser.get('/users/self')
  const domain = await given.verifiedDomain(person.browser)
  const listingId = await given.list(person, domain.id)
  const page = (await app.browser().get(`/listings/${listingId}`)).json<{ owner: object }>()
  return page.owner
}

test('repaid by the due date is on time, however late the lender says so', async () => {
  const loan = await given.running({ term: 30 })
  await app.database.moveClock(29 * day)
  await loan.as('BORROWER').press('finalize')
  await app.database.moveClock(3 * day)
  await loan.as('LENDER').press('finalize')

  expect(await recordOf(loan.borrower)).toMatchObject({ loans_repaid: 1, on_time: 1 })
})

test('repaid after the due date is repaid, and not on time', async () => {
  const loan = await given.running({ term: 30 })
  await app.database.moveClock(34 * day)
  await loan.as('LENDER').press('finalize')

  expect(await recordOf(loan.borrower)).toMatchObject({ loans_repaid: 1, on_time: 0 })
})

test('a ruling counts against the side it went against, and a settlement against nobody', async () => {
  const lost = await given.running({ term: 30 })
  await app.database.moveClock(40 * day)
  await lost.as('LENDER').press('finalize', { outcome: 'DEFAULT' })
  await lost.as('BORROWER').press('escalate')
  await app.database.moveClock(21 * day)
  await ruled(lost, 'DEFAULT', { endReason: 'defaulted' })
  const settled = await given.running()
  await settled.as('BORROWER').press('escalate')
  await settled.as('LENDER').press('settlement', { outcome: 'DEFAULT' })
  await settled.as('BORROWER').press('settlement/accept')

  expect(await recordOf(lost.borrower)).toMatchObject({ disputes_lost: 1 })
  expect(await recordOf(lost.lender)).toMatchObject({ disputes_lost: 0 })
  expect(await recordOf(settled.borrower)).toMatchObject({ disputes_lost: 0 })
})
