import { inTransaction, type Database } from '../src/platform/db/database.ts'
import { enqueue } from '../src/platform/jobs/queue.ts'
import { givenPayments } from '../test/given/given-payments.ts'
import type { Payments } from '@pier/stand-ins/payments/payments'
import type { TestBrowser } from '../test/test-browser.ts'
import { waitUntil } from './wait-until.ts'

type World = {
  enter: (name: string) => Promise<TestBrowser>
  payments: Payments
  setClock: (daysFromNow: number) => Promise<void>
}

/** Balances with a history: cards and coins, full and partial, refused, refunded, pending. */
export async function fillBalances({ enter, payments, setClock }: World): Promise<void> {
  const paying = givenPayments(() => payments)

  await setClock(-20)
  await paying.paidByCard(await enter('mara'), 150)
  await paying.paidByCard(await enter('wen'), 200)

  await setClock(-14)
  const mara = await enter('mara')
  await payByCoin(payments, mara, { dollars: 80, share: 0.9525 })
  payments.card.expire(await paying.cardPage(mara, 50))
  await payByCoin(payments, await enter('tomas'), { dollars: 120, share: 1 })

  await setClock(-9)
  const ada = await enter('ada')
  const intent = await paying.paidByCard(ada, 60)
  const paid = await paying.balance(ada)
  payments.card.refund(intent, 2000)
  await waitUntil(async () => (await paying.balance(ada)) === paid - 20)
  const wen = await enter('wen')
  const disputed = await paying.paidByCard(wen, 75)
  const { id } = payments.card.dispute(disputed)
  payments.card.closeDispute(id, 'won')
}

/** What is going on now: a withdrawal under way, and a page not yet paid. */
export async function moveBalances({ enter, payments, setClock }: World): Promise<void> {
  const paying = givenPayments(() => payments)

  await setClock(-1)
  const later = await enter('wen')
  await later.post('/transactions/withdrawals', { amount: 40 })
  await paying.paidByCard(await enter('mara'), 25)

  await setClock(0)
  await paying.cardPage(await enter('mara'), 100)
}

async function payByCoin(
  payments: Payments,
  browser: TestBrowser,
  { dollars, share }: { dollars: number; share: number },
): Promise<void> {
  const paying = givenPayments(() => payments)
  const before = await paying.balance(browser)
  const invoiceId = await paying.cryptoPage(browser, dollars)
  const { payment_id, pay_amount } = payments.crypto.createPayment(invoiceId, { coin: 'btc' })
  payments.crypto.setPayment(payment_id, {
    payment_status: share < 1 ? 'partially_paid' : 'finished',
    actually_paid: pay_amount * share,
  })
  await waitUntil(async () => (await paying.balance(browser)) > before)
}

/** Runs the nightly reconciliation, so that the demo shows its result. */
export async function compareBooks({ db }: { db: Database }): Promise<void> {
  await inTransaction(db, (tx) => enqueue(tx, 'payments.reconcile', {}))
  await waitUntil(async () => {
    const found = await db.selectFrom('reconciliations').select('id').execute()
    return found.length >= 2
  })
}
