import { expect, test } from 'vitest'
import { givenLoans } from '../../../../test/given/given-loans.ts'
import { useTestApp } from '../../../../test/test-app.ts'

const app = useTestApp()
const given = givenLoans(app)

test('both are mailed of a step, each with whose move it is, by when, and otherwise what', async () => {
  const loan = await given.signed()
  const name = loan.domain.name

  await loan.as('LENDER').submit('markPaid')

  const asked = await app.mailTo(loan.borrower.email, `${name}: Teodor Nyberg marked the loan paid`)
  expect(asked.text).toContain('Confirm that you received $30,000.00')
  expect(asked.text).toMatch(/Your move by \d+ \w+ \d{4}, \d\d:\d\d UTC/)
  expect(asked.text).toContain(
    'Otherwise: An operator reviews it. No answer does not count as confirmation.',
  )
  expect(asked.text).toContain(`/app/escrow/${loan.id}`)
  const told = await app.mailTo(loan.lender.email, `${name}: You marked the loan paid`)
  expect(told.text).toContain('Their move by')
})
