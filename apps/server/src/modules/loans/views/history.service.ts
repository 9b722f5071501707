/** The events of a loan for its parties: as chained, and as text. */
import type { Party } from '@pier/protocol/lifecycles/loan'
import type { Kysely } from 'kysely'
import type { DB } from '../../../platform/db/db-types.ts'
import { canonical } from '../../../platform/crypto/canonical.ts'
import type { Loan } from '../facts/loans.repository.ts'
import { listEvents, toChained } from '../facts/events.repository.ts'
import { findNameOfUser } from '../facts/parties.repository.ts'
import { presentEvents } from './present-events.ts'

/** Each event as the exact text that was hashed, with its hash and a description. */
export async function readHistory(db: Kysely<DB>, seen: { loan: Loan; role: Party }) {
  const events = await listEvents(db, seen.loan.id)
  const words = await presentEvents(db, events, seen)
  const { borrowerId, lenderId } = seen.loan
  return {
    names: {
      BORROWER: await findNameOfUser(db, borrowerId),
      LENDER: await findNameOfUser(db, lenderId),
    },
    events: words.map((line, index) => {
      const event = events[index]
      return { ...line, text: event ? canonical(toChained(event)) : '' }
    }),
  }
}
