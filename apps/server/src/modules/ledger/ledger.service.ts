/**
 * Owns the site balance: double entry in whole cents, append-only. It pays fees; loan money never
 * passes through it. Every posting has a reference, so that posting twice does nothing. A reservation
 * sets money aside for one purpose and ends once: captured, wholly or in part, or released.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError, invariant } from '../../platform/app-error.ts'
import { inTransaction, type Db, type Tx } from '../../platform/db/database.ts'
import { publish } from '../../platform/live/publish.ts'
import {
  areOver,
  findAccount,
  endReservation,
  findBalance,
  findLastCheckpoint,
  findOwed,
  insertCheckpoints,
  insertAdjustment,
  insertEntry,
  insertReservation,
  listAccountBalances,
  listWrongBalances,
  lockReservation,
  readHorizon,
  sumPostings,
  type Account,
  type Legs,
} from './ledger.repository.ts'

/** Only `chargeback` and `emergency_renewal` may overdraw a balance: the user then owes it. */
type EntryKind =
  | 'top_up'
  | 'chargeback'
  | 'chargeback_won'
  | 'provider_movement'
  | 'refund_failed'
  | 'hold'
  | 'capture'
  | 'release'
  | 'withdrawal'
  | 'withdrawal_paid'
  | 'withdrawal_returned'
  | 'refund_bounced'
  | 'emergency_renewal'
  | 'payout'

type Posting = {
  reference: string
  kind: EntryKind
  userId?: string
  transactionId?: string
  legs: Legs
}

/** Writes one balanced entry. False when its reference has been posted before. */
export async function post(
  tx: Tx,
  { userId, transactionId, ...posting }: Posting,
): Promise<boolean> {
  const entry = { ...posting, userId: userId ?? null, transactionId: transactionId ?? null }
  const isNew = await insertEntry(tx, entry).catch((error: unknown) => {
    if (isShort(error)) throw new AppError('balance_insufficient')
    throw error
  })
  if (isNew && userId) {
    await publish(tx, { userId, type: 'balance', data: { type: 'balance' } })
  }
  return isNew
}

type Adjusted = { decisionId: string; userId: string | null; transactionId: string | null }

/** What two operators decided. The decision itself says what is posted. */
export async function postAdjustment(tx: Tx, adjusted: Adjusted): Promise<void> {
  await insertAdjustment(tx, adjusted).catch((error: unknown) => {
    if (!isShort(error)) throw error
    throw new AppError('balance_insufficient', { message: 'The balance of this user is too small' })
  })
  const { userId } = adjusted
  if (userId) await publish(tx, { userId, type: 'balance', data: { type: 'balance' } })
}

/** PB001 is raised by `post_entry` when a balance does not suffice. */
const isShort = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'PB001'

type ReservationInput = {
  reference: string
  userId: string
  amountCents: number
  transactionId?: string
}

/** Sets money aside. Asking again with the same reference changes nothing. */
export async function reserve(
  tx: Tx,
  { reference, userId, amountCents, ...rest }: ReservationInput,
) {
  if (!(await insertReservation(tx, { reference, userId, amountCents }))) return false
  const legs = { available: -amountCents, held: amountCents }
  await post(tx, { reference: `hold:${reference}`, kind: 'hold', userId, ...rest, legs })
  return true
}

type ReservationEnd = { reference: string; transactionId?: string }

/** Spends a reservation: what was captured goes to `to`, what is left over goes back. */
export function settle(
  tx: Tx,
  { to, capturedCents, ...end }: ReservationEnd & { to: Account; capturedCents: number },
): Promise<boolean> {
  return finishReservation(tx, { ...end, kind: 'capture', to, capturedCents })
}

export function release(tx: Tx, end: ReservationEnd): Promise<boolean> {
  return finishReservation(tx, {
    ...end,
    kind: 'release',
    to: 'registry_payable',
    capturedCents: 0,
  })
}

/** Capture and release share one reference, so that whichever comes second does nothing. */
async function finishReservation(
  tx: Tx,
  input: ReservationEnd & { kind: 'capture' | 'release'; to: Account; capturedCents: number },
): Promise<boolean> {
  const { reference, kind, to, capturedCents, ...rest } = input
  const held = await lockReservation(tx, reference)
  invariant(held, `there is a reservation ${reference}`)
  if (held.endedAt) return false
  invariant(capturedCents <= held.amountCents, `reservation ${reference} suffices`)

  await endReservation(tx, reference, capturedCents)
  const legs: Legs = {
    held: -held.amountCents,
    available: held.amountCents - capturedCents,
    [to]: capturedCents,
  }
  return post(tx, { reference: `end:${reference}`, kind, userId: held.userId, ...rest, legs })
}

/** What a user can spend, and what is set aside. */
export const balanceOf = findBalance

export const readAccount = findAccount

/**
 * Whether exactly this amount was taken from the balance for this transaction and is still owed. The
 * user's total is checked too, because another transaction may have returned it.
 */
export async function isOwed(
  db: Db | Tx,
  { amountCents, ...line }: { userId: string; transactionId: string; amountCents: number },
): Promise<boolean> {
  const { lineCents, totalCents } = await findOwed(db, line)
  return lineCents === amountCents && totalCents >= amountCents
}

/** The balance of every account. Together they sum to zero. */
export const trialBalance = listAccountBalances

/**
 * Whether all accounts sum to zero, and whose balance is not what their postings say. It begins at the
 * last checkpoint, or, for a copy of which nothing is taken for granted, at the first posting.
 */
export async function checkBooks(
  db: Db,
  { isWhole = false } = {},
): Promise<{ sumCents: number; wrongUsers: string[] }> {
  const accounts = await listAccountBalances(db)
  const ofAccounts = Object.values(accounts).reduce((sum, cents) => sum + cents, 0)
  const sumCents = ofAccounts === 0 && isWhole ? await sumPostings(db) : ofAccounts
  const afterEntryId = isWhole ? '0' : await findLastCheckpoint(db)
  return { sumCents, wrongUsers: await listWrongBalances(db, { afterEntryId, limit: 100 }) }
}

const horizonTriesMax = 600

/**
 * Stores the sums of the platform's accounts, so that later sums begin there. Ids are assigned
 * before entries are visible, so it waits until nobody can commit an older entry.
 */
export async function takeCheckpoint(db: Db): Promise<void> {
  const { entryId, openTransactions } = await readHorizon(db)
  for (let tries = 0; !(await areOver(db, openTransactions)); tries++) {
    if (tries === horizonTriesMax) return // The next run will do.
    await sleep(100)
  }
  await inTransaction(db, (tx) => insertCheckpoints(tx, entryId))
}
