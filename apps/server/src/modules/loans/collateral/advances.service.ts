/**
 * The lender's protective advance: if a registration is about to end, or could not be renewed, the
 * lender of a running loan renews it from their own site balance. The fee goes to the registry,
 * never to the borrower; it is owed without interest, and payments cover it first. It counts once
 * the registry has renewed, and is undone otherwise. It changes neither the phase nor whose move it
 * is, so it is an event of the chain and no transition.
 */
import { sayDate } from '@pier/protocol/say-time'
import { loanGuards } from '@pier/protocol/lifecycles/loan'
import { limits } from '@pier/protocol/limits'
import { formatMoney } from '@pier/protocol/money'
import { dayMs } from '@pier/protocol/time'
import type { Kysely } from 'kysely'
import { AppError } from '../../../platform/app-error.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { DB } from '../../../platform/db/db-types.ts'
import {
  findRenewalNeed,
  findRenewalState,
  quoteFor,
  requestRenewalFor,
  type RenewalNeed,
} from '../../custody/custody.service.ts'
import { notify } from '../../notifications/notifications.service.ts'
import { openLoan, type ActionInput } from '../machine/submit-action.ts'
import { findOpenAdvance, insertAdvance, settleAdvance } from './advances.repository.ts'
import { dateOf } from '../facts/loan-view.ts'
import type { LoanAdvance } from '../facts/loan-facts.repository.ts'
import { countConfirmedPartialPayments } from '../facts/payments.repository.ts'
import { lockLoan, noteEvent } from '../machine/transitions.service.ts'
import { publishChange } from '../notices/publish.ts'
import { type LockedLoan } from '../facts/loan.ts'

type Standing = Pick<LockedLoan, 'loan' | 'guardFacts'>
export type AdvanceOffer = {
  isOpen: boolean
  whyNot: string | null
  reason: string
  expiresOn: string
}

/** Whether the lender may renew now. Null if the loan does not run or the expiry is unknown. */
export async function readAdvanceOffer(
  db: Kysely<DB>,
  { loan, guardFacts }: Standing,
): Promise<AdvanceOffer | null> {
  if (!loan.valueDate || loan.endedAt) return null
  const need = await findRenewalNeed(db, loan.domainId)
  if (!need) return null
  const whyNot = whyNoAdvance({ loan, guardFacts }, need)
  const ends = dateOf(need.expiresAt)
  const reason = need.hasFailed
    ? `The registry did not renew the domain. The registration ends on ${sayDate(need.expiresAt)}.`
    : `The registration ends on ${sayDate(need.expiresAt)}.`
  return { isOpen: whyNot === null, whyNot, reason, expiresOn: ends }
}

/** Not during a repayment claim, nor once a refinancing has fixed the payoff. */
function whyNoAdvance({ loan, guardFacts }: Standing, need: RenewalNeed): string | null {
  if (guardFacts.phase === 'REPAYMENT_CLAIMED')
    return 'The borrower marked the loan repaid. Answer that first.'
  if (guardFacts.isPaidUp) return loanGuards.owes.whyNot
  if (guardFacts.successor !== 'none') return loanGuards.noSuccessor.whyNot
  if (!loan.valueDate || loan.endedAt) return 'Only possible while the loan is running.'
  if (need.isUnderWay) return 'A renewal is in progress.'
  const opensAt = new Date(need.expiresAt.getTime() - limits.advanceDays * dayMs)
  if (need.hasFailed || guardFacts.now >= opensAt) return null
  return `Possible from ${sayDate(opensAt)}, ${limits.advanceDays} days before the registration ends.`
}

async function openForAdvance(tx: Tx, input: ActionInput, isAct: boolean): Promise<LockedLoan> {
  const locked = await openLoan(tx, input, (party) =>
    isAct && party === 'LENDER' ? 'advance_renewal' : null,
  )
  if (locked.party !== 'LENDER') throw new AppError('not_your_move')
  return locked
}

async function requireOpen(tx: Tx, locked: LockedLoan): Promise<void> {
  const offer = await readAdvanceOffer(tx, locked)
  if (!offer) throw new AppError('escrow_wrong_status')
  if (offer.whyNot) throw new AppError('escrow_guarded', { message: offer.whyNot })
}

