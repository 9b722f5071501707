/**
 * The life of a loan. A row says who may take a step, from where, under which guards, where it leads
 * and what it does; the clock of a phase says what happens when nobody takes one.
 *
 * *Admission decides, claim waits*: what hurts the one who says it takes effect at once; what helps
 * them stops the opposite and waits for the other side or a ruling. Silence escalates, and never
 * awards. The server enforces this table and tells the web what is open; the web never guesses.
 */
import { dayMs } from '../time.ts'
import { limits } from '../limits.ts'
import type { LoanStatus, LoanPhase } from '../statuses.ts'
import { lifecycleRows } from './loan-rows.ts'
import {
  loanGuards,
  type LoanAction,
  type LoanActor,
  type LoanGuard,
  type LifecyclePhase,
  type LoanRow,
  type GuardFacts,
  type Outcome,
  type Party,
} from './loan-vocabulary.ts'

export { lifecycleRows } from './loan-rows.ts'
export * from './loan-vocabulary.ts'

type Wanted = { action: LoanAction; actor: LoanActor; outcome?: Outcome | undefined }

/** The row that applies, or the guard that refuses it; null where there is no such row. */
export type Step = { row: LoanRow } | { row: null; guard: LoanGuard | null }

export function findTransition(guardFacts: GuardFacts, { action, actor, outcome }: Wanted): Step {
  const rows = lifecycleRows.filter(
    (row) =>
      row.action === action &&
      row.outcome === outcome &&
      row.from === guardFacts.status &&
      row.who.includes(actor) &&
      (row.phases?.includes(guardFacts.phase) ?? true),
  )
  const missed = rows.map((row) => ({ row, guard: firstMissed(row, guardFacts, actor) }))
  const open = missed.find(({ guard }) => guard === null)
  return open ? { row: open.row } : { row: null, guard: missed[0]?.guard ?? null }
}

const firstMissed = (row: LoanRow, guardFacts: GuardFacts, actor: LoanActor) =>
  row.guards.find((name) => !loanGuards[name].isMet(guardFacts, actor)) ?? null

/** The four buttons of every loan that has not ended. Other actions depend on the phase. */
export const loanButtons = ['finalize', 'escalate', 'markPaid', 'cancel'] as const

const partyActions = [...new Set(lifecycleRows.filter(isOfParty).map(({ action }) => action))]

function isOfParty({ who }: LoanRow) {
  return who.includes('BORROWER') || who.includes('LENDER')
}

export type OpenAction = { action: LoanAction; isOpen: boolean; whyNot: string | null }

/** What this party may do now, and what it may not, with the reason. */
export function actionsOf(guardFacts: GuardFacts, party: Party): OpenAction[] {
  return partyActions.flatMap((action): OpenAction[] => {
    const steps = outcomesOf(action).map((outcome) =>
      findTransition(guardFacts, { action, actor: party, outcome }),
    )
    if (steps.some(({ row }) => row)) return [{ action, isOpen: true, whyNot: null }]
    const whyNot = textOf(guardFacts, { action, party, steps })
    return whyNot ? [{ action, isOpen: false, whyNot }] : []
  })
}

const outcomesOf = (action: LoanAction): (Outcome | undefined)[] => [
  ...new Set(lifecycleRows.filter((row) => row.action === action).map(({ outcome }) => outcome)),
]

type Refused = { action: LoanAction; party: Party; steps: Step[] }

/** A closed button always gives a reason; other actions only where a guard refuses them. */
function textOf(guardFacts: GuardFacts, { action, party, steps }: Refused): string | null {
  const guard = steps.map((step) => (step.row ? null : step.guard)).find((name) => name !== null)
  if (guard) return loanGuards[guard].whyNot
  if (isButton(action)) return whyShut(guardFacts, action, party)
  return null
}

const isButton = (action: LoanAction): action is (typeof loanButtons)[number] =>
  loanButtons.some((button) => button === action)

function whyShut({ status, phase }: GuardFacts, action: LoanAction, party: Party): string {
  if (phase === 'ENDED') return 'The loan has ended.'
  if (status === 'ESCALATED') return 'Two operators decide now, unless you both settle.'
  if (action === 'cancel' && phase === 'TRANSFER_PENDING') return 'A transfer is in progress.'
  if (action === 'cancel' && phase === 'PAYMENT_WINDOW') {
    return 'The lender is paying. Possible again after 72 hours.'
  }
  if (action === 'cancel') return 'Not possible once paid.'
  if (action === 'markPaid' && status === 'LOAN_POSTED') return 'Done.'
  if (action === 'markPaid') return 'Possible once the domain is in custody.'
  if (action === 'finalize' && phase === 'FUNDING_CLAIMED')
    return 'Possible once receipt is confirmed.'
  if (action === 'finalize' && phase === 'REPAYMENT_CLAIMED' && party === 'BORROWER') {
    return 'Done. The lender now confirms or contests.'
  }
  return 'Possible once the loan is marked paid.'
}

export const graceDaysOf = ({ termDays }: { termDays: number }): number =>
  termDays < limits.shortTermDays ? limits.graceDaysShort : limits.graceDays

const soonDays = 7

/** The phase on the wire. An active loan is subdivided by its dates. */
export function phaseShown(guardFacts: {
  status: LoanStatus
  phase: LifecyclePhase
  now: Date
  dueAt: Date | null
  graceUntil: Date | null
}): LifecyclePhase | LoanPhase {
  const { phase, now, dueAt, graceUntil } = guardFacts
  if (phase !== 'ACTIVE' || !dueAt || !graceUntil) return phase
  if (now > graceUntil) return 'OVERDUE'
  if (now > dueAt) return 'IN_GRACE'
  const daysLeft = (dueAt.getTime() - now.getTime()) / dayMs
  if (daysLeft < 1) return 'DUE_TODAY'
  return daysLeft <= soonDays ? 'DUE_SOON' : 'ACTIVE'
}
