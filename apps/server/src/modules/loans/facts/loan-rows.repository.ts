/** The row of one loan with its facts, locked or read, each in one query. */
import type { Party } from '@pier/protocol/lifecycles/loan'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/database.ts'
import type { Domain } from '../../domains/domains.service.ts'
import { factsColumn, toFacts, type LoanFacts } from './loan-facts.repository.ts'
import { loanColumns, toLoan, type Loan } from './loans.repository.ts'

/** A loan's domain as a subquery; with a user, only if they are one of its parties. */
export const domainIdOf = ({ escrowId, userId }: { escrowId: string; userId?: string }) =>
  sql<string>`(select domain_id from escrows where id = ${escrowId}
    and (${userId ?? null}::uuid is null or ${userId ?? null}::uuid in (borrower_id, lender_id)))`

/** Its domain has to be locked. Sees all that was committed before that lock. */
export async function lockLoanRow(
  tx: Tx,
  id: string,
): Promise<{ loan: Loan; facts: LoanFacts } | undefined> {
  const row = await tx
    .selectFrom('escrows')
    .select(loanColumns)
    .select(factsColumn(tx.now).as('facts'))
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) return undefined
  const { facts, ...loan } = row
  return { loan: toLoan(loan), facts: toFacts(facts) }
}

/** For events that are no transition: locks only the row of the loan, not its domain. */
export async function lockChain(
  tx: Tx,
  { escrowId, userId }: { escrowId: string; userId: string },
): Promise<{ loan: Loan; party: Party; unicodeName: string } | undefined> {
  const row = await tx
    .selectFrom('escrows')
    .innerJoin('domains', 'domains.id', 'escrows.domainId')
    .select(loanColumns)
    .select('domains.unicodeName')
    .where('escrows.id', '=', escrowId)
    .where((where) => where.or([where('borrowerId', '=', userId), where('lenderId', '=', userId)]))
    .modifyEnd(sql`for no key update of escrows`)
    .executeTakeFirst()
  const party = row && partyOf(row, userId)
  if (!party) return undefined
  const { unicodeName, ...loan } = row
  return { loan: toLoan(loan), party, unicodeName }
}

export type NameOfLoan = Pick<Domain, 'name' | 'unicodeName' | 'status' | 'transferOutAvailableAt'>

/** A loan as a party reads it: its row, its domain, and when payment details were shown. */
export async function findOwnLoan(
  tx: Tx,
  { escrowId, userId }: { escrowId: string; userId: string },
) {
  const isBorrower = sql<boolean>`escrows.borrower_id = ${userId}`
  const row = await tx
    .selectFrom('escrows')
    .innerJoin('domains', 'domains.id', 'escrows.domainId')
    .select(loanColumns)
    .select(factsColumn(tx.now).as('facts'))
    .select(['domains.name', 'domains.unicodeName', 'domains.status as domainStatus'])
    .select('domains.transferOutAvailableAt')
    .select(
      sql<Date | null>`(select max(created_at) from payee_reveals where escrow_id = escrows.id
        and shown_to = case when ${isBorrower} then 'BORROWER' else 'LENDER' end)`.as('revealedAt'),
    )
    .select(
      sql<Date | null>`(select max(active_from) from payees
        where rail = escrows.contract and stopped_at is null and active_from <= ${tx.now}
          and user_id = case when ${isBorrower} then escrows.lender_id else coalesce(
            (select former.lender_id from escrows as former
              where former.id = escrows.refinances_id and escrows.is_linked),
            escrows.borrower_id) end)`.as('lockedSince'),
    )
    .where('escrows.id', '=', escrowId)
    .executeTakeFirst()
  const role = row && partyOf(row, userId)
  if (!role) return undefined
  const { facts, name, unicodeName, domainStatus, transferOutAvailableAt, ...rest } = row
  const { revealedAt, lockedSince, ...loan } = rest
  const domain: NameOfLoan = {
    name: name as Domain['name'], // As `toDomain` reads it.
    unicodeName,
    status: domainStatus as Domain['status'],
    transferOutAvailableAt,
  }
  return {
    role,
    loan: toLoan(loan),
    facts: toFacts(facts),
    domain,
    /** When the details this side pays to were shown to it. */
    revealedAt,
    /** Since when the details this side pays to have been the same. */
    lockedSince,
  }
}

export const partyOf = (
  loan: Pick<Loan, 'borrowerId' | 'lenderId'>,
  userId: string,
): Party | null => {
  if (userId === loan.borrowerId) return 'BORROWER'
  return userId === loan.lenderId ? 'LENDER' : null
}
