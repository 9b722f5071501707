/** What both sides read of their loans. Nothing is written. */
import type { Role } from '@pier/protocol/moves'
import type { EscrowStatus } from '@pier/protocol/statuses'
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../platform/db/db-types.ts'

export type ListedEscrow = {
  id: string
  code: string
  name: string
  unicodeName: string
  status: EscrowStatus
  amountCents: string
  termDays: number
  rateBps: number
  createdAt: Date
  endedAt: Date | null
  borrowerId: string
  lenderId: string
  otherHandle: string | null
  deadlineAt: Date | null
}

type Wanted = { userId: string; role: Role }

/** Newest first. All of them without a limit. */
export async function listEscrows(
  db: Kysely<DB>,
  { userId, role, limit = null, offset = 0 }: Wanted & { limit?: number | null; offset?: number },
): Promise<ListedEscrow[]> {
  const [own, other] = role === 'BORROWER' ? [borrower, lender] : [lender, borrower]
  const { rows } = await sql<ListedEscrow>`
    select escrows.*, domains.name, domains.unicode_name, users.handle as other_handle
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
    .select(['escrows.createdAt', 'escrows.endedAt'])
    .select(sql<boolean>`lender_id = ${userId}`.as('isLender'))
    .where((row) =>
      row.or([row('escrows.lenderId', '=', userId), row('escrows.borrowerId', '=', userId)]),
    )
    .orderBy('escrows.number')
    .execute()
}

const borrower = sql.raw('borrower_id')
const lender = sql.raw('lender_id')

/** How many there are of each status, and how much was lent in them. */
export async function sumEscrows(
  db: Kysely<DB>,
  { userId, role }: Wanted,
): Promise<{ status: EscrowStatus; count: number; amountCents: number }[]> {
  const rows = await db
    .selectFrom('escrows')
    .select((row) => [
      'status',
      row.fn.countAll<string>().as('count'),
      row.fn.sum<string>('amountCents').as('amountCents'),
    ])
    .where(role === 'BORROWER' ? 'borrowerId' : 'lenderId', '=', userId)
    .groupBy('status')
    .execute()
  return rows.map(({ status, count, amountCents }) => ({
    status: status as EscrowStatus,
    count: Number(count),
    amountCents: Number(amountCents),
  }))
}
