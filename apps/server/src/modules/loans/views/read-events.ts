import type { Party } from '@pier/protocol/lifecycles/loan'
import type { Db } from '../../../platform/db/database.ts'
import { listNewestEvents } from '../facts/events.repository.ts'
import type { Loan } from '../facts/loans.repository.ts'
import { presentEvents } from './present-events.ts'

type OwnLoan = { loan: Loan; role: Party }

/** One page of what happened to a loan, the newest page first. */
export async function readEvents(
  db: Db,
  { loan, role }: OwnLoan,
  page: { page: number; limit: number },
) {
  const events = await listNewestEvents(db, loan, page)
  const { eventCount: total } = loan
  const pages = Math.ceil(total / page.limit)
  return { events: await presentEvents(db, events, { loan, role }), pages, total }
}
