import { expect, test } from 'vitest'
import { givenAgreements } from '../../../../test/given/given-agreements.ts'
import { useTestApp } from '../../../../test/test-app.ts'

const app = useTestApp()
const given = givenAgreements(app)

type Steps = Record<string, { done: boolean; done_at: string | null } | boolean>
type Person = { browser: ReturnType<typeof app.browser> }
const read = async ({ browser }: Person) => (await browser.get('/users/first-steps')).json<Steps>()
const doneOf = (steps: Steps) =>
  Object.entries(steps).flatMap(([name, step]) =>
    typeof step === 'object' && step.done ? name : [],
  )

test('a new person has everything before them', async () => {
  const person = await app.given.user()

  const steps = await read(person)

  expect(doneOf(steps)).toEqual([])
  expect(steps['has_loan']).toBe(false)
})

test('each thing that a first loan needs is ticked off, with its time where that is known', async () => {
  const person = await app.given.verifiedUser()
  await given.live(person)
  await given.payee(person)
  const stranger = await app.given.user()

  const steps = await read(person)

  expect(doneOf(steps)).toEqual(['email', 'address', 'payment'])
  expect(steps['payment']).toEqual({ done: true, done_at: expect.stringMatching(/Z$/) })
  expect(steps['address']).toEqual({ done: true, done_at: null })
  expect(doneOf(await read(stranger))).toEqual([])
})

test('a borrower is ready with a verified name and a listing, a lender with an alert and an offer', async () => {
  const { borrower, domain } = await given.listing()
  const { lender } = await given.offer(domain.id)
  await lender.browser.post('/searches?tld=com')

  expect(doneOf(await read(borrower))).toEqual(['email', 'domain', 'market'])
  expect(doneOf(await read(lender))).toEqual(['email', 'alert', 'market'])
})

test('a loan, on whichever side, says that the first day is over', async () => {
  const { borrower, lender } = await given.agreed()

  expect((await read(borrower))['has_loan']).toBe(true)
  expect((await read(lender))['has_loan']).toBe(true)
})

test('two-step login counts from when it is confirmed, and nobody sees the steps of others', async () => {
  const guarded = await app.given.userWithMfa()

  expect(doneOf(await read(guarded))).toEqual(['two_step'])
  expect((await app.browser().get('/users/first-steps')).statusCode).toBe(401)
})
