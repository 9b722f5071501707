import { expect, test } from 'vitest'
import { givenHeldLoans } from '../../../../test/given/given-held-loans.ts'
import { givenLedger } from '../../../../test/given/given-ledger.ts'
import { until } from '../../../../test/given/given-payments.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { checkBooks } from '../../ledger/ledger.service.ts'

const app = useTestApp({ withCustody: true })
const given = givenHeldLoans(app)
const { topUp } = givenLedger(() => app.database)
type Loan = Awaited<ReturnType<typeof given.heldRunning>>
type Owed = { amount: number; principal: number; interest: number; advances: number }
type View = {
  payoff: { today: Owed; due: Owed; grace: Owed } | null
  advance: { open: boolean; why_not: string | null; reason: string } | null
  advances: { amount: number; state: string; advanced_on: string | null }[]
  payments: { advance: number; interest: number | null; principal: number | null }[]
}
type Quote = { state: string; quote_id: string; amount: number; available: number }

/** A loan whose registration ends in so many days, a borrower with nothing and a lender with $100. */
async function nearItsEnd(days = 29) {
  const loan = await given.heldRunning()
  await given.drain(loan.borrowerId)
  await topUp(loan.lenderId, 10_000)
  const expiresAt = await given.endsIn(loan.name, days)
  return { loan, expiresAt }
}
const read = async (loan: Loan, party: 'BORROWER' | 'LENDER') =>
  (await loan.as(party).read()) as unknown as View
async function quoted(loan: Loan): Promise<Quote> {
  let quote: Quote | undefined
  await until(async () => {
    quote = (await loan.as('LENDER').post('advance/quote')).json<Quote>()
    return quote.state !== 'asking'
  })
  return quote as Quote
}
const advance = async (loan: Loan) => {
  const { quote_id } = await quoted(loan)
  return loan.as('LENDER').post('advance', { quote_id })
}
const ownedBy = async (userId: string) => {
  const { availableCents, heldCents } = await given.balanceOf(userId)
  return availableCents + heldCents
}
const cents = (dollars: number) => Math.round(dollars * 100)
const chainOf = async ({ id }: Loan) =>
  (
    await given.rows<{ action: string }>(
      `select action from escrow_events where escrow_id = $1 and action like 'advance%' order by seq`,
      [id],
    )
  ).map(({ action }) => action)
const postingsOf = (userId: string) =>
  given.rows<{ kind: string; account: string; cents: number }>(
    `select kind, account::text, p.amount_cents::int as cents from ledger_entries as e
     join ledger_postings as p on p.entry_id = e.id join transactions as t on t.id = e.transaction_id
     where e.user_id = $1 and t.type = 'advance' order by e.id, account`,
    [userId],
  )

test('the lender renews from their own balance, and both sides see it in the sums', async () => {
  const { loan, expiresAt } = await nearItsEnd()
  const before = await read(loan, 'BORROWER')
  const { amount, available } = await quoted(loan)
  expect(available).toBe(100)

  const reply = await advance(loan)

  expect(reply.statusCode).toBe(200)
  await app.mailTo(loan.borrower.email, 'renewal in loan')
  expect(given.endOf(loan.name).getUTCFullYear()).toBe(expiresAt.getUTCFullYear() + 1)
  const fee = cents(amount)
  expect(await postingsOf(loan.lenderId)).toEqual([
    { kind: 'hold', account: 'available', cents: -fee },
    { kind: 'hold', account: 'held', cents: fee },
    { kind: 'capture', account: 'held', cents: -fee },
    { kind: 'capture', account: 'registry_payable', cents: fee },
  ])
  expect(await given.balanceOf(loan.borrowerId)).toMatchObject({ availableCents: 0 })
  for (const party of ['BORROWER', 'LENDER'] as const) {
    const { payoff, advances } = await read(loan, party)
    expect(advances).toMatchObject([{ amount, state: 'done' }])
    for (const day of ['today', 'due', 'grace'] as const) {
      const owed = payoff?.[day] as Owed
      const was = before.payoff?.[day] as Owed
      expect(owed.advances).toBe(amount)
      expect(owed.interest).toBe(was.interest)
      expect(cents(owed.amount)).toBe(cents(was.amount) + fee)
      expect(cents(owed.principal) + cents(owed.interest) + fee).toBe(cents(owed.amount))
    }
  }
  expect(await chainOf(loan)).toEqual(['advance', 'advanceDone'])
  expect(await checkBooks(app.database.owner)).toEqual({ sumCents: 0, wrongUsers: [] })
})

