import { dayMs, hourMs } from '@pier/protocol/time'
import { expect, test } from 'vitest'
import { bankDetails, givenLoans } from '../../../../test/given/given-loans.ts'
import { until } from '../../../../test/given/given-payments.ts'
import { useTestApp } from '../../../../test/test-app.ts'

const app = useTestApp()
const given = givenLoans(app)
const path = '/users/payout-details'
const otherIban = 'GB82WEST12345698765432'

type Loan = Awaited<ReturnType<typeof given.agreed>>
type Revealed = {
  payee: string
  lines: { label: string; value: string }[]
  amount: number
  reference: string
  locked_since: string
}
const reveal = async (loan: Loan, party: 'BORROWER' | 'LENDER', body?: object) => {
  const reply = await loan.as(party).post('reveal', body)
  return { ...reply.json<Revealed & { message?: string }>(), code: reply.statusCode }
}
const ibanOf = ({ lines }: Revealed) => lines[0]?.value.replaceAll(' ', '')
const rows = async (text: string, values: unknown[]) =>
  (await app.database.owner.pool.query<Record<string, unknown>>(text, values)).rows
const reveals = (loan: Loan) =>
  rows('select shown_to from payee_reveals where escrow_id = $1 order by created_at', [loan.id])

test('the lender opens the details to pay: Cancel is shut to the borrower for 72 hours', async () => {
  const loan = await given.signed()
  const before = await loan.as('LENDER').read()
  expect(before.payee).toMatchObject({ state: 'ready', revealed_at: null })
  expect(before.payee.locked_since).not.toBeNull()

  const shown = await reveal(loan, 'LENDER')
  expect(shown).toMatchObject({ payee: 'Mara Lindqvist', amount: 30_000 })
  expect(shown.reference).toMatch(/^LN-\w{6}-IN$/)
  expect(ibanOf(shown)).toBe(bankDetails.account)
  const after = await loan.as('LENDER').read()
  expect(after).toMatchObject({ status: 'DOMAIN_IN_CUSTODY', phase: 'PAYMENT_WINDOW' })
  expect(after.payee.revealed_at).not.toBeNull()
  expect(await loan.as('BORROWER').try('cancel')).toBe('409 escrow_wrong_status')

  await app.database.moveClock(72 * hourMs + 60_000)
  await until(async () => (await loan.as('LENDER').read()).phase === 'AWAITING_PAYMENT')
  expect(await loan.as('BORROWER').try('cancel')).toBe('CANCELLED ENDED')
})

test('a second look shows the same account, takes no step and starts no new 72 hours', async () => {
  const loan = await given.signed()
  await reveal(loan, 'LENDER')
  const first = await loan.as('LENDER').read()
  await app.database.moveClock(hourMs)
  await loan.borrower.browser.put(path, { ...bankDetails, account: otherIban })
  const again = await reveal(loan, 'LENDER')
  expect(ibanOf(again)).toBe(bankDetails.account)
  const after = await loan.as('LENDER').read()
  expect([after.version, after.deadline_at]).toEqual([first.version, first.deadline_at])
  expect(await reveals(loan)).toEqual([{ shown_to: 'LENDER' }])
})

test('eight looks at once are one step', async () => {
  const loan = await given.signed()
  const looks = await Promise.all(Array.from({ length: 8 }, () => reveal(loan, 'LENDER')))
  expect(new Set(looks.map(({ code }) => code))).toEqual(new Set([200]))
  expect(await reveals(loan)).toHaveLength(1)
})

test('the history knows which version was shown, and no account', async () => {
  const loan = await given.signed()
  await reveal(loan, 'LENDER')
  const [event] = await rows(
    `select data from escrow_events where escrow_id = $1 and action = 'reveal'`,
    [loan.id],
  )
  expect(event?.data).toEqual({ row: 10, payeeId: expect.any(String), payeeVersion: 1 })
})

test('nothing is shown where nothing was given, or while a change waits', async () => {
  const loan = await given.signed({ withPayees: false })
  expect(await reveal(loan, 'LENDER')).toMatchObject({
    code: 422,
    message: 'The other side has no active payment details yet.',
  })
  expect(await loan.as('LENDER').read()).toMatchObject({
    phase: 'AWAITING_PAYMENT',
    payee: { state: 'missing', locked_since: null },
  })
  await loan.borrower.browser.put(path, bankDetails)
  await loan.borrower.browser.put(path, { ...bankDetails, account: otherIban })
  expect((await reveal(loan, 'LENDER')).code).toBe(422)
  await app.database.moveClock(24 * hourMs + 60_000)
  expect(ibanOf(await reveal(loan, 'LENDER'))).toBe(otherIban)
})

