import { expect, test } from 'vitest'
import { givenLoans } from '../../../../test/given/given-loans.ts'
import { useTestApp } from '../../../../test/test-app.ts'

const app = useTestApp()
const given = givenLoans(app)

/** The chat refuses payment details, so a fraudster would try other text fields. */
const account = 'New bank, pay to DE89 3704 0044 0532 0130 00 please'
const refusal = { code: 'message_has_account' }
const terms = { loan_amount: 1500, term: 90, apy: 18 }

test('an offer, a counter to it and the reason of a refusal say nothing of where to pay', async () => {
  const borrower = await app.given.verifiedUser()
  const domain = await given.verifiedDomain(borrower.browser)
  await given.list(borrower, domain.id)
  const { lender, id } = await given.offer(domain.id)

  const offer = { domain_id: domain.id, ...terms, message: account }
  const made = await lender.browser.post('/offers', offer)
  expect(made.json()).toMatchObject({ ...refusal, field: 'message' })
  const counter = await borrower.browser.post(`/offers/${id}/counter`, {
    ...terms,
    message: account,
  })
  expect(counter.json()).toMatchObject({ ...refusal, field: 'message' })
  const denied = await borrower.browser.post(`/offers/${id}`, { status: 'DENIED', reason: account })
  expect(denied.json()).toMatchObject({ ...refusal, field: 'reason' })
})

test('payment details are refused in the statement of an extension or settlement proposal', async () => {
  const loan = await given.running()
  const { due_at: dueAt } = await loan.as('LENDER').read()
  const later = new Date(Date.parse(dueAt ?? '') + 30 * 86_400_000).toISOString().slice(0, 10)
  const extension = { due_on: later, statement: account }

  const asked = await loan.as('LENDER').post('extension', extension)
  expect(asked.json()).toMatchObject({ ...refusal, field: 'statement' })
  await loan.as('LENDER').submit('escalate', { statement: 'We do not agree.' })
  const settlement = { outcome: 'REPAID', statement: account }
  const proposed = await loan.as('LENDER').post('settlement', settlement)
  expect(proposed.json()).toMatchObject({ ...refusal, field: 'statement' })
})
