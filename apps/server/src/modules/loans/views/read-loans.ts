import type { Role } from '@pier/protocol/moves/moves'
import type { Db } from '../../../platform/db/database.ts'
import { listLoans } from '../facts/loan-lists.repository.ts'
import { moveFor, principalLeft, viewOf } from '../facts/loan-view.ts'
import { presentLoanLine } from './present-line.ts'

type Reader = { id: string; now: Date }
type Page = { role: Role; page: number; limit: number }

/** One page of a user's loans as borrower or lender, and what all of them sum to. */
export async function readLoans(db: Db, { id: userId, now }: Reader, { role, page, limit }: Page) {
  const part = { limit, offset: (page - 1) * limit }
  const { total, loans } = await listLoans(db, { userId, role, now, page: part })
  const viewed = loans.map((listed) => ({ listed, view: viewOf({ ...listed, now }) }))
  const open = viewed.filter(({ listed }) => listed.loan.endedAt === null)
  const principal = open.map(({ view }) => principalLeft(view))
  return {
    escrows: viewed
      .filter(({ listed }) => listed.isOnPage)
      .map(({ listed, view }) => presentLoanLine(listed, view, role)),
    pages: Math.ceil(total / limit),
    outstanding: principal.reduce((all, cents) => all + cents, 0) / 100,
    moves: open.filter(({ view }) => moveFor(view, role).whose === 'YOU').length,
  }
}
