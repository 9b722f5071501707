/**
 * Decisions that need two approvals. One operator proposes with reasons, another confirms, each
 * with a fresh code. Nobody is both maker and checker of a case, not even over several attempts,
 * and nobody decides about themselves or people they have helped. A ruling is announced first: it
 * takes effect after the appeal period, or once all losers accept it, and is checked again then.
 */
import { decisionKinds, isNamed, type DecisionKind } from '@pier/protocol/operators'
import { AppError, invariant } from '../../../platform/app-error.ts'
import type { Json } from '../../../platform/crypto/canonical.ts'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { setTimer } from '../../../platform/jobs/timers.ts'
import {
  findOpenDispute,
  lockLoan,
  readOutcomeDates,
  whyNotNow,
  type LockedLoan,
  type OperatorAct,
  type RulingTerms,
} from '../../loans/loans.service.ts'
import { isSeizureAllowed, type UserClients } from '../../users/users.service.ts'
import { carryOutDecision } from './effects.ts'
import {
  findAppealed,
  findDecision,
  insertDecision,
  lapsesAt,
  lockDecisionRow,
  overtakeStale,
  saveDecision,
  type Decision,
  type NamedDecision,
} from './decisions.repository.ts'
import { requireDocument } from '../holds/documents.service.ts'
import { lockLoanIfAny } from './lock-known-loan.ts'
import { requireCode, type Operator } from '../../operators/operators.service.ts'
import { appealIn, requireKey, requireOther, requireProposer } from './may-decide.ts'
import { announceRuling } from './announce-ruling.ts'
import { notifyProposer } from './tell-proposer.ts'

const lapseJob = 'operator.lapse-decision'

type Key = { operator: Operator; code: string }

type AboutLoan = Key & {
  escrowId: string
  version: number
  kind: OperatorAct
  terms: RulingTerms
  reasons: string
  exhibits?: number[]
  documentId?: string | null
}

/** First approval, for a decision about a loan. */
export async function proposeForLoan(
  tx: Tx,
  clients: UserClients,
  input: AboutLoan,
): Promise<string> {
  const { operator, escrowId, version, kind, reasons, exhibits = [], documentId = null } = input
  if (documentId) await requireDocument(tx, documentId)
  const locked = await lockLoanIfAny(tx, escrowId)
  await overtakeStale(tx, escrowId)
  if (locked.loan.version !== version) throw new AppError('escrow_changed')
  const terms = readTerms(tx, locked, input)
  await refuseForbidden(tx, locked, { kind, terms })
  refuseNow(locked, kind, terms)
  const dispute = await findOpenDispute(tx, escrowId)
  const appealed = dispute && kind === 'rule' ? await findAppealed(tx, dispute.id) : undefined
  return propose(tx, clients, {
    subjectId: escrowId,
    disputeId: dispute?.id ?? null,
    operator,
    code: input.code,
    kind,
    escrowId,
    appealOf: appealed?.id ?? null,
    documentId,
    terms: { ...terms },
    reasons,
    exhibits,
  })
}

function readTerms(tx: Tx, { loan }: LockedLoan, { kind, terms }: AboutLoan): RulingTerms {
  const { outcome, valueDate, dueOn } = terms
  if (kind !== 'rule' || !outcome || outcome === 'REFINANCED') return terms
  return { outcome, ...readOutcomeDates(tx, loan, { outcome, valueDate, dueOn }) }
}

function refuseNow({ guardFacts }: LockedLoan, kind: OperatorAct, terms: RulingTerms): void {
  const message = whyNotNow(guardFacts, kind, terms)
  if (message) throw new AppError('escrow_guarded', { message })
}

/** Not a guard of the loan: the law where the borrower lives may not allow a seizure. */
async function refuseForbidden(
  tx: Tx,
  { loan }: LockedLoan,
  { kind, terms }: { kind: DecisionKind; terms: RulingTerms },
): Promise<void> {
  const isSeizure = kind === 'seize' || (kind === 'rule' && terms.outcome === 'DEFAULT')
  if (isSeizure && !(await isSeizureAllowed(tx, loan.borrowerId))) {
    throw new AppError('seizure_not_allowed')
  }
}

type Proposed = Key & {
  kind: DecisionKind
  subjectId: string
  escrowId: string | null
  disputeId: string | null
  appealOf: string | null
  documentId: string | null
  terms: { [key: string]: Json | undefined }
  reasons: string
  exhibits: number[]
}

