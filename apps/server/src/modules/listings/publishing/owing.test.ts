import { expect, test } from 'vitest'
import { givenLoans } from '../../../../test/given/given-loans.ts'
import { useTestApp } from '../../../../test/test-app.ts'

const app = useTestApp()
const given = givenLoans(app)
const ask = { desired_loan_amount: 32_000, desired_term: 180, desired_apy: 14.5 }

test('whose payment was taken back lists nothing while the balance is below zero', async () => {
  const { browser, email } = await app.given.verifiedUser()
  const domain = await given.verifiedDomain(browser)
  await app.database.owner.pool.query(
    `select post_entry('card:dp_1', 'chargeback', (select id from users where email = $1), null,
       array['available', 'chargeback']::ledger_account[], array[-5000, 5000]::bigint[])`,
    [email],
  )

  const reply = await browser.post('/listings', { domain_id: domain.id, ...ask })

  expect(reply.json()).toMatchObject({ code: 'balance_negative' })
})

test('hidden characters in a reason or a statement are refused, and not an error of ours', async () => {
  const { borrower, domain } = await given.listing()
  const { id } = await given.offer(domain.id)
  const loan = await given.running()

  const denied = await borrower.browser.post(`/offers/${id}`, { status: 'DENIED', reason: 'a\0b' })
  const escalated = await loan.as('LENDER').post('escalate', { statement: 'a\0b' })

  expect(denied.json()).toMatchObject({ code: 'invalid_input', field: 'reason' })
  expect(escalated.json()).toMatchObject({ code: 'invalid_input', field: 'statement' })
})
