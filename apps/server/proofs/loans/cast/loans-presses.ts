/** How each action is taken: through the API for the parties, by the service for operators. */
import { randomUUID } from 'node:crypto'
import type { LoanAction, Outcome, Party } from '@pier/protocol/lifecycles/loan'
import { dayMs } from '@pier/protocol/time'
import { closeDispute } from '../../../src/modules/loans/facts/disputes.repository.ts'
import type { LoanChange } from '../../../src/modules/loans/facts/loans.repository.ts'
import { carryOutRefinance } from '../../../src/modules/loans/refinance/refinance.service.ts'
import { lockLoan } from '../../../src/modules/loans/loans.service.ts'
import { applyTransition } from '../../../src/modules/loans/machine/transitions.service.ts'
import { AppError } from '../../../src/platform/app-error.ts'
import { inTransaction, type Tx } from '../../../src/platform/db/database.ts'
import type { House } from '../../custody/custody-house.ts'
import { callAs, type Loan, type Reply } from './loans-cast.ts'
import type { Seen, Wanted } from '../loans-oracle.ts'
import { signByLink, signWithout } from './loans-signing.ts'

const dateOf = (at: Date) => at.toISOString().slice(0, 10)

type Told = { seen: Seen; outcome: Outcome | undefined; loan: Loan }
type Call = { path: string; body?: (told: Told) => object }

const settlement = ({ seen, outcome = someOutcome(seen) }: Told) => ({
  outcome,
  ...(outcome === 'FUNDED' && { value_date: dateOf(seen.now) }),
  ...(outcome === 'CURE' && { due_on: dateOf(new Date(seen.now.getTime() + 9 * dayMs)) }),
})

/** An outcome that can be agreed on, and not always the same. */
function someOutcome({ dueAt, version }: Seen): Outcome {
  const sensible = dueAt
    ? (['REPAID', 'CURE', 'DEFAULT'] as const)
    : (['FUNDED', 'NOT_FUNDED'] as const)
  return sensible[version % sensible.length] ?? 'REPAID'
}

const laterDue = ({ seen }: Told) => {
  const from = Math.max(seen.now.getTime(), seen.dueAt?.getTime() ?? 0)
  return { due_on: dateOf(new Date(from + 12 * dayMs)) }
}

/** More than the payoff of any of these loans. */
const refinanceAsk = { desired_loan_amount: 100_000, desired_term: 180, desired_apy: 14.5 }

const asSeen = ({ seen }: Told) => ({ version: seen.version })

const calls: Partial<Record<LoanAction, Call>> = {
  cancel: { path: 'cancel' },
  markPaid: { path: 'markPaid', body: () => ({ waives_runway: true }) },
  confirmReceipt: { path: 'confirmReceipt' },
  withdrawClaim: { path: 'withdrawClaim' },
  finalize: { path: 'finalize' },
  tender: { path: 'tender' },
  claimDefault: { path: 'finalize', body: () => ({ outcome: 'DEFAULT' }) },
  surrender: { path: 'surrender', body: ({ loan }) => ({ domain: loan.name }) },
  escalate: { path: 'escalate' },
  askToSell: { path: 'sell' },
  reveal: { path: 'reveal', body: () => ({ waives_runway: true }) },
  recordPayment: { path: 'payments', body: () => ({ amount: 30 }) },
  confirmPayment: { path: 'payments/confirm', body: asSeen },
  denyPayment: { path: 'payments/deny' },
  proposeExtension: { path: 'extension', body: laterDue },
  extend: { path: 'extension/accept', body: asSeen },
  declineExtension: { path: 'extension/decline' },
  proposeSettlement: { path: 'settlement', body: settlement },
  settle: { path: 'settlement/accept', body: asSeen },
  declineSettlement: { path: 'settlement/decline' },
  seekRefinance: { path: 'refinance', body: () => refinanceAsk },
  confirmRest: { path: 'refinance/rest' },
  refinance: { path: 'refinance/confirm' },
}

