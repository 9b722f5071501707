import { randomInt } from 'node:crypto'
import type { EscrowPhase } from '@pier/protocol/lifecycles/escrow'
import type { EscrowStatus } from '@pier/protocol/statuses'
import { sql, type Kysely, type Selectable } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import type { DB, Escrows } from '../../platform/db/db-types.ts'

type Row = Selectable<Escrows>
export type Escrow = Omit<
  Row,
  'amountCents' | 'payoffCents' | 'status' | 'phase' | 'number' | 'valueDate' | 'lapsedBy'
> & {
  amountCents: number
  payoffCents: number | null
  status: EscrowStatus
  phase: EscrowPhase
  /** As "2026-07-02". */
  valueDate: string | null
  lapsedBy: 'BORROWER' | 'LENDER' | 'BOTH' | null
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
>

/** Nothing when its code is taken, which is drawn anew then. One open escrow a domain is the index's. */
export async function insertEscrow(tx: Tx, escrow: NewEscrow): Promise<Escrow | undefined> {
  const row = await tx
    .insertInto('escrows')
    .values({
      ...escrow,
      status: 'PENDING_SIGNATURE',
      code: drawCode(),
      createdAt: tx.now,
      clockCheckedAt: tx.now,
    })
    .onConflict((conflict) => conflict.column('code').doNothing())
    .returning(columns)
    .executeTakeFirst()
  return row && toEscrow(row)
}

/** Without letters and digits that look alike. */
const codeLetters = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
const drawCode = () =>
  `LN-${Array.from({ length: 6 }, () => codeLetters[randomInt(codeLetters.length)]).join('')}`

/** What a loan is made of, but for the order in which it came. */
const columns = [
  'id',
  'code',
  'domainId',
  'listingId',
  'offerId',
  'borrowerId',
  'lenderId',
  'status',
  'amountCents',
  'termDays',
  'rateBps',
  'contract',
  'deadlineAt',
  'createdAt',
  'endedAt',
  'version',
  'phase',
  'borrowerSignedAt',
  'lenderSignedAt',
  'custodyAt',
  'payBy',
  'claimedAt',
  'dueAt',
  'graceUntil',
  'noticedAt',
  'objectionUntil',
  'stayedAt',
  'clockCheckedAt',
  'remindedAt',
  'endReason',
  'lapsedBy',
  'runwayShortDays',
  'runwayTransactionId',
  'refinancesId',
  'isLinked',
  'restConfirmedAt',
  'payoffCents',
  'eventCount',
  'headHash',
  sql<string | null>`value_date::text`.as('valueDate'),
] as const

export async function findEscrow(db: Kysely<DB>, id: string): Promise<Escrow | undefined> {
  const row = await db.selectFrom('escrows').select(columns).where('id', '=', id).executeTakeFirst()
  return row && toEscrow(row)
}

/** Its domain has to be locked. */
export async function lockEscrowRow(tx: Tx, id: string): Promise<Escrow | undefined> {
  const row = await tx
    .selectFrom('escrows')
    .select(columns)
    .where('id', '=', id)
    .forNoKeyUpdate()
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
    .select(columns)
    .where('domainId', '=', domainId)
    .where('endedAt', 'is', null)
    .where('isLinked', '=', false)
    .executeTakeFirst()
  return row && toEscrow(row)
}

/** What an offer became, where this person was the one who accepted it. */
export async function findEscrowOfOffer(
  db: Kysely<DB>,
  { offerId, acceptedBy }: { offerId: string; acceptedBy: string },
): Promise<Escrow | undefined> {
  const row = await db
    .selectFrom('escrows')
    .select(columns)
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
    .select(columns)
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
  await tx.updateTable('escrows').set(change).where('id', '=', id).execute()
}

function toEscrow(row: Omit<Row, 'number' | 'valueDate'> & { valueDate: string | null }): Escrow {
  return {
    ...row,
    amountCents: Number(row.amountCents),
    payoffCents: row.payoffCents === null ? null : Number(row.payoffCents),
    status: row.status as EscrowStatus,
    phase: row.phase as EscrowPhase,
    lapsedBy: row.lapsedBy as Escrow['lapsedBy'],
  }
}
