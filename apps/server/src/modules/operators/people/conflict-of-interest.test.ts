import { expect, test } from 'vitest'
import { givenLoans } from '../../../../test/given/given-loans.ts'
import { givenOperators, type TestOperator } from '../../../../test/given/given-operators.ts'
import { useTestApp } from '../../../../test/test-app.ts'

const app = useTestApp()
const given = { ...givenLoans(app), ...givenOperators(app) }
const partial = [403, 'operator_partial']
const said = async (reply: Promise<{ statusCode: number; body: string }>) => {
  const { statusCode, body } = await reply
  return [statusCode, body && (JSON.parse(body) as { code?: string }).code]
}
const linesBy = async ({ id }: TestOperator) => {
  const lines = `select action from audit_log where operator_id = $1`
  const { rows } = await app.database.owner.pool.query<{ action: string }>(lines, [id])
  return rows.map(({ action }) => action)
}
const nothingElse = ['login']

test('an operator cannot unfreeze their own user account, and the attempt leaves no audit entry', async () => {
  const noor = await given.operator('compliance')
  const support = await given.operator('support')
  const { id, browser, email, password } = await given.asUser(noor)
  await support.post(`/users/${id}/freeze`)

  expect(await said(noor.post(`/users/${id}/unfreeze`))).toEqual(partial)

  await browser.logIn({ email, password })
  expect((await browser.get('/users/self')).json()).toMatchObject({ is_frozen: true })
  expect(await linesBy(noor)).toEqual(nothingElse)
})

test('nobody who works here stops the clock of their own loan, reads its file or sees to the other side', async () => {
  const noor = await given.operator('case_officer', 'support')
  const lender = await given.asUser(noor)
  const { escrowId, borrower, domain } = await given.loan(lender)
  const { id: borrowerId } = (await borrower.browser.get('/users/self')).json<{ id: string }>()
  const value = { domain: domain.name, amount: 9000, source: 'My own word' }

  expect(await said(noor.post('/clocks', { escrow_id: escrowId }))).toEqual(partial)
  expect(await said(noor.post(`/loans/${escrowId}/open`))).toEqual(partial)
  expect(await said(noor.post(`/users/${borrowerId}/freeze`))).toEqual(partial)
  expect(await said(noor.post('/valuations', { ...value, code: await noor.code() }))).toEqual(
    partial,
  )

  expect(await linesBy(noor)).toEqual(nothingElse)
})