/** Whoever agrees to something sends the version they saw. */
export const sendsVersion = new Set<LoanAction>(['confirmPayment', 'extend', 'settle'])

const always = () => true

/** Actions with rules beyond the table, such as amounts and dates. */
const ownRules: Partial<Record<LoanAction, (seen: Seen) => boolean>> = {
  reveal: always,
  recordPayment: always,
  proposeExtension: always,
  extend: always,
  proposeSettlement: always,
  settle: always,
  seekRefinance: ({ isListed }) => isListed,
  confirmRest: ({ hasRest }) => !hasRest,
}

export const mayRefuse = (seen: Seen, { action }: Wanted): boolean =>
  ownRules[action]?.(seen) ?? false

const byOperators = new Set<LoanAction>(['rule', 'seize', 'seizeForPlatform'])

/** Actions of the two parties that the API knows. */
export async function listPressed(loan: Loan): Promise<Set<LoanAction>> {
  const found = new Set<LoanAction>(['sign'])
  for (const [action, { path }] of Object.entries(calls)) {
    const reply = await callAs(loan.people.LENDER, 'POST', `/escrow/${randomUUID()}/${path}`, {})
    if (reply.status !== 404 || reply.body.code === 'escrow_not_found') {
      found.add(action as LoanAction)
    }
  }
  return found
}

export type Press = Wanted & { version?: number }

export async function submit(house: House, loan: Loan, seen: Seen, wanted: Press): Promise<Reply> {
  const { action, actor, outcome, version } = wanted
  if (actor !== 'BORROWER' && actor !== 'LENDER') return act(house, loan, wanted)
  if (action === 'sign') return sign(house, loan, actor)
  const call = calls[action]
  if (!call) throw new Error(`nobody presses ${action}`)
  const body = {
    ...call.body?.({ seen, outcome, loan }),
    ...(version !== undefined && { version }),
    ...(action === 'recordPayment' && seen.version % 3 === 0 && (await allOf(loan))),
  }
  const isEmpty = Object.keys(body).length === 0
  return callAs(
    loan.people[actor],
    'POST',
    `/escrow/${loan.id}/${call.path}`,
    isEmpty ? undefined : body,
  )
}

/** The whole payoff, as a partial payment. */
async function allOf({ id, people }: Loan): Promise<{ amount?: number }> {
  const { body } = await callAs(people.BORROWER, 'GET', `/escrow/${id}`)
  const { today } = (body.payoff ?? {}) as { today?: { amount: number } }
  return today ? { amount: today.amount } : {}
}

const sign = async (house: House, loan: Loan, party: Party): Promise<Reply> =>
  (await signByLink(house, loan, party)) ??
  (await answering(house, (tx) => signWithout(tx, loan, party)))

/** Two operators, or one where one is enough. The console calls the same functions. */
const act = (house: House, loan: Loan, { action, actor, outcome }: Wanted): Promise<Reply> =>
  answering(house, async (tx) => {
    const locked = await lockLoan(tx, loan.id)
    const operators = actor === 'TWO_OPERATORS' ? [randomUUID(), randomUUID()] : [randomUUID()]
    const change = changeOf(tx, outcome)
    const data = { operators }
    if (action === 'refinance')
      await carryOutRefinance(tx, locked, { actor: 'TWO_OPERATORS', data: { operators } })
    else await applyTransition(tx, locked, { action, actor, outcome, change, data })
    if (byOperators.has(action)) await closeDispute(tx, loan.id, outcome ?? action)
  })

function changeOf(tx: Tx, outcome: Outcome | undefined): LoanChange {
  if (outcome === 'FUNDED') return { valueDate: dateOf(tx.now) }
  if (outcome === 'CURE') return { graceUntil: new Date(tx.now.getTime() + 9 * dayMs) }
  return {}
}

/** Gives the answer that the API would give. */
async function answering({ owner }: House, work: (tx: Tx) => Promise<void>): Promise<Reply> {
  try {
    await inTransaction(owner, work)
    return { status: 200, text: '', body: {} }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { status: 409, text: error.code, body: { code: error.code } }
  }
}