test('the borrower opens the details to repay, with what ends the loan today', async () => {
  const loan = await given.running()
  expect((await reveal(loan, 'LENDER')).code).toBe(409)
  const shown = await reveal(loan, 'BORROWER')
  expect(shown).toMatchObject({ payee: 'Teodor Nyberg' })
  expect(shown.reference).toMatch(/-OUT$/)
  const { payoff, phase } = await loan.as('BORROWER').read()
  expect([shown.amount, phase]).toEqual([payoff?.today.amount, 'ACTIVE'])
  await reveal(loan, 'BORROWER')
  expect(await reveals(loan)).toEqual([{ shown_to: 'BORROWER' }])
})

test('a lender who changed details, with notice, is paid to the new ones', async () => {
  const loan = await given.running()
  await reveal(loan, 'BORROWER')
  await loan.lender.browser.put(path, { ...bankDetails, account: otherIban })
  expect(ibanOf(await reveal(loan, 'BORROWER'))).toBe(bankDetails.account)
  await app.database.moveClock(24 * hourMs + 60_000)
  expect(ibanOf(await reveal(loan, 'BORROWER'))).toBe(otherIban)
  expect(await reveals(loan)).toHaveLength(2)
})

test('marked paid without a look counts as one: what was to be paid to is pinned', async () => {
  const loan = await given.signed()
  const claimed = await loan.as('LENDER').submit('markPaid')
  expect(claimed.payee.revealed_at).not.toBeNull()
  expect(await reveals(loan)).toEqual([{ shown_to: 'LENDER' }])
  expect((await reveal(loan, 'LENDER')).code).toBe(200)
})

test('a registration that ends too early has to be waived explicitly, once', async () => {
  const loan = await given.signed()
  await app.database.owner.pool.query('update escrows set runway_short_days = 40 where id = $1', [
    loan.id,
  ])
  const refused = await reveal(loan, 'LENDER')
  expect(refused).toMatchObject({ code: 422, field: 'waives_runway' })
  expect(refused.message).toContain('40 days')
  expect(await loan.as('LENDER').read()).toMatchObject({ phase: 'AWAITING_PAYMENT' })
  expect(await reveals(loan)).toEqual([])

  expect((await reveal(loan, 'LENDER', { waives_runway: true })).code).toBe(200)
  await loan.as('LENDER').submit('withdrawClaim')
  expect((await reveal(loan, 'LENDER')).code).toBe(200)
  const [event] = await rows(
    `select data from escrow_events where escrow_id = $1 and action = 'reveal' order by seq`,
    [loan.id],
  )
  expect(event?.data).toMatchObject({ waivesRunway: true })
})

test('too early, too late and by a stranger nothing is shown', async () => {
  const early = await given.agreed()
  expect((await reveal(early, 'LENDER')).code).toBe(409)
  expect((await reveal(early, 'BORROWER')).code).toBe(409)
  const over = await given.signed()
  await reveal(over, 'LENDER')
  await over.as('LENDER').submit('cancel')
  expect((await reveal(over, 'LENDER')).code).toBe(409)
  const stranger = await app.given.verifiedUser()
  const there = await stranger.browser.post(`/escrow/${early.id}/reveal`)
  const not = await stranger.browser.post(`/escrow/${crypto.randomUUID()}/reveal`)
  expect([there.statusCode, there.body]).toEqual([404, not.body])
})

test('a login of another day confirms once more before anything is shown', async () => {
  const loan = await given.running()
  await app.database.moveClock(12 * hourMs + 60_000)
  const { browser } = loan.borrower
  await browser.refresh()
  const asked = await browser.post(`/escrow/${loan.id}/reveal`)
  expect(asked.json()).toMatchObject({ code: 'step_up_required', action: 'reveal_payee' })
  const proof = { action: 'reveal_payee', object: loan.id, password: loan.borrower.password }
  await browser.post('/users/step-up', proof)
  expect((await browser.post(`/escrow/${loan.id}/reveal`)).statusCode).toBe(200)
  await app.database.moveClock(dayMs)
})

test('a lender who takes a loan over pays the lender before, and what pays them out', async () => {
  const loan = await given.running()
  const next = await given.signed()
  await app.database.owner.pool.query(
    'update escrows set refinances_id = $2, is_linked = true, payoff_cents = 2500000 where id = $1',
    [next.id, loan.id],
  )
  expect(await reveal(next, 'LENDER')).toMatchObject({ payee: 'Teodor Nyberg', amount: 25_000 })
  const [pinned] = await rows(
    `select email from payee_reveals join payees on payees.id = payee_id
     join users on users.id = user_id where escrow_id = $1`,
    [next.id],
  )
  expect(pinned).toEqual({ email: loan.lender.email })
  await loan.lender.browser.put(path, { ...bankDetails, account: otherIban })
  await app.mailTo(next.lender.email, 'The lender who is paid out is changing payment details')
})
