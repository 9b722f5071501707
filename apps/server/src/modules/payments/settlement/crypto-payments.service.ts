/**
 * Records in the ledger what the crypto provider says of a deposit: what arrived so far, less what
 * was credited for it before. An answer older than what we know changes nothing.
 */
import { formatMoney } from '@pier/protocol/money'
import type { Tx } from '../../../platform/db/database.ts'
import { clearTimer, setTimer } from '../../../platform/jobs/timers.ts'
import type { Deposit, DepositStatus } from '../../../providers/crypto/crypto-provider.ts'
import { post } from '../../ledger/ledger.service.ts'
import { notifyOfMoney } from '../transactions/payment-notices.ts'
import {
  findDeposit,
  listDeposits,
  saveDeposit,
  saveTopUp,
  type TopUp,
} from '../top-ups/top-ups.repository.ts'
import { lockForAnswer } from '../top-ups/top-ups.service.ts'
import type { TransactionRow } from '../transactions/transactions.repository.ts'
import { moveTransaction } from '../transactions/transactions.service.ts'

/** An earlier status never replaces a later one. */
const ranks: Record<DepositStatus, number> = {
  unknown: 0,
  waiting: 0,
  confirming: 1,
  confirmed: 2,
  sending: 3,
  expired: 4,
  failed: 4,
  partially_paid: 5,
  finished: 6,
  refunded: 7,
}
const pollMs = 5 * 60_000
const wholeMillionths = 995_000
const muchMillionths = 1_050_000

export async function recordDeposits(
  tx: Tx,
  { seen, deposits, publicOrigin }: { seen: TopUp; deposits: Deposit[]; publicOrigin: string },
): Promise<string | null> {
  const { row, topUp } = await lockForAnswer(tx, seen)
  const problems: (string | null)[] = []
  for (const deposit of deposits) {
    problems.push(await recordDeposit(tx, { row, topUp, deposit, publicOrigin }))
  }
  await keepPolling(tx, row.id)
  return problems.find((problem) => problem !== null) ?? null
}

type Context = { row: TransactionRow; topUp: TopUp; deposit: Deposit; publicOrigin: string }

/** Returns what is wrong with it, if anything is. */
async function recordDeposit(
  tx: Tx,
  { row, topUp, deposit, publicOrigin }: Context,
): Promise<string | null> {
  const known = await findDeposit(tx, deposit.paymentId)
  const creditedCents = known?.creditedCents ?? 0
  const isOlder = known && ranks[deposit.status] < (ranks[known.status as DepositStatus] ?? 0)
  if (known && known.transactionId !== row.id) return 'the deposit is of another top-up'
  if (isOlder) return null

  if (deposit.transactionId !== row.id) return 'the deposit is of another top-up'
  const problem = faultOf(deposit, topUp)
  if (problem) await saveTopUp(tx, row.id, { review: problem })
  const isTrusted = problem === null || problem === overpaid
  const nextCents = isTrusted ? creditOf(deposit, creditedCents) : creditedCents
  await saveDeposit(tx, {
    paymentId: deposit.paymentId,
    transactionId: row.id,
    status: deposit.status,
    creditedCents: nextCents,
  })
  await creditDifference(tx, { row, topUp, deposit, publicOrigin, creditedCents, nextCents })
  if (nextCents === 0 && (deposit.status === 'expired' || deposit.status === 'failed')) {
    await moveTransaction(tx, row, 'fail', { note: 'Nothing arrived in time' })
  }
  return problem
}

const overpaid = 'more than the price arrived'

/** Whatever differs from what was asked is not credited: a person looks at it. */
function faultOf(deposit: Deposit, topUp: TopUp): string | null {
  const { parentPaymentId, invoiceId, currency, priceCents, status, paidMillionths } = deposit
  if (status === 'unknown') return 'the provider said something new'
  if (ranks[status] < ranks.partially_paid) return null
  if (parentPaymentId) return `a repeated deposit or another coin, after ${parentPaymentId}`
  if (invoiceId && topUp.providerRef && invoiceId !== topUp.providerRef) {
    return 'another page was paid'
  }
  if (currency !== 'usd' || priceCents !== topUp.askedCents) {
    return `the price was ${priceCents} ${currency} instead of ${topUp.askedCents}`
  }
  if (status === 'finished' && paidMillionths === 0) return 'finished, but nothing arrived'
  return paidMillionths > muchMillionths ? overpaid : null
}

/** Half a percent under the price is rounding between coins, and counts as the full price. */
export function creditOf(
  { status, priceCents, paidMillionths }: Deposit,
  creditedCents: number,
): number {
  if (status === 'refunded') return 0
  if (ranks[status] < ranks.partially_paid) return creditedCents
  const price = priceCents ?? 0
  const arrived =
    paidMillionths >= wholeMillionths
      ? price
      : Number((BigInt(price) * BigInt(paidMillionths)) / 1_000_000n)
  return Math.max(creditedCents, arrived)
}

type Change = Context & { creditedCents: number; nextCents: number }

async function creditDifference(tx: Tx, change: Change): Promise<void> {
  const { row, topUp, deposit, publicOrigin, creditedCents, nextCents } = change
  const moreCents = nextCents - creditedCents
  if (moreCents === 0) return
  const { userId, askedCents } = topUp
  await post(tx, {
    reference: `crypto:${deposit.paymentId}:${creditedCents}-${nextCents}`,
    kind: moreCents > 0 ? 'top_up' : 'chargeback',
    userId,
    transactionId: row.id,
    legs: { available: moreCents, crypto_clearing: -moreCents },
  })
  const deposits = await listDeposits(tx, row.id)
  const totalCents = deposits.reduce((sum, { creditedCents: cents }) => sum + cents, 0)
  if (totalCents === 0) {
    await moveTransaction(tx, row, 'reverse', { note: 'Returned by the crypto provider' })
  } else {
    const isWhole = totalCents === askedCents
    const note = isWhole
      ? null
      : `${formatMoney(askedCents)} requested, ${formatMoney(totalCents)} received`
    await moveTransaction(tx, row, 'finish', { amountCents: totalCents, note })
  }
  await notifyOfMoney(tx, { userId, publicOrigin, ...describeChange(moreCents, askedCents) })
}

function describeChange(moreCents: number, askedCents: number) {
  const amount = formatMoney(Math.abs(moreCents))
  if (moreCents < 0) {
    const body = `The crypto provider returned ${amount}. We deducted it from your balance.`
    return { subject: `${amount} was returned`, body }
  }
  const isWhole = moreCents === askedCents
  return {
    subject: `${amount} added to your balance`,
    body: isWhole
      ? `Your cryptocurrency payment of ${amount} has arrived.`
      : `We received ${amount} of your cryptocurrency payment. The requested amount was ${formatMoney(askedCents)}.`,
  }
}

/** Notices can get lost, so deposits under way are polled. */
async function keepPolling(tx: Tx, transactionId: string): Promise<void> {
  const deposits = await listDeposits(tx, transactionId)
  const isOpen = deposits.some(({ status }) => ranks[status as DepositStatus] < ranks.expired)
  const timer = { job: 'payments.check-top-up', subjectId: transactionId } as const
  if (isOpen) await setTimer(tx, { ...timer, fireAt: new Date(tx.now.getTime() + pollMs) })
  else if (deposits.length > 0) await clearTimer(tx, timer)
}
