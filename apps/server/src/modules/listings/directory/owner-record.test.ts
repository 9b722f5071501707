import { expect, test } from 'vitest'
import type { Outcome } from '@pier/protocol/lifecycles/loan'
import { dayMs } from '@pier/protocol/time'
import { givenAgreements, home } from '../../../../test/given/given-agreements.ts'
import { givenOperators } from '../../../../test/given/given-operators.ts'
import { until } from '../../../../test/given/given-payments.ts'
import { givenRefinance } from '../../../../test/given/given-refinance.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { lockLoan } from '../../loans/loans.service.ts'
import { applyTransition } from '../../loans/machine/transitions.service.ts'

const app = useTestApp()
const given = givenRefinance(app)
const agreements = givenAgreements(app)
const { onMachine } = givenOperators(app)
type Loan = Awaited<ReturnType<typeof given.running>>

/** Runs as the owner of the tables: the API role may not give a domain away without an approval. */
const ruled = (loan: Loan, outcome: Outcome, change: object = {}) =>
  onMachine(async (tx) => {
    const step = { action: 'rule', actor: 'TWO_OPERATORS', outcome, change } as const
    await applyTransition(tx, await lockLoan(tx, loan.id), step)
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
  await app.database.moveClock(29 * dayMs)
  await loan.as('BORROWER').submit('finalize')
  await app.database.moveClock(3 * dayMs)
  await loan.as('LENDER').submit('finalize')

  expect(await recordOf(loan.borrower)).toMatchObject({ loans_repaid: 1, on_time: 1 })
})

test('repaid after the due date is repaid, and not on time', async () => {
  const loan = await given.running({ term: 30 })
  await app.database.moveClock(34 * dayMs)
  await loan.as('LENDER').submit('finalize')

  expect(await recordOf(loan.borrower)).toMatchObject({ loans_repaid: 1, on_time: 0 })
})

test('a ruling counts against the side it went against, and a settlement against nobody', async () => {
  const lost = await given.running({ term: 30 })
  await app.database.moveClock(40 * dayMs)
  await lost.as('LENDER').submit('finalize', { outcome: 'DEFAULT' })
  await lost.as('BORROWER').submit('escalate')
  await app.database.moveClock(21 * dayMs)
  await ruled(lost, 'DEFAULT', { endReason: 'defaulted' })
  const settled = await given.running()
  await settled.as('BORROWER').submit('escalate')
  await settled.as('LENDER').submit('settlement', { outcome: 'DEFAULT' })
  await settled.as('BORROWER').submit('settlement/accept')

  expect(await recordOf(lost.borrower)).toMatchObject({ disputes_lost: 1 })
  expect(await recordOf(lost.lender)).toMatchObject({ disputes_lost: 0 })
  expect(await recordOf(settled.borrower)).toMatchObject({ disputes_lost: 0 })
})

/** Lets the deadline for signing pass. */
const lapsed = async (loans: Pick<Loan, 'id'>[]) => {
  await app.database.moveClock(3 * dayMs + 3_600_000)
  const ids = loans.map(({ id }) => id)
  await until(async () => {
    const { rowCount } = await app.database.owner.pool.query(
      `select from escrows where id = any($1) and end_reason = 'lapsed'`,
      [ids],
    )
    return rowCount === ids.length
  })
}

test('a lapse counts against the party without an address, not the party who could not sign because of that', async () => {
  const loan = await given.agreed()
  await agreements.live(loan.borrower)
  const other = await given.agreed()
  await agreements.live(other.lender)
  await agreements.live(other.borrower, { ...home, city: '' })
  await lapsed([loan, other])

  expect(await recordOf(loan.lender)).toMatchObject({ lapses: 1, loans_ended: 0 })
  expect(await recordOf(loan.borrower)).toMatchObject({ lapses: 0 })
  expect(await recordOf(other.borrower)).toMatchObject({ lapses: 1 })
  expect(await recordOf(other.lender)).toMatchObject({ lapses: 0 })
})

test('a lapse counts against both if both could sign and neither did, or if neither gave an address', async () => {
  const printed = await agreements.printed()
  const unprinted = await given.agreed()
  await lapsed([printed, unprinted])

  for (const { borrower, lender } of [printed, unprinted]) {
    expect(await recordOf(borrower)).toMatchObject({ lapses: 1 })
    expect(await recordOf(lender)).toMatchObject({ lapses: 1 })
  }
})

test('a borrower who compares offers sees what the lender let lapse', async () => {
  const { borrower, lender } = await given.signed()
  await app.database.moveClock(6 * dayMs)
  const lost = () =>
    app.database.owner.pool.query(
      `select from escrows join users on users.id = lender_id where email = $1 and lapsed_by = 'LENDER'`,
      [lender.email],
    )
  await until(async () => (await lost()).rowCount === 1)
  for (const { browser, email, password } of [borrower, lender]) {
    await browser.logIn({ email, password })
    await browser.get('/users/self')
  }
  const domain = await given.verifiedDomain(borrower.browser)
  await given.list(borrower, domain.id)
  await given.offer(domain.id, {}, lender)

  const [offer] = await given.offers(borrower.browser, 'my-offers')
  expect(offer).toMatchObject({ other: { accepted: 1, funded: 0, lapses: 1 } })
})