test('a payment in part covers the advance first, and what ends the loan leaves nothing', async () => {
  const { loan } = await nearItsEnd()
  const { amount } = await quoted(loan)
  await advance(loan)
  await app.mailTo(loan.borrower.email, 'renewal in loan')

  await loan.as('BORROWER').submit('payments', { amount: 1_000 })
  await loan.as('LENDER').submit('payments/confirm')

  const { payoff, payments } = await read(loan, 'LENDER')
  const [part] = payments.slice(-1)
  expect(part).toMatchObject({ advance: amount })
  const { advance: first = 0, interest = 0, principal = 0 } = part ?? {}
  expect(cents(first) + cents(interest ?? 0) + cents(principal ?? 0)).toBe(100_000)
  expect(payoff?.today.advances).toBe(0)
  await loan.as('BORROWER').submit('payments', { amount: payoff?.today.amount })
  await loan.as('LENDER').submit('payments/confirm')
  const paid = await read(loan, 'BORROWER')
  expect(paid.payoff?.today).toMatchObject({ amount: 0, principal: 0, interest: 0, advances: 0 })
  expect((await loan.as('LENDER').post('advance/quote')).json()).toMatchObject({
    message: 'The loan is fully paid.',
  })
})

test('not before 30 days to the end, but at once when a renewal failed', async () => {
  const { loan } = await nearItsEnd(44)
  expect(await read(loan, 'LENDER')).toMatchObject({ advance: { open: false } })
  expect((await loan.as('LENDER').post('advance/quote')).json()).toMatchObject({
    code: 'escrow_guarded',
  })

  await topUp(loan.borrowerId, 10_000)
  app.custody.registry.fail({ kind: 'refuse', command: 'renew', code: 2105 })
  await given.renewalDay(loan.name)
  await app.mailTo(loan.borrower.email, 'renewal failed')

  const { advance: offer } = await read(loan, 'LENDER')
  expect(offer).toMatchObject({ open: true, why_not: null })
  expect(offer?.reason).toContain('The registry did not renew the domain.')
  expect((await read(loan, 'BORROWER')).advance).toBeNull()
  expect((await advance(loan)).statusCode).toBe(200)
})

test('a stranger finds no loan, the borrower has no such button, and before the money came there is none', async () => {
  const { loan } = await nearItsEnd()
  const { quote_id } = await quoted(loan)
  const stranger = await app.given.verifiedUser()
  for (const path of ['advance/quote', 'advance']) {
    const body = path === 'advance' ? { quote_id } : undefined
    const reply = await stranger.browser.post(`/escrow/${loan.id}/${path}`, body)
    expect(reply.json()).toMatchObject({ code: 'escrow_not_found' })
    expect((await loan.as('BORROWER').post(path, body)).json()).toMatchObject({
      code: 'not_your_move',
    })
  }
  const early = await given.heldAgreed({ endsIn: 20 })
  const reply = await early.as('LENDER').post('advance', { quote_id })
  expect(reply.json()).toMatchObject({ code: 'escrow_wrong_status' })
  expect(await chainOf(loan)).toEqual([])
})

test('two presses at once pay one fee for one year', async () => {
  const { loan, expiresAt } = await nearItsEnd()
  const { quote_id, amount } = await quoted(loan)
  const submit = () => loan.as('LENDER').post('advance', { quote_id })
  app.custody.registry.fail({ kind: 'delay', command: 'renew', delayMs: 3000 }) // All come before its answer.

  const replies = await Promise.all([submit(), submit(), submit()])

  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  await app.mailTo(loan.borrower.email, 'renewal in loan')
  expect(given.endOf(loan.name).getUTCFullYear()).toBe(expiresAt.getUTCFullYear() + 1)
  expect(await given.balanceOf(loan.lenderId)).toEqual({
    availableCents: 10_000 - cents(amount),
    heldCents: 0,
  })
  expect(await chainOf(loan)).toEqual(['advance', 'advanceDone'])
})

test('one year of one name is advanced once, by the database itself, and never after the end', async () => {
  const { loan } = await nearItsEnd()
  await advance(loan)
  await app.mailTo(loan.borrower.email, 'renewal in loan')
  const again = (escrowId: string) =>
    given.query(
      `with renewed as (insert into renewals
         (domain_id, user_id, expires_at, fee_cents, state, created_at)
         select domain_id, $2, expires_at, 1, 'failed', app_now() from escrow_advances
         where escrow_id = $1 returning id)
       insert into escrow_advances
         (escrow_id, domain_id, renewal_id, amount_cents, expires_at, state, created_at)
       select escrow_id, domain_id, renewed.id, 1, expires_at + $3::interval, 'asked', app_now()
       from escrow_advances, renewed where escrow_id = $1`,
      [escrowId, loan.lenderId, escrowId ? '0' : '1 year'],
    )

  await expect(again(loan.id)).rejects.toThrow('escrow_advances_once')
  await loan.as('LENDER').submit('finalize')
  await expect(again(loan.id)).rejects.toThrow('a loan that runs')
  const { advance: offer } = await read(loan, 'LENDER')
  expect(offer).toBeNull()
  expect(await loan.as('LENDER').try('advance/quote')).toBe('409 escrow_wrong_status')
})

