/**
 * The whole record of a loan, for readers who are not one of its parties. The caller decides
 * whether they may read it and what they are shown.
 */
import type { Party } from '@pier/protocol/lifecycles/loan'
import { AppError, invariant } from '../../../platform/app-error.ts'
import type { Json } from '../../../platform/crypto/canonical.ts'
import { inSnapshot, type Db, type Tx } from '../../../platform/db/database.ts'
import type { AgreementContext } from '../../contracts/contracts.service.ts'
import { findDomain } from '../../domains/domains.service.ts'
import { findOpenDispute } from '../facts/disputes.repository.ts'
import { findLoan, findSuccessor } from '../facts/loans.repository.ts'
import { listEvents } from '../facts/events.repository.ts'
import { debtOf, readLoanView } from '../facts/loan-view.ts'
import { presentEvents } from './present-events.ts'
import { listOpenProposals } from '../facts/proposals.repository.ts'
import { readLoan } from './read-loan.ts'
import { findLastReveal } from '../facts/reveals.repository.ts'

export type LoanRecord = Awaited<ReturnType<typeof readRecord>>

export const readRecord = (db: Db, escrowId: string) =>
  inSnapshot(db, (snapshot) => readAll(snapshot, escrowId))

async function readAll(db: Tx, escrowId: string) {
  const kept = await findLoan(db, escrowId)
  if (!kept) throw new AppError('escrow_not_found')
  const domain = await findDomain(db, kept.domainId)
  invariant(domain, 'a loan has a domain')
  const view = await readLoanView(db, { loan: kept, domain, now: db.now })
  const { loan, guardFacts } = view
  const successor = await findSuccessor(db, escrowId)
  return {
    ...view,
    payments: view.facts.payments,
    domain,
    isStopped: guardFacts.isClockStopped,
    debt: debtOf(view),
    valueCents: view.facts.valueCents,
    isValueConfirmed: view.facts.isValueConfirmed,
    proposals: await listOpenProposals(db, escrowId),
    dispute: await findOpenDispute(db, escrowId),
    successorId: successor?.id ?? null,
    events: await readEvents(db, loan),
    shownPayeeId: {
      BORROWER: await findPayeeShownTo(db, { escrowId, shownTo: 'BORROWER' }),
      LENDER: await findPayeeShownTo(db, { escrowId, shownTo: 'LENDER' }),
    },
  }
}

async function readEvents(db: Db, loan: Parameters<typeof presentEvents>[2]['loan']) {
  const events = await listEvents(db, loan.id)
  const told = await presentEvents(db, events, { loan, role: null })
  return events.map((event, index) => ({
    ...event,
    data: event.data as { [key: string]: Json }, // The column holds what the chain was given.
    words: told[index]?.words ?? '',
  }))
}

async function findPayeeShownTo(db: Db, wanted: { escrowId: string; shownTo: Party }) {
  return (await findLastReveal(db, wanted))?.payeeId ?? null
}

/** The loan as one party sees it, without the signing link: that is theirs alone. */
export async function readLoanAs(
  db: Db,
  context: AgreementContext,
  { escrowId, party }: { escrowId: string; party: Party },
) {
  const loan = await findLoan(db, escrowId)
  if (!loan) throw new AppError('escrow_not_found')
  const userId = party === 'BORROWER' ? loan.borrowerId : loan.lenderId
  const seen = await readLoan(db, context, { escrowId, userId })
  return { ...seen, borrower_contract_url: null, lender_contract_url: null }
}
