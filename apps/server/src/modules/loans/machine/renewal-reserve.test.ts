import { expect, test } from 'vitest'
import { givenLedger } from '../../../../test/given/given-ledger.ts'
import { givenRefinance } from '../../../../test/given/given-refinance.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { settle } from '../../ledger/ledger.service.ts'

const app = useTestApp()
const given = givenRefinance(app)
const { topUp, inTx } = givenLedger(() => app.database)
type Loan = Awaited<ReturnType<typeof given.agreed>>

const query = async <T extends object>(text: string, values: unknown[] = []) =>
  (await app.database.owner.pool.query<T>(text, values)).rows
const priceOfCom = async () =>
  Number(
    (
      await query<{ cents: string }>(
        `select renewal_price_cents as cents from tld_policies where suffix = 'com'
         order by effective_from desc limit 1`,
      )
    )[0]?.cents,
  )

type Ending = { days?: number; cents?: number; term?: number }
/** The registration ends so many days from now, and the borrower has so much. */
const agreed = async ({ days = 200, cents = 0, term = 210 }: Ending = {}) => {
  const loan = await given.agreed({ term })
  await query(
    `update holdings set expires_at = app_now() + make_interval(days => $2) where domain_id = $1`,
    [loan.domain.id, days],
  )
  const { id } = (await loan.borrower.browser.get('/users/self')).json<{ id: string }>()
  if (cents) await topUp(id, cents)
  return { ...loan, borrowerId: id }
}
const sign = async (loan: { id: string }) => {
  await given.sign(loan.id, 'BORROWER')
  await given.sign(loan.id, 'LENDER')
}
type Side = { browser: Loan['borrower']['browser'] }
const balance = async ({ browser }: Side) => {
  type Balance = { available: number; held: number; transactions: object[] }
  const { available, held, transactions } = (
    await browser.get('/transactions?limit=10')
  ).json<Balance>()
  return { available, held, lines: transactions }
}
const shortDays = async (loan: Pick<Loan, 'as'>) =>
  ((await loan.as('LENDER').read()) as unknown as { runway_short_days: number | null })
    .runway_short_days

test('what renewing costs is set aside when the domain comes into custody, and given back at the end', async () => {
  const price = (await priceOfCom()) / 100
  const loan = await agreed({ cents: 10_000 })

  await sign(loan)

  expect(await shortDays(loan)).toBeNull()
  expect(await balance(loan.borrower)).toMatchObject({
    available: 100 - price,
    held: price,
    lines: [
      { type: 'Renewal reserve', amount: -price, status: 'PENDING', domain: loan.domain.name },
    ],
  })
  const told = (await loan.borrower.browser.get('/notifications')).body
  expect(told).toContain(`$${price.toFixed(2)} of your balance is reserved to renew`)
  await loan.as('LENDER').submit('markPaid')
  await loan.as('BORROWER').submit('confirmReceipt')
  await loan.as('LENDER').submit('finalize')
  await loan.as('LENDER').submit('finalize')
  expect(await balance(loan.borrower)).toMatchObject({
    available: 100,
    held: 0,
    lines: [{ type: 'Renewal reserve', status: 'REVERSED' }],
  })
})

test('a renewal reserve is released once, even if both parties cancel at the same time, and cannot be spent after that', async () => {
  const loan = await agreed({ cents: 10_000 })
  await sign(loan)
  await Promise.all([loan.as('LENDER').try('cancel'), loan.as('BORROWER').try('cancel')])

  expect(await balance(loan.borrower)).toMatchObject({ available: 100, held: 0 })
  const [line] = await query<{ id: string }>(
    `select transaction_id as id from renewal_reserves where escrow_id = $1`,
    [loan.id],
  )
  const spent = { to: 'registry_payable', capturedCents: 1 } as const
  const reference = `fee:${line?.id}`
  expect(await inTx((tx) => settle(tx, { reference, ...spent }))).toBe(false)
})