test('what the registry refuses is undone: the money is back and nothing is owed for it', async () => {
  const { loan, expiresAt } = await nearItsEnd()
  const before = await read(loan, 'BORROWER')
  const { quote_id } = await quoted(loan)
  app.custody.registry.fail({ kind: 'refuse', command: 'renew', code: 2105 })

  const reply = await loan.as('LENDER').post('advance', { quote_id })

  expect(reply.json()).toMatchObject({ code: 'registry_refused' })
  await until(async () => (await chainOf(loan)).length === 2)
  expect(await chainOf(loan)).toEqual(['advance', 'advanceVoided'])
  expect(given.endOf(loan.name)).toEqual(expiresAt)
  expect(await given.balanceOf(loan.lenderId)).toEqual({ availableCents: 10_000, heldCents: 0 })
  const after = await read(loan, 'BORROWER')
  expect(after.payoff).toEqual(before.payoff)
  expect(after.advances).toMatchObject([{ state: 'void', advanced_on: null }])
  // The same year may be tried again, because none was paid for.
  expect((await advance(loan)).statusCode).toBe(200)
  await app.mailTo(loan.borrower.email, 'renewal in loan')
  expect(await chainOf(loan)).toEqual(['advance', 'advanceVoided', 'advance', 'advanceDone'])
})

test.for(['closeBefore', 'closeAfter'] as const)(
  'an answer lost by %s advances one year and one fee',
  async (kind) => {
    const { loan, expiresAt } = await nearItsEnd()
    const { quote_id, amount } = await quoted(loan)
    app.custody.registry.fail({ kind, command: 'renew' })

    await loan.as('LENDER').post('advance', { quote_id })

    await app.mailTo(loan.borrower.email, 'renewal in loan')
    expect(given.endOf(loan.name).getUTCFullYear()).toBe(expiresAt.getUTCFullYear() + 1)
    expect((await read(loan, 'BORROWER')).payoff?.today.advances).toBe(amount)
    expect(await given.balanceOf(loan.lenderId)).toMatchObject({ heldCents: 0 })
  },
)

test('the day of renewal and the press of the lender renew once between them', async () => {
  const { loan, expiresAt } = await nearItsEnd()
  const { quote_id, amount } = await quoted(loan)
  await topUp(loan.borrowerId, 10_000)
  const ids = [loan.lenderId, loan.borrowerId]
  const before = await Promise.all(ids.map(ownedBy))

  await Promise.all([loan.as('LENDER').post('advance', { quote_id }), given.renewalDay(loan.name)])

  await app.mailTo(loan.borrower.email, 'renewed until')
  expect(given.endOf(loan.name).getUTCFullYear()).toBe(expiresAt.getUTCFullYear() + 1)
  const after = await Promise.all(ids.map(ownedBy))
  const paid = before.map((owned, index) => owned - (after[index] ?? 0))
  expect(paid.toSorted((a, b) => a - b)).toEqual([0, cents(amount)])
  const { payoff } = await read(loan, 'BORROWER')
  expect(cents(payoff?.today.advances ?? 0)).toBe(paid[0])
})

test('a loan that ends while the registry is asked has no advance', async () => {
  const { loan } = await nearItsEnd()
  const { quote_id } = await quoted(loan)
  app.custody.registry.fail({ kind: 'delay', command: 'renew', delayMs: 2_500 })
  const pressed = loan.as('LENDER').post('advance', { quote_id })
  await until(async () => (await chainOf(loan)).length === 1)

  await loan.as('LENDER').submit('finalize')
  await pressed

  await until(async () => (await chainOf(loan)).length === 2)
  expect(await chainOf(loan)).toEqual(['advance', 'advanceVoided'])
  const { advances, payoff } = await read(loan, 'BORROWER')
  expect(advances).toMatchObject([{ state: 'void' }])
  expect(payoff).toBeNull()
})

test('without the money on the balance, or without a fresh proof of who it is, nothing happens', async () => {
  const { loan } = await nearItsEnd()
  const { quote_id } = await quoted(loan)
  await given.query(
    `update sessions set created_at = created_at - interval '1 hour' where user_id = $1`,
    [loan.lenderId],
  )
  const unproven = await loan.as('LENDER').post('advance', { quote_id })
  expect(unproven.json()).toMatchObject({ code: 'step_up_required', action: 'advance_renewal' })

  await loan.lender.browser.post('/users/step-up', {
    action: 'advance_renewal',
    object: loan.id,
    password: loan.lender.password,
  })
  await given.drain(loan.lenderId)
  const poor = await loan.as('LENDER').post('advance', { quote_id })

  expect(poor.json()).toMatchObject({ code: 'balance_insufficient' })
  expect(await chainOf(loan)).toEqual([])
  expect((await read(loan, 'LENDER')).advances).toEqual([])
})
