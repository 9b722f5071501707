/** The history of a loan as text. Without a role, both parties are named. */
import type { LoanAction, LoanActor, Outcome, Party } from '@pier/protocol/lifecycles/loan'
import { loanActions } from '@pier/protocol/lifecycles/loan'
import type { Kysely } from 'kysely'
import type { DB } from '../../../platform/db/db-types.ts'
import type { Json } from '../../../platform/crypto/canonical.ts'
import type { Loan } from '../facts/loans.repository.ts'
import type { listEvents } from '../facts/events.repository.ts'
import { findNameOfUser } from '../facts/parties.repository.ts'
import { headlineOf, noteText } from '../notices/step-text.ts'

type Row = Awaited<ReturnType<typeof listEvents>>[number]

export async function presentEvents(
  db: Kysely<DB>,
  events: Row[],
  { loan, role }: { loan: Loan; role: Party | null },
) {
  const names = {
    BORROWER: await findNameOfUser(db, loan.borrowerId),
    LENDER: await findNameOfUser(db, loan.lenderId),
  }
  return events.map((event) => ({
    seq: event.seq,
    at: event.at.toISOString(),
    action: event.action,
    by: event.actor,
    words: textOf(event, { loan, role, names }),
    hash: event.hash.toString('hex'),
  }))
}

type Seen = { loan: Loan; role: Party | null; names: Record<Party, string> }

function textOf(event: Row, { loan, role, names }: Seen): string {
  const { action } = event
  if (!isStep(action)) return noteText(action, event.actor as LoanActor, { role, names })
  return headlineOf({
    step: {
      action,
      actor: event.actor as LoanActor,
      outcome: (event.outcome as Outcome) ?? undefined,
      data: event.data as { [key: string]: Json },
    },
    before: { phase: (event.fromPhase ?? 'SIGNATURES') as Loan['phase'] },
    loan: { status: event.toStatus as Loan['status'], rail: loan.rail },
    role,
    names,
  })
}

const isStep = (action: string): action is LoanAction =>
  loanActions.some((known) => known === action)
