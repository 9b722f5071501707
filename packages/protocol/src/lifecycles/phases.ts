/**
 * One entry per phase of a loan: its status, how long its clock runs and what happens at the end,
 * when reminders are sent, what a dispute opened in it is about, and what it freezes.
 */
import type { Rail } from '../rails.ts'
import { limits } from '../limits.ts'
import type { DisputeReason } from '../loans/disputes.ts'
import type { LoanStatus } from '../statuses.ts'
import { dayMs, hourMs } from '../time.ts'
import {
  lifecyclePhases,
  type LoanAction,
  type LifecyclePhase,
  type Party,
} from './loan-vocabulary.ts'

/** Money that goes by bank takes days to arrive, cryptocurrency minutes. */
type ByRail = Record<Rail, number>

/** A time relative to a date of the loan, and what it is for. */
export type PhaseReminder = {
  date: 'deadlineAt' | 'dueAt' | 'graceUntil' | 'noticedAt'
  /** Negative before the date. */
  ms: number | ByRail
  kind: 'reminder' | 'graceOver' | 'notice'
  /** Only for loans with at least this term. */
  termDaysMin?: number
}

type Phase = {
  /** Null where several statuses share the phase. */
  status: LoanStatus | null
  clock?: {
    ms: number | ByRail
    /** At the deadline the first of these that is open is taken. */
    actions: readonly LoanAction[]
    /** The reason for the dispute if the deadline escalates. */
    dispute?: DisputeReason
  }
  reminders?: readonly PhaseReminder[]
  /** The reason for a dispute that a party opens without giving one. */
  disputes?: { readonly [party in Party]?: DisputeReason }
  /** Why nameservers cannot be changed. */
  freeze?: string
}

const beforeDeadline = (...ms: (number | ByRail)[]): PhaseReminder[] =>
  ms.map((each) => ({ date: 'deadlineAt', ms: minus(each), kind: 'reminder' }))

const minus = (ms: number | ByRail): number | ByRail =>
  typeof ms === 'number' ? -ms : { bank: -ms.bank, crypto: -ms.crypto }

const fromDue = (ms: number, termDaysMin?: number): PhaseReminder => ({
  date: 'dueAt',
  ms,
  kind: 'reminder',
  ...(termDaysMin && { termDaysMin }),
})

const answerMs = {
  bank: limits.answerDaysBank * dayMs,
  crypto: limits.answerHoursCrypto * hourMs,
}
const answerReminder = beforeDeadline({ bank: dayMs, crypto: 6 * hourMs })
const sinceNotice = 'Frozen since the default notice. You can still undo the last change.'

export const phases: Record<LifecyclePhase, Phase> = {
  SIGNATURES: {
    status: 'PENDING_SIGNATURE',
    clock: { ms: limits.signatureDays * dayMs, actions: ['lapse'] },
    reminders: beforeDeadline(2 * dayMs, dayMs),
  },
  CODE_NEEDED: {
    status: 'NEW',
    clock: { ms: limits.codeDays * dayMs, actions: ['lapse'] },
    reminders: beforeDeadline(3 * dayMs, dayMs),
  },
  TRANSFER_PENDING: {
    status: 'NEW',
    clock: { ms: limits.transferDaysMax * dayMs, actions: ['lapse'] },
  },
  TRANSFER_FAILED: {
    status: 'NEW',
    clock: { ms: limits.codeDays * dayMs, actions: ['lapse'] },
    reminders: beforeDeadline(dayMs),
  },
  AWAITING_PAYMENT: {
    status: 'DOMAIN_IN_CUSTODY',
    clock: { ms: limits.payDays * dayMs, actions: ['lapse'] },
    reminders: beforeDeadline(3 * dayMs, dayMs),
  },
  PAYMENT_WINDOW: {
    status: 'DOMAIN_IN_CUSTODY',
    clock: { ms: limits.windowHours * hourMs, actions: ['closeWindow', 'lapse'] },
    reminders: beforeDeadline(dayMs),
  },
  FUNDING_CLAIMED: {
    status: 'LOAN_POSTED',
    clock: { ms: answerMs, actions: ['escalate'], dispute: 'FUNDING_NOT_CONFIRMED' },
    reminders: answerReminder,
    disputes: { BORROWER: 'FUNDING_NOT_RECEIVED' },
  },
  ACTIVE: {
    status: 'LOAN_POSTED',
    clock: { ms: limits.dormantDays * dayMs, actions: ['stayDormant'], dispute: 'DORMANT' },
    reminders: [
      fromDue(-30 * dayMs, 60),
      ...[14, 7, 3, 1].map((days) => fromDue(-days * dayMs, days + 1)),
      ...[-12 * hourMs, dayMs, 3 * dayMs, 6 * dayMs].map((ms) => fromDue(ms)),
      { date: 'graceUntil', ms: 0, kind: 'graceOver' },
    ],
  },
  REPAYMENT_CLAIMED: {
    status: 'LOAN_POSTED',
    clock: { ms: answerMs, actions: ['escalate'], dispute: 'REPAYMENT_NOT_CONFIRMED' },
    reminders: answerReminder,
    disputes: { BORROWER: 'REPAYMENT_NOT_CONFIRMED', LENDER: 'REPAYMENT_NOT_RECEIVED' },
  },
  DEFAULT_NOTICED: {
    status: 'LOAN_POSTED',
    clock: {
      ms: limits.noticeDays * dayMs,
      actions: ['endNotice', 'escalate'],
      dispute: 'REPAYMENT_NOT_CONFIRMED',
    },
    reminders: [10, 18].map((days) => ({ date: 'noticedAt', ms: days * dayMs, kind: 'notice' })),
    disputes: { BORROWER: 'OBJECTION_TO_DEFAULT' },
    freeze: sinceNotice,
  },
  SEIZURE_READY: { status: 'LOAN_POSTED', freeze: sinceNotice },
  DISPUTED: {
    status: 'ESCALATED',
    freeze: 'Frozen while the loan is disputed. You can still undo the last change.',
  },
  ENDED: { status: null },
}

/** All final statuses share the phase `ENDED`. */
export function phasesOf(status: LoanStatus): readonly LifecyclePhase[] {
  const own = lifecyclePhases.filter((phase) => phases[phase].status === status)
  return own.length > 0 ? own : ['ENDED']
}

type Terms = { rail: Rail }

export const msOn = (ms: number | ByRail, { rail }: Terms): number =>
  typeof ms === 'number' ? ms : ms[rail]

/** How long a phase's clock runs, and its actions: the first that is open at the end is taken. */
export type PhaseClock = { ms: number; actions: readonly LoanAction[] }

export function clockOf(phase: LifecyclePhase, terms: Terms): PhaseClock | null {
  const { clock } = phases[phase]
  return clock ? { ...clock, ms: msOn(clock.ms, terms) } : null
}

/** Why nameservers cannot be changed now, except for undoing the last change. */
export const whyNameserversFrozen = (phase: LifecyclePhase): string | null =>
  phases[phase].freeze ?? null