/** What a year costs, before the lender agrees to pay it. */
export async function askForAdvanceQuote(tx: Tx, input: ActionInput) {
  const locked = await openForAdvance(tx, input, false)
  await requireOpen(tx, locked)
  return quoteFor(tx, locked.domain, 'renew')
}

/** Returns the registrar command to wait for, if any. Repeating it changes nothing. */
export async function advanceRenewal(
  tx: Tx,
  input: ActionInput & { quoteId: string },
): Promise<string | null> {
  const locked = await openForAdvance(tx, input, true)
  const { loan, domain } = locked
  const open = await findOpenAdvance(tx, domain.id)
  if (open?.escrowId === loan.id) return null
  await requireOpen(tx, locked)
  const { quoteId, userId } = input
  const note = `Renewal of ${domain.unicodeName} for loan ${loan.code}`
  const asked = await requestRenewalFor(tx, domain, { payerId: userId, quoteId, note })
  const { renewalId, feeCents: amountCents, expiresAt } = asked
  const memo = { escrowId: loan.id, domainId: domain.id, renewalId, amountCents, expiresAt }
  if (!(await insertAdvance(tx, memo))) throw new AppError('domain_busy')
  const data = { amountCents, renewalId, expiresOn: dateOf(expiresAt) }
  const by = { actor: 'LENDER', actorId: userId } as const
  await publishChange(tx, await noteEvent(tx, loan, { action: 'advance', ...by, data }))
  return asked.commandId
}

/** Settles or voids an advance once the registry answered. The domain has to be locked. */
export async function followAdvance(tx: Tx, domainId: string): Promise<void> {
  const open = await findOpenAdvance(tx, domainId)
  const renewal = open && (await findRenewalState(tx, open.renewalId))
  if (!open || !renewal || renewal === 'asked') return
  const locked = await lockLoan(tx, open.escrowId)
  if (renewal === 'failed') return voidAdvance(tx, locked, open, 'refused')
  if (locked.loan.endedAt) return voidAdvance(tx, locked, open, 'ended')
  const paymentsBefore = await countConfirmedPartialPayments(tx, locked.loan.id)
  const counted = { advancedOn: dateOf(tx.now), paymentsBefore }
  await settleAdvance(tx, open.id, { state: 'done', ...counted })
  const data = { amountCents: open.amountCents, ...counted }
  const noted = await noteEvent(tx, locked.loan, { action: 'advanceDone', data })
  await tell(tx, locked, open, ({ name, fee }) => ({
    LENDER: `You renewed ${name}. The fee of ${fee} is added to what the borrower owes, without interest.`,
    BORROWER: `Your lender renewed ${name}. The fee of ${fee} is added to what you owe, without interest. Your next payment covers it first.`,
  }))
  await publishChange(tx, noted)
}

type Reason = 'refused' | 'ended'

async function voidAdvance(tx: Tx, locked: LockedLoan, advance: LoanAdvance, voidReason: Reason) {
  await settleAdvance(tx, advance.id, { state: 'void', voidReason })
  const data = { amountCents: advance.amountCents, reason: voidReason }
  const noted = await noteEvent(tx, locked.loan, { action: 'advanceVoided', data })
  await tell(tx, locked, advance, ({ name, fee }) =>
    voidReason === 'refused'
      ? {
          LENDER: `The registry did not renew ${name}. ${fee} is back on your balance, and nothing is added to the loan.`,
        }
      : {
          LENDER: `${name} was renewed after the loan had ended. The fee of ${fee} is no longer part of the loan.`,
        },
  )
  await publishChange(tx, noted)
}

type Words = { LENDER: string; BORROWER?: string }

async function tell(
  tx: Tx,
  { loan, domain }: LockedLoan,
  { amountCents }: LoanAdvance,
  say: (about: { name: string; fee: string }) => Words,
): Promise<void> {
  const words = say({ name: domain.unicodeName, fee: formatMoney(amountCents) })
  const people = { LENDER: loan.lenderId, BORROWER: loan.borrowerId }
  for (const [party, body] of Object.entries(words)) {
    const subject = `${domain.unicodeName}: renewal in loan ${loan.code}`
    await notify(tx, {
      userId: people[party as keyof typeof people],
      kind: 'loans',
      body,
      link: `/app/escrow/${loan.id}`,
      mail: { subject, heading: subject, paragraphs: [body] },
    })
  }
}
