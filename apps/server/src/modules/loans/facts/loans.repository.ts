import { randomInt } from 'node:crypto'
import type { EscrowPhase } from '@pier/protocol/lifecycles/escrow'
import type { EscrowStatus } from '@pier/protocol/statuses'
import type { FreeDays } from '@pier/protocol/loans/repayment'
import { sql, type Kysely, type Selectable } from 'kysely'
import type { Tx } from '../../../platform/db/database.ts'
import type { DB, Escrows } from '../../../platform/db/db-types.ts'

type Row = Selectable<Escrows>
export type Escrow = Omit<
  Row,
  | 'amountCents'
  | 'payoffCents'
  | 'status'
  | 'phase'
  | 'number'
  | 'valueDate'
  | 'lapsedBy'
  | 'stoppedMs'
  | 'interestFree'
  | 'tenderedOn'
  | 'runwayTransactionId'
> & {
  amountCents: number
  payoffCents: number | null
  status: EscrowStatus
  phase: EscrowPhase
  /** As "2026-07-02". */
  valueDate: string | null
  lapsedBy: 'BORROWER' | 'LENDER' | 'BOTH' | null
  /** Time its clock stood still that was too short to move a date. */
  stoppedMs: number
  interestFree: FreeDays[]
  /** The day on which the borrower tried to pay and could not, while that lasts. */
  tenderedOn: string | null
}
type NewEscrow = Pick<
  Escrow,
  | 'domainId'
  | 'listingId'
  | 'offerId'
  | 'borrowerId'
  | 'lenderId'
  | 'amountCents'
  | 'termDays'
  | 'rateBps'
  | 'contract'
  | 'deadlineAt'
  | 'refinancesId'
  | 'isLinked'
  | 'payoffCents'
  | 'id'
  | 'eventCount'
  | 'headHash'
>

export const firstStatus = 'PENDING_SIGNATURE'

/** Nothing when its code is taken, which is drawn anew then. One open escrow a domain is the index's. */
export async function insertEscrow(tx: Tx, escrow: NewEscrow): Promise<Escrow | undefined> {
  const row = await tx
    .insertInto('escrows')
    .values({
      ...escrow,
      status: firstStatus,
      code: drawCode(),
      createdAt: tx.now,
      clockCheckedAt: tx.now,
    })
    .onConflict((conflict) => conflict.column('code').doNothing())
    .returning(escrowColumns)
    .executeTakeFirst()
  return row && toEscrow(row)
}

/** Without letters and digits that look alike. */
const codeLetters = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
const drawCode = () =>
  `LN-${Array.from({ length: 6 }, () => codeLetters[randomInt(codeLetters.length)]).join('')}`

/** What a loan is made of, but for the order in which it came. */
export const escrowColumns = [
  'escrows.id',
  'escrows.code',
  'escrows.domainId',
  'escrows.listingId',
  'escrows.offerId',
  'escrows.borrowerId',
  'escrows.lenderId',
  'escrows.status',
  'escrows.amountCents',
  'escrows.termDays',
  'escrows.rateBps',
  'escrows.contract',
  'escrows.deadlineAt',
  'escrows.createdAt',
  'escrows.endedAt',
  'escrows.version',
  'escrows.phase',
  'escrows.borrowerSignedAt',
  'escrows.lenderSignedAt',
  'escrows.custodyAt',
  'escrows.payBy',
  'escrows.claimedAt',
  'escrows.dueAt',
  'escrows.graceUntil',
  'escrows.noticedAt',
  'escrows.objectionUntil',
  'escrows.stayedAt',
  'escrows.clockCheckedAt',
  'escrows.remindedAt',
  'escrows.endReason',
  'escrows.lapsedBy',
  'escrows.runwayShortDays',
  'escrows.refinancesId',
  'escrows.isLinked',
  'escrows.restConfirmedAt',
  'escrows.payoffCents',
  'escrows.eventCount',
  'escrows.headHash',
  'escrows.stoppedMs',
  'escrows.interestFree',
  sql<string | null>`escrows.value_date::text`.as('valueDate'),
  sql<string | null>`escrows.tendered_on::text`.as('tenderedOn'),
] as const

export async function findEscrow(db: Kysely<DB>, id: string): Promise<Escrow | undefined> {
  const row = await db
    .selectFrom('escrows')
    .select(escrowColumns)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && toEscrow(row)
}

/** The one that stands for the domain; while it is refinanced, the one that is paid out. */
export async function findOpenEscrow(
  db: Kysely<DB>,
  domainId: string,
): Promise<Escrow | undefined> {
  const row = await db
    .selectFrom('escrows')
    .select(escrowColumns)
    .where('domainId', '=', domainId)
    .where('endedAt', 'is', null)
    .where('isLinked', '=', false)
    .executeTakeFirst()
  return row && toEscrow(row)
}

/** All that run or begin on it: while it is refinanced, both that are paid out and that takes over. */
export async function listOpenEscrows(db: Kysely<DB>, domainId: string): Promise<Escrow[]> {
  const rows = await db
    .selectFrom('escrows')
    .select(escrowColumns)
    .where('domainId', '=', domainId)
    .where('endedAt', 'is', null)
    .orderBy('createdAt')
    .execute()
  return rows.map(toEscrow)
}

/** What an offer became, where this person was the one who accepted it. */
export async function findEscrowOfOffer(
  db: Kysely<DB>,
  { offerId, acceptedBy }: { offerId: string; acceptedBy: string },
): Promise<Escrow | undefined> {
  const row = await db
    .selectFrom('escrows')
    .select(escrowColumns)
    .where('offerId', '=', offerId)
    .where((escrow) =>
      escrow.exists(
        escrow
          .selectFrom('escrowEvents')
          .select('seq')
          .whereRef('escrowEvents.escrowId', '=', 'escrows.id')
          .where('action', '=', 'accept')
          .where('actorId', '=', acceptedBy),
      ),
    )
    .executeTakeFirst()
  return row && toEscrow(row)
}

/** The one that waits to take the place of this one. */
export async function findSuccessor(db: Kysely<DB>, id: string): Promise<Escrow | undefined> {
  const row = await db
    .selectFrom('escrows')
    .select(escrowColumns)
    .where('refinancesId', '=', id)
    .where('isLinked', '=', true)
    .where('endedAt', 'is', null)
    .executeTakeFirst()
  return row && toEscrow(row)
}

export type EscrowChange = Partial<
  Omit<Escrow, 'id' | 'code' | 'domainId' | 'borrowerId' | 'lenderId' | 'createdAt'>
>

export async function saveEscrow(tx: Tx, id: string, change: EscrowChange): Promise<void> {
  const { interestFree, ...rest } = change
  const free = interestFree && { interestFree: JSON.stringify(interestFree) }
  await tx
    .updateTable('escrows')
    .set({ ...rest, ...free })
    .where('id', '=', id)
    .execute()
}

type Dates = { valueDate: string | null; tenderedOn: string | null }

export function toEscrow(
  row: Omit<Row, 'number' | 'runwayTransactionId' | keyof Dates> & Dates,
): Escrow {
  return {
    ...row,
    stoppedMs: Number(row.stoppedMs),
    interestFree: row.interestFree as unknown as FreeDays[], // The column holds what was saved.
    amountCents: Number(row.amountCents),
    payoffCents: row.payoffCents === null ? null : Number(row.payoffCents),
    status: row.status as EscrowStatus,
    phase: row.phase as EscrowPhase,
    lapsedBy: row.lapsedBy as Escrow['lapsedBy'],
  }
}
