/** What happens to a loan when nobody acts: reminders, and the end of each phase. */
import { findTransition, type Party } from '@pier/protocol/lifecycles/escrow'
import { clockOf, phases } from '@pier/protocol/lifecycles/phases'
import { disputeReasons } from '@pier/protocol/loans/disputes'
import { hourMs } from '@pier/protocol/time'
import { invariant } from '../../../platform/app-error.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { setTimer } from '../../../platform/jobs/timers.ts'
import type { Json } from '../../../platform/crypto/canonical.ts'
import { openDispute } from '../machine/open-dispute.ts'
import { notifyOfPause, notifyOfPrint, notifyOfReminder } from '../notices/loan-notices.ts'
import { saveEscrow, type Escrow, type EscrowChange } from '../facts/loans.repository.ts'
import { followDomain } from '../opening/opening.service.ts'
import { stopForNotice } from '../facts/loan-facts.repository.ts'
import { lockLoan, noteEvent, applyTransition } from '../machine/transitions.service.ts'
import { publishChange } from '../notices/publish.ts'
import { type Loan } from '../facts/loan.ts'
import { dueReminder, scheduleDeadline } from '../clocks/deadlines.ts'

/** A loan's timer has fired. What is due is worked out from its dates, not from the timer. */
export async function tickEscrow(tx: Tx, escrowId: string): Promise<void> {
  const loan = await lockLoan(tx, escrowId)
  if (loan.escrow.endedAt) return
  if (loan.guardFacts.isClockStopped) {
    const fireAt = new Date(tx.now.getTime() + hourMs)
    return setTimer(tx, { job: 'escrow.tick', subjectId: escrowId, fireAt })
  }
  if (await endPhase(tx, loan)) return followDomain(tx, loan.domain.id)
  const escrow = await remind(tx, loan)
  await scheduleDeadline(tx, escrow)
}

async function endPhase(tx: Tx, loan: Loan): Promise<boolean> {
  const { escrow, guardFacts } = loan
  const clock = clockOf(escrow.phase, escrow)
  if (!clock || !escrow.deadlineAt || escrow.deadlineAt > tx.now) return false
  const action = clock.actions.find(
    (each) => findTransition(guardFacts, { action: each, actor: 'SYSTEM' }).row,
  )
  if (!action) {
    if (escrow.isLinked) await escalateFormer(tx, escrow)
    // Something is in the way, as a payment that waits to be confirmed: looked at again soon.
    const fireAt = new Date(tx.now.getTime() + hourMs)
    await setTimer(tx, { job: 'escrow.tick', subjectId: escrow.id, fireAt })
    return true
  }
  const isLapse = action === 'lapse'
  const change: EscrowChange = isLapse ? { endReason: 'lapsed', lapsedBy: lapsedBy(loan) } : {}
  await applyTransition(tx, loan, { action, actor: 'SYSTEM', change, data: { deadline: true } })
  if (action === 'escalate' || action === 'stayDormant') {
    const reason = phases[escrow.phase].clock?.dispute ?? disputeReasons.OTHER.code
    await openDispute(tx, loan, { openedBy: 'SYSTEM', reason, statement: null })
  }
  return true
}

/** A payout that the lender before does not answer holds two loans up: operators look at the first. */
async function escalateFormer(tx: Tx, { refinancesId }: Escrow): Promise<void> {
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

/** Who let the time pass. It stands on their record. */
function lapsedBy({ escrow, guardFacts }: Loan): Escrow['lapsedBy'] {
  if (escrow.status === 'DOMAIN_IN_CUSTODY') {
    if (guardFacts.payee.BORROWER === 'ready') return 'LENDER'
    // Nobody pays who is not told where to. Of a loan that takes over, that is a third side's.
    return escrow.isLinked ? null : 'BORROWER'
  }
  // While the domain is on its way nobody can do anything about it.
  if (escrow.phase === 'TRANSFER_PENDING') return null
  if (escrow.status === 'NEW') return 'BORROWER'
  if (escrow.borrowerSignedAt) return 'LENDER'
  if (escrow.lenderSignedAt) return 'BORROWER'
  return guardFacts.isPrinted ? 'BOTH' : whoLacks(guardFacts.hasAddress)
}

/** Nobody signs what could not be printed. Where nothing was missing, that is on neither of them. */
function whoLacks({ BORROWER, LENDER }: Record<Party, boolean>): Escrow['lapsedBy'] {
  if (!BORROWER && !LENDER) return 'BOTH'
  if (!BORROWER) return 'BORROWER'
  return LENDER ? null : 'LENDER'
}

/** The days to sign begin with the print: who waited for the other's address has all of them. */
export async function beginSigning(
  tx: Tx,
  { escrow, domain }: Loan,
  data: { [key: string]: Json },
): Promise<Escrow> {
  const clock = clockOf('SIGNATURES', escrow)
  invariant(clock, 'signatures have a clock')
  const isWaitedFor = tx.now.getTime() - escrow.createdAt.getTime() >= hourMs
  const change = isWaitedFor ? { deadlineAt: new Date(tx.now.getTime() + clock.ms) } : {}
  if (isWaitedFor) await saveEscrow(tx, escrow.id, change)
  const noted = await noteEvent(tx, { ...escrow, ...change }, { action: 'prepareAgreement', data })
  await scheduleDeadline(tx, noted)
  await notifyOfPrint(tx, { escrow: noted, domain })
  await publishChange(tx, noted)
  return noted
}

async function remind(tx: Tx, { escrow, domain }: Loan) {
  const reminder = dueReminder(escrow, tx.now)
  if (!reminder) return escrow
  await saveEscrow(tx, escrow.id, { remindedAt: tx.now })
  await notifyOfReminder(tx, { escrow, domain, kind: reminder.kind })
  const data = { kind: reminder.kind }
  return noteEvent(tx, { ...escrow, remindedAt: tx.now }, { action: 'remind', data })
}

/** A notice that did not reach the borrower is no notice: the clock waits until another way is tried. */
export async function stopForRefusedNotice(
  tx: Tx,
  { escrowId, userId }: { escrowId: string; userId: string | null },
): Promise<void> {
  const { escrow, domain } = await lockLoan(tx, escrowId)
  if (escrow.phase !== 'DEFAULT_NOTICED' || userId !== escrow.borrowerId) return
  const reason = await stopForNotice(tx, escrow)
  if (!reason) return
  const noted = await noteEvent(tx, escrow, { action: 'stopClock', data: { reason } })
  await notifyOfPause(tx, { escrow: noted, domain })
  await publishChange(tx, noted)
}
