/**
 * How many SQL statements a call sends, with those that check the session and open and end its
 * transaction. A budget is what the call takes today: who needs more says why, and who needs less
 * lowers it.
 */
import { expect, test } from 'vitest'
import { countStatements } from '../test/count-statements.ts'
import { givenLoans } from '../test/given/given-loans.ts'
import { useTestApp } from '../test/test-app.ts'

const app = useTestApp()
const given = givenLoans(app)

type Browser = ReturnType<typeof app.browser>

async function sentFor(work: () => ReturnType<Browser['get']>): Promise<number> {
  const sent = await countStatements(async () => {
    const reply = await work()
    expect(reply.statusCode, reply.body).toBeLessThan(300)
  })
  return sent.length
}

/** What is the same for everybody is kept for some seconds, which may end at any of these. */
async function fewestFor(read: () => ReturnType<Browser['get']>): Promise<number> {
  return Math.min(await sentFor(read), await sentFor(read), await sentFor(read))
}

test('a message in the chat of a loan', async () => {
  const { id, borrower } = await given.running()
  const message = { message: 'The money is on its way.' }

  const sent = await sentFor(() => borrower.browser.post(`/escrow/${id}/message`, message))

  expect(sent).toBeLessThanOrEqual(12)
})

test('another message of the same hour, of which nobody is told by mail', async () => {
  const { id, borrower } = await given.running()
  await borrower.browser.post(`/escrow/${id}/message`, { message: 'The money is on its way.' })
  const message = { message: 'It should be with you on Friday.' }

  const sent = await sentFor(() => borrower.browser.post(`/escrow/${id}/message`, message))

  expect(sent).toBeLessThanOrEqual(10)
})

test('reading a loan that runs', async () => {
  const { id, borrower } = await given.running()

  expect(await sentFor(() => borrower.browser.get(`/escrow/${id}`))).toBeLessThanOrEqual(6)
})

test('confirming a payment in part, answered with the loan as it stands then', async () => {
  const { id, borrower, lender } = await given.running()
  await borrower.browser.post(`/escrow/${id}/payments`, { amount: 100 })
  const loan = await lender.browser.get(`/escrow/${id}`)
  const { version } = loan.json<{ version: number }>()

  const sent = await sentFor(() =>
    lender.browser.post(`/escrow/${id}/payments/confirm`, { version }),
  )

  expect(sent).toBeLessThanOrEqual(18)
})

test('accepting an offer', async () => {
  const borrower = await app.given.verifiedUser()
  const domain = await given.domainInCustody(borrower.browser)
  await given.list(borrower, domain.id)
  const { id: offerId } = await given.offer(domain.id, {})

  const sent = await sentFor(() => borrower.browser.post('/escrow/accept', { offerId }))

  // One of them asks whether the terms in force were accepted.
  expect(sent).toBeLessThanOrEqual(25)
})

test('the dashboard', async () => {
  const { browser } = (await given.running()).borrower

  expect(await fewestFor(() => browser.get('/app/dashboard'))).toBeLessThanOrEqual(12)
})

test('the page of a loan', async () => {
  const { id, borrower } = await given.running()

  expect(await fewestFor(() => borrower.browser.get(`/app/loans/${id}`))).toBeLessThanOrEqual(34)
})
