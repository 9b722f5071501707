/**
 * Adding to the site balance. Starting one only writes down what was asked; the balance changes
 * when the provider, asked by us, says that the money is there. See card-payments.service.ts and
 * crypto-payments.service.ts.
 */
import { limits } from '@pier/protocol/limits'
import { parseDollars } from '@pier/protocol/money'
import { dayMs, minuteMs } from '@pier/protocol/time'
import { AppError, invariant } from '../../../platform/app-error.ts'
import { inTransaction, type Db, type Tx } from '../../../platform/db/database.ts'
import { setTimer } from '../../../platform/jobs/timers.ts'
import { limitTries } from '../../../platform/limits.ts'
import { readLimits } from '../../../platform/settings.ts'
import type { PaymentClients } from './payment-clients.ts'
import {
  findTopUp,
  findTopUpByRequest,
  insertTopUp,
  lockPayer,
  saveTopUp,
  sumCardTopUps,
  type PaymentProvider,
  type TopUp,
} from './top-ups.repository.ts'
import { insertTransaction, lockTransaction } from '../transactions/transactions.repository.ts'
import { moveTransaction } from '../transactions/transactions.service.ts'

const userLimit = { name: 'top-up', max: 5, perSeconds: 3600 }
const addressLimit = { name: 'top-up-address', max: 20, perSeconds: 3600 }
const newUserDays = 30
const newUserCentsPerDay = 50_000

type Page = { id: string; uri: string }
type TopUpInput = {
  userId: string
  provider: PaymentProvider
  amount: number | string
  requestKey: string | null
  address: string
}

/**
 * Returns the URL of the payment page. `openPage` asks the provider for it, between two
 * transactions: if the process dies in between, the check job marks the top-up failed.
 */
export async function startTopUp(
  db: Db,
  clients: PaymentClients,
  input: TopUpInput,
  openPage: (topUp: TopUp, email: string) => Promise<Page>,
): Promise<string> {
  const { userId, provider, requestKey } = input
  const askedCents = await readTopUpAmount(db, input.amount)
  const before = requestKey && (await findTopUpByRequest(db, { userId, requestKey }))
  if (before) return uriOf(before, { provider, askedCents })

  await limitTries(db, addressLimit, input.address, clients.limitKey)
  await limitTries(db, userLimit, userId, clients.limitKey)

  const { topUp, email } = await inTransaction(db, async (tx) => {
    const user = await lockPayer(tx, userId)
    if (!user?.email) throw new AppError('login_required')
    if (!user.emailVerifiedAt) throw new AppError('email_unverified')
    if (provider === 'card') await limitNewUsers(tx, { userId, user, askedCents })
    const topUp = await insertNewTopUp(tx, { userId, provider, askedCents, requestKey })
    return { topUp, email: user.email }
  }).catch((error: unknown) => {
    if (isTwin(error)) throw new AppError('request_in_progress')
    throw error
  })
  return attachPage(db, topUp, () => openPage(topUp, email))
}

async function readTopUpAmount(db: Db, amount: number | string): Promise<number> {
  const { topUpCentsMax } = await readLimits(db)
  const cents = parseDollars(String(amount))
  if (cents === null || cents < limits.topUpCentsMin || cents > topUpCentsMax) {
    throw new AppError('amount_invalid', { field: 'amount' })
  }
  return cents
}

function uriOf(before: TopUp, asked: { provider: PaymentProvider; askedCents: number }): string {
  const isSame = before.provider === asked.provider && before.askedCents === asked.askedCents
  if (!isSame) throw new AppError('request_key_used')
  if (!before.uri) throw new AppError('request_in_progress')
  return before.uri
}

/** The same request sent twice at once: the second violates the unique request key. */
const isTwin = (error: unknown) =>
  error instanceof Error && 'constraint' in error && /request_key/.test(String(error.constraint))

/** A stolen card is used on a new account, and charged back weeks later. */
async function limitNewUsers(
  tx: Tx,
  { userId, user, askedCents }: { userId: string; user: { createdAt: Date }; askedCents: number },
) {
  if (tx.now.getTime() - user.createdAt.getTime() > newUserDays * dayMs) return
  const since = new Date(tx.now.getTime() - dayMs)
  const asked = await sumCardTopUps(tx, { userId, since })
  if (asked + askedCents > newUserCentsPerDay) throw new AppError('top_up_limit')
}

async function insertNewTopUp(
  tx: Tx,
  {
    askedCents,
    ...rest
  }: { userId: string; provider: PaymentProvider; askedCents: number; requestKey: string | null },
) {
  const transactionId = await insertTransaction(tx, {
    userId: rest.userId,
    type: 'top_up',
    method: rest.provider,
    amountCents: askedCents,
    status: 'PENDING',
  })
  const fireAt = new Date(tx.now.getTime() + 15 * minuteMs)
  await setTimer(tx, { job: 'payments.check-top-up', subjectId: transactionId, fireAt })
  return insertTopUp(tx, { transactionId, askedCents, ...rest })
}

async function attachPage(db: Db, topUp: TopUp, openPage: () => Promise<Page>): Promise<string> {
  const page = await openPage().catch(async () => {
    await inTransaction(db, (tx) => failTopUp(tx, topUp.transactionId, 'Could not be started'))
    throw new AppError('payment_provider_unavailable')
  })
  await inTransaction(db, async (tx) => {
    await lockTransaction(tx, topUp.transactionId)
    await saveTopUp(tx, topUp.transactionId, { providerRef: page.id, uri: page.uri })
  })
  return page.uri
}

export async function failTopUp(tx: Tx, transactionId: string, note: string): Promise<null> {
  const row = await lockTransaction(tx, transactionId)
  if (row) await moveTransaction(tx, row, 'fail', { note })
  return null
}

/** Another answer was recorded after we had asked the provider: ours may be older. */
export class StaleAnswer extends Error {}

/**
 * Locks the transaction and its top-up to record an answer that was requested after `seen` was
 * read. So answers are recorded in the order of the requests, and none undoes a newer one.
 */
export async function lockForAnswer(tx: Tx, seen: TopUp) {
  const row = await lockTransaction(tx, seen.transactionId)
  const topUp = row && (await findTopUp(tx, row.id))
  invariant(row && topUp, 'a top-up has its line')
  if (topUp.version !== seen.version) throw new StaleAnswer()
  await saveTopUp(tx, row.id, { version: topUp.version + 1 })
  return { row, topUp }
}
