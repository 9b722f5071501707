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

const linesOf = ({ borrowerId }: Loan) =>
  given.rows<{ type: string; status: string; cents: number }>(
    `select type, status, amount_cents::int as cents from transactions
     where user_id = $1 and type in ('renewal', 'runway') order by number`,
    [borrowerId],
  )
const priceOf = async ({ borrower }: Loan) =>
  Math.round((await given.quote(borrower.browser, borrower.id, 'renew')).amount * 100)
const yearOf = (date: Date) => date.getUTCFullYear()

/** One year of renewal is reserved, and the balance is empty. */
async function withReserveOnly(wanted: { term?: number; endsIn?: number } = {}) {
  const loan = await given.heldRunning(wanted)
  const price = await priceOf(loan)
  const { heldCents } = await given.balanceOf(loan.borrowerId)
  await given.drain(loan.borrowerId)
  return { loan, price, heldCents }
}

test('what is set aside pays the renewal, and the balance is not asked', async () => {
  const { loan, price, heldCents } = await withReserveOnly()
  expect(heldCents).toBe(price)
  const before = await given.endsIn(loan.name, 44)

  await given.renewalDay(loan.name)

  const mail = await app.mailTo(loan.borrower.email, 'renewed until')
  expect(mail.text).toContain('came from its renewal reserve')
  expect(yearOf(given.endOf(loan.name))).toBe(yearOf(before) + 1)
  expect(await given.balanceOf(loan.borrowerId)).toEqual({ availableCents: 0, heldCents: 0 })
  expect(await linesOf(loan)).toEqual([
    { type: 'runway', status: 'REVERSED', cents: -price },
    { type: 'renewal', status: 'DONE', cents: -price },
  ])
  await loan.as('LENDER').submit('finalize')
  expect(await given.balanceOf(loan.borrowerId)).toEqual({ availableCents: 0, heldCents: 0 })
  expect(await checkBooks(app.database.owner)).toEqual({ sumCents: 0, wrongUsers: [] })
})

test('of two years set aside one pays, the other stays, and at the end of the loan goes back', async () => {
  const { loan, price, heldCents } = await withReserveOnly({ term: 700, endsIn: 300 })
  expect(heldCents).toBe(2 * price)
  await given.endsIn(loan.name, 44)

  await given.renewalDay(loan.name)

  await app.mailTo(loan.borrower.email, 'renewed until')
  expect(await given.balanceOf(loan.borrowerId)).toEqual({ availableCents: 0, heldCents: price })
  await loan.as('LENDER').submit('finalize')
  expect(await given.balanceOf(loan.borrowerId)).toEqual({ availableCents: price, heldCents: 0 })
})

test('where the price has risen, the balance pays the rest', async () => {
  const { loan, price } = await withReserveOnly()
  app.custody.registry.getDomain(loan.name.name).premiumCents = price + 700
  await topUp(loan.borrowerId, 1_000)
  await given.endsIn(loan.name, 44)

  await given.renewalDay(loan.name)

  const mail = await app.mailTo(loan.borrower.email, 'renewed until')
  expect(mail.text).toContain('$7.00 from your balance')
  expect(await given.balanceOf(loan.borrowerId)).toEqual({ availableCents: 300, heldCents: 0 })
})

test('five days before the end what is set aside pays its part, and only the rest is owed', async () => {
  const { loan, price } = await withReserveOnly()
  app.custody.registry.getDomain(loan.name.name).premiumCents = price + 700
  await given.endsIn(loan.name, 20)
  await given.renewalDay(loan.name)
  await app.mailTo(loan.borrower.email, 'top up $7.00 by')
  await given.endsIn(loan.name, 4)

  await given.renewalDay(loan.name)

  const mail = await app.mailTo(loan.borrower.email, 'renewed until')
  expect(mail.text).toContain('You owe us $7.00')
  expect(await given.balanceOf(loan.borrowerId)).toEqual({ availableCents: -700, heldCents: 0 })
  expect(await checkBooks(app.database.owner)).toEqual({ sumCents: 0, wrongUsers: [] })
})

test('a renewal that the registry refuses puts back what it had taken', async () => {
  const { loan, price } = await withReserveOnly()
  const before = await given.endsIn(loan.name, 44)
  app.custody.registry.fail({ kind: 'refuse', command: 'renew', code: 2105 })

  await given.renewalDay(loan.name)

  await app.mailTo(loan.borrower.email, 'renewal failed')
  expect(given.endOf(loan.name)).toEqual(before)
  expect(await given.balanceOf(loan.borrowerId)).toEqual({ availableCents: 0, heldCents: price })
  await given.renewalDay(loan.name)
  await app.mailTo(loan.borrower.email, 'renewed until')
  expect(await given.balanceOf(loan.borrowerId)).toEqual({ availableCents: 0, heldCents: 0 })
})

test('a loan that ends while its renewal is under way gives nothing back twice', async () => {
  const { loan, price } = await withReserveOnly()
  await given.endsIn(loan.name, 44)
  app.custody.registry.fail({ kind: 'delay', command: 'renew', delayMs: 1_500 })
  const renewing = given.renewalDay(loan.name)
  await until(async () => (await linesOf(loan)).some(({ type }) => type === 'renewal'))

  await loan.as('LENDER').submit('finalize')
  await renewing

  await app.mailTo(loan.borrower.email, 'renewed until')
  expect(await given.balanceOf(loan.borrowerId)).toEqual({ availableCents: 0, heldCents: 0 })
  expect((await linesOf(loan)).at(-1)).toEqual({ type: 'renewal', status: 'DONE', cents: -price })
})

test.for(['closeBefore', 'closeAfter'] as const)(
  'an answer lost by %s takes one fee from what is set aside',
  async (kind) => {
    const { loan, price } = await withReserveOnly({ term: 700, endsIn: 300 })
    const before = await given.endsIn(loan.name, 44)
    app.custody.registry.fail({ kind, command: 'renew' })

    await given.renewalDay(loan.name)

    await app.mailTo(loan.borrower.email, 'renewed until')
    expect(yearOf(given.endOf(loan.name))).toBe(yearOf(before) + 1)
    expect(await given.balanceOf(loan.borrowerId)).toEqual({ availableCents: 0, heldCents: price })
  },
)

test('the owner who renews by hand pays from what is set aside, once for two clicks', async () => {
  const { loan, price } = await withReserveOnly({ term: 700, endsIn: 300 })
  const { quote_id } = await given.quote(loan.borrower.browser, loan.name.id, 'renew')
  const click = () => loan.borrower.browser.post(`/domains/${loan.name.id}/renew`, { quote_id })

  const replies = await Promise.all([click(), click()])

  expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409])
  await app.mailTo(loan.borrower.email, 'renewed until')
  expect(await given.balanceOf(loan.borrowerId)).toEqual({ availableCents: 0, heldCents: price })
})