/** First approval. Checks who proposes; the caller has to check that it can be done. */
export async function propose(
  tx: Tx,
  clients: UserClients,
  { operator, code, terms, ...decision }: Proposed,
): Promise<string> {
  const given = JSON.parse(JSON.stringify(terms)) as Decision['terms']
  const about = { ...decision, ...(await appealIn(tx, decision)), terms: given }
  await requireKey(tx, operator, 'first', about)
  await requireCode(tx, clients, { operator, code })
  const id = await insertDecision(tx, { ...decision, terms: given, proposedBy: operator.id })
  if (!id) throw new AppError('decision_open')
  const fireAt = lapsesAt({ proposedAt: tx.now })
  await setTimer(tx, { job: lapseJob, subjectId: id, fireAt })
  return id
}

/** Second approval. Checks again, as of now, that the decision is allowed. */
export async function confirmDecision(
  tx: Tx,
  clients: UserClients,
  { operator, code, id, note, name }: Key & { id: string; note: string; name?: string | undefined },
): Promise<NamedDecision> {
  const { decision, locked } = await lockDecision(tx, id)
  if (decision.state === 'overtaken') return findKnown(tx, id)
  if (decision.state === 'lapsed' || isLapsed(tx, decision)) throw new AppError('decision_lapsed')
  if (decision.state !== 'proposed') throw new AppError('decision_decided')
  const about = { ...decision, ...(await appealIn(tx, decision)) }
  await requireKey(tx, operator, 'second', about)
  await requireProposer(tx, decision.proposedBy, about)
  if (locked) await refuseForbidden(tx, locked, decision)
  requireName(decision, locked, name)
  await requireCode(tx, clients, { operator, code })
  await saveDecision(tx, id, { decidedBy: operator.id, decidedAt: tx.now, decidedNote: note })
  const confirmed = { ...decision, decidedBy: operator.id, decidedAt: tx.now }
  const canWait = decision.kind === 'rule' && decision.appealOf === null
  if (canWait) {
    invariant(locked, 'a ruling is about a loan')
    refuseNow(locked, 'rule', decision.terms)
    await announceRuling(tx, confirmed, locked)
  } else await carryOutDecision(tx, confirmed, { locked, clients })
  return findKnown(tx, id)
}

const isLapsed = ({ now }: Tx, decision: Decision): boolean =>
  decision.state === 'proposed' && lapsesAt(decision) <= now

/** Whoever confirms moving a domain has to type its name. */
function requireName(
  decision: Decision,
  locked: LockedLoan | undefined,
  typed: string | undefined,
): void {
  if (!isNamed(decision)) return
  const names = locked
    ? [locked.domain.name, locked.domain.unicodeName]
    : [decision.terms['domain']]
  const isIt = names.includes(typed?.trim().toLowerCase() ?? '')
  if (!isIt) throw new AppError('name_mismatch', { field: 'name' })
}

/** Nobody confirmed in time: the proposal lapses and its proposer is notified. */
export async function lapseDecision(tx: Tx, id: string): Promise<void> {
  const { decision } = await lockDecision(tx, id)
  if (!isLapsed(tx, decision)) return
  await saveDecision(tx, id, { state: 'lapsed' })
  await notifyProposer(tx, decision)
}

/** Locks the loan first, as everywhere, then the decision. */
async function lockDecision(
  tx: Tx,
  id: string,
): Promise<{ decision: Decision; locked: LockedLoan | undefined }> {
  const found = await findKnown(tx, id)
  const locked = found.escrowId ? await lockLoan(tx, found.escrowId) : undefined
  if (found.escrowId) await overtakeStale(tx, found.escrowId)
  const decision = await lockDecisionRow(tx, id)
  invariant(decision, 'a decision is never deleted')
  return { decision, locked }
}

async function findKnown(db: Db | Tx, id: string): Promise<NamedDecision> {
  const found = await findDecision(db, id)
  if (!found) throw new AppError('decision_not_found')
  return found
}
export const readDecision = findKnown

/** Declines somebody else's proposal, or withdraws one's own. */
export async function declineDecision(
  tx: Tx,
  { operator, id, note }: { operator: Operator; id: string; note: string },
): Promise<NamedDecision> {
  const { decision } = await lockDecision(tx, id)
  if (decision.state !== 'proposed') throw new AppError('decision_decided')
  const isOwn = decision.proposedBy === operator.id
  const { second } = decisionKinds[decision.kind]
  if (!isOwn && !second.some((role) => operator.roles.includes(role))) {
    throw new AppError('operator_role')
  }
  if (!isOwn) await requireOther(tx, operator, decision)
  const state = isOwn ? 'withdrawn' : 'declined'
  await saveDecision(tx, id, {
    state,
    decidedBy: operator.id,
    decidedAt: tx.now,
    decidedNote: note,
  })
  return findKnown(tx, id)
}
