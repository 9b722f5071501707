/** What both sides read of their loans. Nothing is written. */
import type { Party } from '@pier/protocol/lifecycles/escrow'
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../../platform/db/db-types.ts'
import type { Domain } from '../../domains/domains.service.ts'
import { escrowColumns, toEscrow, type Escrow } from './loans.repository.ts'

/** A loan with what a list shows beside it. */
export type ListedLoan = {
  escrow: Escrow
  domain: Pick<Domain, 'status'>
  name: string
  unicodeName: string
  otherHandle: string | null
}

type Wanted = { userId: string; role: Party }

/** Newest first. All of them without a limit. */
export async function listEscrows(
  db: Kysely<DB>,
  { userId, role, limit, offset = 0, isOpen = false }: Wanted & Part,
): Promise<ListedLoan[]> {
  const [own, other] =
    role === 'BORROWER'
      ? (['escrows.borrowerId', 'escrows.lenderId'] as const)
      : (['escrows.lenderId', 'escrows.borrowerId'] as const)
  const rows = await db
    .selectFrom('escrows')
    .innerJoin('domains', 'domains.id', 'escrows.domainId')
    .innerJoin('users', 'users.id', other)
    .select(escrowColumns)
    .select(['domains.name', 'domains.unicodeName', 'domains.status as domainStatus'])
    .select('users.handle as otherHandle')
    .where(own, '=', userId)
    .$if(isOpen, (query) => query.where('escrows.endedAt', 'is', null))
    .orderBy('escrows.number', 'desc')
    .$if(limit !== undefined, (query) => query.limit(limit ?? 0).offset(offset))
    .execute()
  return rows.map(({ name, unicodeName, domainStatus, otherHandle, ...row }) => ({
    escrow: toEscrow(row),
    domain: { status: domainStatus as Domain['status'] },
    name,
    unicodeName,
    otherHandle,
  }))
}
type Part = { limit?: number; offset?: number; isOpen?: boolean }

/** How many there are, with those that ended. */
export async function countEscrows(db: Kysely<DB>, { userId, role }: Wanted): Promise<number> {
  const { count } = await db
    .selectFrom('escrows')
    .select((row) => row.fn.countAll<string>().as('count'))
    .where(role === 'BORROWER' ? 'borrowerId' : 'lenderId', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(count)
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
