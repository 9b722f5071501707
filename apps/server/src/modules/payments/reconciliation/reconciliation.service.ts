/**
 * Once a day the ledger is held against what the providers say they have for us, movement by
 * movement. What is on one side only, or differs, is written down by name; until it is explained,
 * the next comparison begins where the last clean one ended.
 */
import { hourMs } from '@pier/protocol/time'
import type { Db, Tx } from '../../../platform/db/database.ts'
import {
  findLastClean,
  insertReconciliation,
  listClearedByCard,
  listClearedByCrypto,
  type Cleared,
} from './reconciliation.repository.ts'
import type { PaymentProvider } from '../top-ups/top-ups.repository.ts'

/** What is younger may still be on its way to us. */
const onItsWayMs = hourMs
/** The longest time by which a movement reaches the ledger after the provider. */
const lagMs = 24 * hourMs

export async function findFromTime(db: Db, provider: PaymentProvider): Promise<Date> {
  return (await findLastClean(db, provider)) ?? new Date(0)
}

/** From when on to ask the provider, to find the other side of everything since `from`. */
export const askFrom = (from: Date): Date => new Date(Math.max(0, from.getTime() - lagMs))

/** A provider's movements; `unread` are those it gave no answer for. */
export type Side = { provider: PaymentProvider; from: Date; movements: Cleared[]; unread: string[] }

type Unexplained = { reference: string; providerCents: number | null; ledgerCents: number | null }

export async function reconcile(
  tx: Tx,
  { provider, from, movements, unread }: Side,
): Promise<{ differenceCents: number; unexplained: Unexplained[] }> {
  const cutoff = new Date(tx.now.getTime() - onItsWayMs)
  const listCleared = { card: listClearedByCard, crypto: listClearedByCrypto }[provider]
  const cleared = await listCleared(tx, askFrom(from))
  const isMeant = ({ at }: Cleared) => at >= from && at < cutoff
  const isRead = ({ reference }: Cleared) => !unread.includes(reference)
  const unexplained = [
    ...compare(movements.filter(isRead), cleared.filter(isRead), isMeant),
    ...unread.map((reference) => ({ reference, providerCents: null, ledgerCents: null })),
  ]
  const sum = (rows: Cleared[]) => rows.reduce((total, row) => total + row.amountCents, 0)
  // Not netted: two faults that cancel out are still two.
  const differenceCents = unexplained.reduce(
    (total, row) => total + Math.abs((row.providerCents ?? 0) - (row.ledgerCents ?? 0)),
    0,
  )
  await insertReconciliation(tx, {
    provider,
    fromTime: from,
    cutoff,
    providerCents: sum(movements.filter(isMeant)),
    ledgerCents: sum(cleared.filter(isMeant)),
    differenceCents,
    unexplained: unexplained.slice(0, 1000),
  })
  return { differenceCents, unexplained }
}

/** Matches by reference. What is on one side only counts once it is old enough to have a match. */
function compare(
  movements: Cleared[],
  cleared: Cleared[],
  isMeant: (row: Cleared) => boolean,
): Unexplained[] {
  const atProvider = new Map(movements.map((row) => [row.reference, row]))
  const inLedger = new Map(cleared.map((row) => [row.reference, row]))
  const unexplained: Unexplained[] = []
  for (const reference of new Set([...atProvider.keys(), ...inLedger.keys()])) {
    const theirs = atProvider.get(reference)
    const ours = inLedger.get(reference)
    const isSame = (theirs?.amountCents ?? 0) === (ours?.amountCents ?? 0)
    const isOld = [theirs, ours].some((row) => row !== undefined && isMeant(row))
    if (isSame || !isOld) continue
    unexplained.push({
      reference,
      providerCents: theirs?.amountCents ?? null,
      ledgerCents: ours?.amountCents ?? null,
    })
  }
  return unexplained
}
