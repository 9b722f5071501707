/** What happens to a loan when nobody acts: reminders, and the end of each phase. */
import { findTransition, type Party } from '@pier/protocol/lifecycles/loan'
import { clockOf, phases } from '@pier/protocol/lifecycles/phases'
import { disputeReasons } from '@pier/protocol/loans/disputes'
import { hourMs } from '@pier/protocol/time'
import { invariant } from '../../../platform/app-error.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { setTimer } from '../../../platform/jobs/timers.ts'
import type { Json } from '../../../platform/crypto/canonical.ts'
import { openDispute } from '../machine/open-dispute.ts'
import { notifyOfPause, notifyOfPrint, notifyOfReminder } from '../notices/loan-notices.ts'
import { saveLoan, type Loan, type LoanChange } from '../facts/loans.repository.ts'
import { followDomain } from '../opening/opening.service.ts'
import { stopForNotice } from '../facts/loan-facts.repository.ts'
import { lockLoan, noteEvent, applyTransition } from '../machine/transitions.service.ts'
import { publishChange } from '../notices/publish.ts'
import { type LockedLoan } from '../facts/loan.ts'
import { dueReminder, scheduleDeadline } from '../clocks/deadlines.ts'

/** A loan's timer has fired. What is due is worked out from its dates, not from the timer. */
export async function passDeadline(tx: Tx, escrowId: string): Promise<void> {
  const locked = await lockLoan(tx, escrowId)
  if (locked.loan.endedAt) return
  if (locked.guardFacts.isClockStopped) {
    const fireAt = new Date(tx.now.getTime() + hourMs)
    return setTimer(tx, { job: 'escrow.tick', subjectId: escrowId, fireAt })
  }
  if (await endPhase(tx, locked)) return followDomain(tx, locked.domain.id)
  const loan = await remind(tx, locked)
  await scheduleDeadline(tx, loan)
}

async function endPhase(tx: Tx, locked: LockedLoan): Promise<boolean> {
  const { loan, guardFacts } = locked
  const clock = clockOf(loan.phase, loan)
  if (!clock || !loan.deadlineAt || loan.deadlineAt > tx.now) return false
  const action = clock.actions.find(
    (each) => findTransition(guardFacts, { action: each, actor: 'SYSTEM' }).row,
  )
  if (!action) {
    if (loan.isLinked) await escalateFormer(tx, loan)
    // A guard blocks it, such as an open payment: tries again in an hour.
    const fireAt = new Date(tx.now.getTime() + hourMs)
    await setTimer(tx, { job: 'escrow.tick', subjectId: loan.id, fireAt })
    return true
  }
  const isLapse = action === 'lapse'
  const change: LoanChange = isLapse ? { endReason: 'lapsed', lapsedBy: lapsedBy(locked) } : {}
  await applyTransition(tx, locked, { action, actor: 'SYSTEM', change, data: { deadline: true } })
  if (action === 'escalate' || action === 'stayDormant') {
    const reason = phases[loan.phase].clock?.dispute ?? disputeReasons.OTHER.code
    await openDispute(tx, locked, { openedBy: 'SYSTEM', reason, statement: null })
  }
  return true
}

/** A payout the former lender does not answer blocks two loans: escalates the former one. */
async function escalateFormer(tx: Tx, { refinancesId }: Loan): Promise<void> {
  invariant(refinancesId, 'a linked loan takes the place of another')
  const former = await lockLoan(tx, refinancesId)
  if (!findTransition(former.guardFacts, { action: 'escalate', actor: 'SYSTEM' }).row) return
  await applyTransition(tx, former, {
    action: 'escalate',
    actor: 'SYSTEM',
    data: { deadline: true },
  })
  const reason = 'REPAYMENT_NOT_CONFIRMED'
  await openDispute(tx, former, { openedBy: 'SYSTEM', reason, statement: null })
}

/** Who missed the deadline, for their record. */
function lapsedBy({ loan, guardFacts }: LockedLoan): Loan['lapsedBy'] {
  if (loan.status === 'DOMAIN_IN_CUSTODY') {
    if (guardFacts.payee.BORROWER === 'ready') return 'LENDER'
    // Without details nobody can pay. In a refinancing they are a third party's.
    return loan.isLinked ? null : 'BORROWER'
  }
  // While the domain is on its way nobody can do anything about it.
  if (loan.phase === 'TRANSFER_PENDING') return null
  if (loan.status === 'NEW') return 'BORROWER'
  if (loan.borrowerSignedAt) return 'LENDER'
  if (loan.lenderSignedAt) return 'BORROWER'
  return guardFacts.isPrinted ? 'BOTH' : whoLacks(guardFacts.hasAddress)
}

/** Whose missing address kept it from being printed; null if neither was missing. */
function whoLacks({ BORROWER, LENDER }: Record<Party, boolean>): Loan['lapsedBy'] {
  if (!BORROWER && !LENDER) return 'BOTH'
  if (!BORROWER) return 'BORROWER'
  return LENDER ? null : 'LENDER'
}

/** If printing took an hour or more, the signing period restarts: waiting costs no time. */
export async function beginSigning(
  tx: Tx,
  { loan, domain }: LockedLoan,
  data: { [key: string]: Json },
): Promise<Loan> {
  const clock = clockOf('SIGNATURES', loan)
  invariant(clock, 'signatures have a clock')
  const isWaitedFor = tx.now.getTime() - loan.createdAt.getTime() >= hourMs
  const change = isWaitedFor ? { deadlineAt: new Date(tx.now.getTime() + clock.ms) } : {}
  if (isWaitedFor) await saveLoan(tx, loan.id, change)
  const noted = await noteEvent(tx, { ...loan, ...change }, { action: 'prepareAgreement', data })
  await scheduleDeadline(tx, noted)
  await notifyOfPrint(tx, { loan: noted, domain })
  await publishChange(tx, noted)
  return noted
}

async function remind(tx: Tx, { loan, domain }: LockedLoan) {
  const reminder = dueReminder(loan, tx.now)
  if (!reminder) return loan
  await saveLoan(tx, loan.id, { remindedAt: tx.now })
  await notifyOfReminder(tx, { loan, domain, kind: reminder.kind })
  const data = { kind: reminder.kind }
  return noteEvent(tx, { ...loan, remindedAt: tx.now }, { action: 'remind', data })
}

/** A default notice that did not reach the borrower does not count: stops the clock. */
export async function stopForRefusedNotice(
  tx: Tx,
  { escrowId, userId }: { escrowId: string; userId: string | null },
): Promise<void> {
  const { loan, domain } = await lockLoan(tx, escrowId)
  if (loan.phase !== 'DEFAULT_NOTICED' || userId !== loan.borrowerId) return
  const reason = await stopForNotice(tx, loan)
  if (!reason) return
  const noted = await noteEvent(tx, loan, { action: 'stopClock', data: { reason } })
  await notifyOfPause(tx, { loan: noted, domain })
  await publishChange(tx, noted)
}
