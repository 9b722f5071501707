/** What both sides read of their loans. Nothing is written. */
import type { Party } from '@pier/protocol/lifecycles/escrow'
import type { EscrowStatus } from '@pier/protocol/statuses'
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../platform/db/db-types.ts'
import type { Escrow } from './escrow.repository.ts'

export type ListedEscrow = Omit<Escrow, 'amountCents' | 'payoffCents'> & {
  amountCents: string
  payoffCents: string | null
  name: string
  unicodeName: string
  otherHandle: string | null
  otherName: string
  payments: { paidOn: string; amountCents: number }[]
}

type Wanted = { userId: string; role: Party }

/** Newest first. All of them without a limit. */
export async function listEscrows(
  db: Kysely<DB>,
  { userId, role, limit = null, offset = 0 }: Wanted & { limit?: number | null; offset?: number },
): Promise<ListedEscrow[]> {
  const [own, other] = role === 'BORROWER' ? [borrower, lender] : [lender, borrower]
  const { rows } = await sql<ListedEscrow>`
    select escrows.*, escrows.value_date::text as value_date, domains.name, domains.unicode_name,
      users.handle as other_handle, users.name as other_name,
      (select coalesce(json_agg(json_build_object(
          'paidOn', paid_on, 'amountCents', escrow_payments.amount_cents)), '[]')
        from escrow_payments where escrow_id = escrows.id
        and kind = 'PARTIAL' and escrow_payments.status = 'CONFIRMED') as payments
    from (
      select * from escrows where ${own} = ${userId}
      order by number desc limit ${limit} offset ${offset}
    ) as escrows
    join domains on domains.id = escrows.domain_id
    join users on users.id = escrows.${other}
    order by escrows.number desc
  `.execute(db)
  return rows
}

/** All loans a user ever took or gave. Who the other side is stays theirs. */
export function listEscrowsEver(db: Kysely<DB>, userId: string) {
  return db
    .selectFrom('escrows')
    .innerJoin('domains', 'domains.id', 'escrows.domainId')
    .select(['escrows.code', 'domains.name', 'escrows.status', 'escrows.amountCents'])
    .select(['escrows.termDays', 'escrows.rateBps', 'escrows.contract', 'escrows.deadlineAt'])
    .select(['escrows.createdAt', 'escrows.endedAt', 'escrows.dueAt', 'escrows.endReason'])
    .select(sql<boolean>`lender_id = ${userId}`.as('isLender'))
    .where((row) =>
      row.or([row('escrows.lenderId', '=', userId), row('escrows.borrowerId', '=', userId)]),
    )
    .orderBy('escrows.number')
    .execute()
}

const borrower = sql.raw('borrower_id')
const lender = sql.raw('lender_id')

export type EscrowSum = Pick<Escrow, 'status' | 'phase' | 'borrowerSignedAt' | 'lenderSignedAt'> &
  Pick<Escrow, 'dueAt' | 'graceUntil'> & { count: number; amountCents: number; isPaidUp: boolean }

/** How many stand alike, and how much was lent in them. Those of a kind share a move. */
export async function sumEscrows(
  db: Kysely<DB>,
  { userId, role, now }: Wanted & { now: Date },
): Promise<EscrowSum[]> {
  const own = role === 'BORROWER' ? borrower : lender
  const { rows } = await sql<EscrowSum & { status: EscrowStatus }>`
    select status, phase, max(borrower_signed_at) as borrower_signed_at,
      max(lender_signed_at) as lender_signed_at, min(due_at) as due_at,
      min(grace_until) as grace_until, count(*)::int as count,
      sum(amount_cents)::float8 as amount_cents, is_paid_up
    from escrows cross join lateral (
      select ended_at is null and coalesce(sum(principal_cents), 0) >= escrows.amount_cents as is_paid_up
      from escrow_payments where escrow_id = escrows.id
        and kind = 'PARTIAL' and escrow_payments.status = 'CONFIRMED'
    ) as parts
    where ${own} = ${userId}
    group by status, phase, borrower_signed_at is null, lender_signed_at is null, due_at < ${now},
      grace_until < ${now}, is_paid_up
  `.execute(db)
  return rows
}