test('a longer loan sets more years aside, and the price that the registrar named counts', async () => {
  const loan = await agreed({ days: 100, cents: 10_000, term: 700 })
  await query(
    `insert into fee_quotes (domain_id, operation, asked_at, state, amount_cents, renewal_cents,
       is_premium, valid_until)
     values ($1, 'transfer', app_now(), 'ready', 1000, 2500, true, app_now())`,
    [loan.domain.id],
  )

  await sign(loan)

  expect(await balance(loan.borrower)).toMatchObject({ available: 50, held: 50 })
})

test('a balance that does not cover it stays whole, and Mark Paid asks the lender as the details do', async () => {
  const price = await priceOfCom()
  const loan = await agreed({ cents: price - 1 })
  await sign(loan)

  expect(await shortDays(loan)).toBe(103)
  expect(await balance(loan.borrower)).toMatchObject({ held: 0, lines: [] })
  const refused = await loan.as('LENDER').post('markPaid')
  expect(refused.json()).toMatchObject({ code: 'runway_short', field: 'waives_runway' })
  expect(refused.json<{ message: string }>().message).toContain('103 days')
  expect(await loan.as('LENDER').read()).toMatchObject({ phase: 'AWAITING_PAYMENT', payments: [] })
  expect(await loan.as('LENDER').try('markPaid', { waives_runway: false })).toBe('422 runway_short')

  const waives = { waives_runway: true }
  expect(await loan.as('LENDER').try('markPaid', waives)).toBe('LOAN_POSTED FUNDING_CLAIMED')
  expect(await loan.as('LENDER').try('markPaid')).toBe('LOAN_POSTED FUNDING_CLAIMED')
  const [event] = await query<{ data: object }>(
    `select data from escrow_events where escrow_id = $1 and action = 'markPaid'`,
    [loan.id],
  )
  expect(event?.data).toMatchObject({ waivesRunway: true })
})

test('who waived it once, by looking or by paying, is not asked again', async () => {
  const [seen, paid] = [await agreed(), await agreed()]
  for (const loan of [seen, paid]) await sign(loan)
  await seen.as('LENDER').post('reveal', { waives_runway: true })
  expect(await seen.as('LENDER').try('markPaid')).toBe('LOAN_POSTED FUNDING_CLAIMED')

  await paid.as('LENDER').submit('markPaid', { waives_runway: true })
  await paid.as('LENDER').submit('withdrawClaim')
  expect((await paid.as('LENDER').post('reveal')).statusCode).toBe(200)
})

test('the borrower who says that the money came is asked nothing', async () => {
  const loan = await agreed()
  await sign(loan)

  expect(await loan.as('BORROWER').try('markPaid')).toBe('LOAN_POSTED ACTIVE')
})

test('what is set aside comes along when another lender takes the loan over', async () => {
  const price = (await priceOfCom()) / 100
  const old = await agreed({ cents: price * 100 })
  await sign(old)
  await old.as('BORROWER').submit('markPaid')
  const next = await given.linked(old)
  expect(await shortDays(next)).toBeNull()
  expect(await balance(old.borrower)).toMatchObject({ available: 0, held: price })

  await next.as('LENDER').submit('markPaid')
  await next.as('BORROWER').submit('refinance/rest')
  await old.as('LENDER').submit('refinance/confirm')

  expect(await balance(old.borrower)).toMatchObject({ available: 0, held: price })
  expect(await shortDays(next)).toBeNull()
  await next.as('LENDER').submit('finalize')
  expect(await balance(old.borrower)).toMatchObject({ available: price, held: 0 })
})

test('a loan that was to take over and does not gives back what it had added', async () => {
  const price = (await priceOfCom()) / 100
  const old = await agreed({ days: 310, cents: 10_000 })
  await sign(old)
  await old.as('BORROWER').submit('markPaid')
  expect(await balance(old.borrower)).toMatchObject({ held: 0 })
  await query(
    `update holdings set expires_at = app_now() + interval '100 days' where domain_id = $1`,
    [old.domain.id],
  )
  await given.linked(old)
  expect(await balance(old.borrower)).toMatchObject({ held: price })

  await old.as('LENDER').submit('finalize')

  expect(await balance(old.borrower)).toMatchObject({ available: 100, held: 0 })
})
