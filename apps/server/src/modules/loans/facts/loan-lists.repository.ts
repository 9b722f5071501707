/** Queries for the parties' lists of loans. Read only. */
import type { Party } from '@pier/protocol/lifecycles/loan'
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../../platform/db/db-types.ts'
import type { Domain } from '../../domains/domains.service.ts'
import { factsColumn, toFacts, type LoanFacts } from './loan-facts.repository.ts'
import { loanColumns, toLoan, type Loan } from './loans.repository.ts'

/** A loan with what a list shows beside it. */
export type ListedLoan = {
  loan: Loan
  facts: LoanFacts
  domain: Pick<Domain, 'status'>
  name: string
  unicodeName: string
  otherHandle: string | null
}

type Wanted = { userId: string; role: Party }
type Page = { limit: number; offset: number }

/**
 * Newest first: the loans of one page plus all open ones, because SQL cannot tell whose move it is.
 * All loans if no page is given.
 */
export async function listLoans(
  db: Kysely<DB>,
  { userId, role, page, now }: Wanted & { page?: Page; now: Date },
): Promise<{ total: number; loans: (ListedLoan & { isOnPage: boolean })[] }> {
  const [own, other] =
    role === 'BORROWER'
      ? (['borrowerId', 'escrows.lenderId'] as const)
      : (['lenderId', 'escrows.borrowerId'] as const)
  const { limit = null, offset = 0 } = page ?? {}
  const isOnPage = sql<boolean>`own.place > ${offset}
    and (${limit}::int is null or own.place <= ${offset}::int + ${limit}::int)`
  const rows = await db
    .with('own', (query) =>
      query
        .selectFrom('escrows')
        .select(['id', sql<number>`row_number() over (order by number desc)`.as('place')])
        .select((row) => row.fn.countAll<string>().over().as('total'))
        .where(own, '=', userId),
    )
    .selectFrom('own')
    .innerJoin('escrows', 'escrows.id', 'own.id')
    .innerJoin('domains', 'domains.id', 'escrows.domainId')
    .innerJoin('users', 'users.id', other)
    .select(loanColumns)
    .select(['domains.name', 'domains.unicodeName', 'domains.status as domainStatus'])
    .select(['users.handle as otherHandle', 'own.total', isOnPage.as('isOnPage')])
    .select(factsColumn(now).as('facts'))
    // The newest row carries the total, even for a page past the end.
    .where((row) =>
      row.or([isOnPage, row('escrows.endedAt', 'is', null), row('own.place', '=', 1)]),
    )
    .orderBy('own.place')
    .execute()
  const loans = rows.map(
    ({
      name,
      unicodeName,
      domainStatus,
      otherHandle,
      facts,
      total: _total,
      isOnPage: onPage,
      ...row
    }) => ({
      loan: toLoan(row),
      facts: toFacts(facts),
      domain: { status: domainStatus as Domain['status'] },
      name,
      unicodeName,
      otherHandle,
      isOnPage: onPage,
    }),
  )
  return { total: Number(rows[0]?.total ?? 0), loans }
}

/** All loans a user ever took or gave, without the other party's name. */
export function listLoansEver(db: Kysely<DB>, userId: string) {
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
