/** The history of a loan in words. Without a role it is told of both sides by their names. */
import type { EscrowAction, EscrowActor, Outcome, Party } from '@pier/protocol/lifecycles/escrow'
import { escrowActions } from '@pier/protocol/lifecycles/escrow'
import type { Kysely } from 'kysely'
import type { DB } from '../../../platform/db/db-types.ts'
import type { Json } from '../../../platform/crypto/canonical.ts'
import type { Escrow } from '../facts/loans.repository.ts'
import type { listEvents } from '../facts/events.repository.ts'
import { findNameOfUser } from '../facts/parties.repository.ts'
import { headlineOf, noteText } from '../notices/step-text.ts'

type Row = Awaited<ReturnType<typeof listEvents>>[number]

export async function presentEvents(
  db: Kysely<DB>,
  events: Row[],
  { escrow, role }: { escrow: Escrow; role: Party | null },
) {
  const names = {
    BORROWER: await findNameOfUser(db, escrow.borrowerId),
    LENDER: await findNameOfUser(db, escrow.lenderId),
  }
  return events.map((event) => ({
    seq: event.seq,
    at: event.at.toISOString(),
    action: event.action,
    by: event.actor,
    words: wordsOf(event, { escrow, role, names }),
    hash: event.hash.toString('hex'),
  }))
}

type Seen = { escrow: Escrow; role: Party | null; names: Record<Party, string> }

function wordsOf(event: Row, { escrow, role, names }: Seen): string {
  const { action } = event
  if (!isStep(action)) return noteText(action, event.actor as EscrowActor, { role, names })
  return headlineOf({
    step: {
      action,
      actor: event.actor as EscrowActor,
      outcome: (event.outcome as Outcome) ?? undefined,
      data: event.data as { [key: string]: Json },
    },
    before: { phase: (event.fromPhase ?? 'SIGNATURES') as Escrow['phase'] },
    escrow: { status: event.toStatus as Escrow['status'], contract: escrow.contract },
    role,
    names,
  })
}

const isStep = (action: string): action is EscrowAction =>
  escrowActions.some((known) => known === action)
