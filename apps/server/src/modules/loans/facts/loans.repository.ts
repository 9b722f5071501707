import { randomInt } from 'node:crypto'
import type { LifecyclePhase } from '@pier/protocol/lifecycles/loan'
import type { LoanStatus } from '@pier/protocol/statuses'
import type { FreeDays } from '@pier/protocol/loans/repayment'
import { contractOf, railOf, type Rail } from '@pier/protocol/rails'
import { sql, type Kysely, type Selectable } from 'kysely'
import type { Tx } from '../../../platform/db/database.ts'
import type { DB, Escrows } from '../../../platform/db/db-types.ts'

type Row = Selectable<Escrows>
export type Loan = Omit<
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
  | 'contract'
> & {
  rail: Rail
  amountCents: number
  payoffCents: number | null
  status: LoanStatus
  phase: LifecyclePhase
  /** As "2026-07-02". */
  valueDate: string | null
  lapsedBy: 'BORROWER' | 'LENDER' | 'BOTH' | null
  /** Time its clock stood still that was too short to move a date. */
  stoppedMs: number
  interestFree: FreeDays[]
  /** The day on which the borrower tried to pay and could not, while that lasts. */
  tenderedOn: string | null
}
type NewLoan = Pick<
  Loan,
  | 'domainId'
  | 'listingId'
  | 'offerId'
  | 'borrowerId'
  | 'lenderId'
  | 'amountCents'
  | 'termDays'
  | 'rateBps'
  | 'rail'
  | 'deadlineAt'
  | 'refinancesId'
  | 'isLinked'
  | 'payoffCents'
  | 'id'
  | 'eventCount'
  | 'headHash'
>

export const firstStatus = 'PENDING_SIGNATURE'

/**
 * Undefined if its code is taken: try again. An index allows one open loan per domain, besides the
 * one that is to refinance it.
 */
export async function insertLoan(tx: Tx, { rail, ...loan }: NewLoan): Promise<Loan | undefined> {
  const row = await tx
    .insertInto('escrows')
    .values({
      ...loan,
      contract: contractOf(rail),
      status: firstStatus,
      code: drawCode(),
      createdAt: tx.now,
      clockCheckedAt: tx.now,
    })
    .onConflict((conflict) => conflict.column('code').doNothing())
    .returning(loanColumns)
    .executeTakeFirst()
  return row && toLoan(row)
}

/** Without letters and digits that look alike. */
const codeLetters = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
const drawCode = () =>
  `LN-${Array.from({ length: 6 }, () => codeLetters[randomInt(codeLetters.length)]).join('')}`

/** All columns but `number` and `runwayTransactionId`. */
export const loanColumns = [
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

export async function findLoan(db: Kysely<DB>, id: string): Promise<Loan | undefined> {
  const row = await db
    .selectFrom('escrows')
    .select(loanColumns)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && toLoan(row)
}

/** The loan on this domain; during a refinancing, the one to be paid out. */
export async function findOpenLoan(db: Kysely<DB>, domainId: string): Promise<Loan | undefined> {
  const row = await db
    .selectFrom('escrows')
    .select(loanColumns)
    .where('domainId', '=', domainId)
    .where('endedAt', 'is', null)
    .where('isLinked', '=', false)
    .executeTakeFirst()
  return row && toLoan(row)
}

/** All open loans on it: during a refinancing, the old one and the new one. */
export async function listOpenLoans(db: Kysely<DB>, domainId: string): Promise<Loan[]> {
  const rows = await db
    .selectFrom('escrows')
    .select(loanColumns)
    .where('domainId', '=', domainId)
    .where('endedAt', 'is', null)
    .orderBy('createdAt')
    .execute()
  return rows.map(toLoan)
}

/** The loan made from this offer, if this user accepted it. */
export async function findLoanOfOffer(
  db: Kysely<DB>,
  { offerId, acceptedBy }: { offerId: string; acceptedBy: string },
): Promise<Loan | undefined> {
  const row = await db
    .selectFrom('escrows')
    .select(loanColumns)
    .where('offerId', '=', offerId)
    .where((where) =>
      where.exists(
        where
          .selectFrom('escrowEvents')
          .select('seq')
          .whereRef('escrowEvents.escrowId', '=', 'escrows.id')
          .where('action', '=', 'accept')
          .where('actorId', '=', acceptedBy),
      ),
    )
    .executeTakeFirst()
  return row && toLoan(row)
}

/** The open loan that is to refinance this one. */
export async function findSuccessor(db: Kysely<DB>, id: string): Promise<Loan | undefined> {
  const row = await db
    .selectFrom('escrows')
    .select(loanColumns)
    .where('refinancesId', '=', id)
    .where('isLinked', '=', true)
    .where('endedAt', 'is', null)
    .executeTakeFirst()
  return row && toLoan(row)
}

export type LoanChange = Partial<
  Omit<Loan, 'id' | 'code' | 'domainId' | 'borrowerId' | 'lenderId' | 'rail' | 'createdAt'>
>

export async function saveLoan(tx: Tx, id: string, change: LoanChange): Promise<void> {
  await tx.updateTable('escrows').set(changedColumns(change)).where('id', '=', id).execute()
}

export const changedColumns = ({ interestFree, ...rest }: LoanChange) => ({
  ...rest,
  ...(interestFree && { interestFree: JSON.stringify(interestFree) }),
})

type Dates = { valueDate: string | null; tenderedOn: string | null }

export function toLoan({
  contract,
  ...row
}: Omit<Row, 'number' | 'runwayTransactionId' | keyof Dates> & Dates): Loan {
  return {
    ...row,
    rail: railOf(contract),
    stoppedMs: Number(row.stoppedMs),
    interestFree: row.interestFree as unknown as FreeDays[], // The column holds what was saved.
    amountCents: Number(row.amountCents),
    payoffCents: row.payoffCents === null ? null : Number(row.payoffCents),
    status: row.status as LoanStatus,
    phase: row.phase as LifecyclePhase,
    lapsedBy: row.lapsedBy as Loan['lapsedBy'],
  }
}
