/**
 * A loan, as operators see it: its terms, people, dates and event chain, verified on each read.
 * Restricted parts are empty until the file is opened with a reason, which is audited.
 */
import type { CallOutput } from '@pier/protocol/calls/calls'
import { phaseShown } from '@pier/protocol/lifecycles/loan'
import { owedOn } from '@pier/protocol/loans/repayment'
import { contractOf } from '@pier/protocol/rails'
import type { KeyRing } from '../../../platform/config.ts'
import type { Db } from '../../../platform/db/database.ts'
import { listHolds } from '../../domains/domains.service.ts'
import { listDecisionsOf, presentDecision, presentHold } from '../../approvals/approvals.service.ts'
import {
  checkChainOf,
  dateOf,
  listStops,
  readRecord,
  type LoanRecord,
} from '../../loans/loans.service.ts'
import { listMessages } from '../../messages/messages.service.ts'
import { findLegalIdentity } from '../../users/users.service.ts'
import { listDelivered } from './decision-file.repository.ts'
import {
  countDelivery,
  fundingText,
  isFileOpen,
  noticeTimes,
  presentPeople,
  seizureChecks,
} from '../../disputes/disputes.service.ts'
import type { OnDuty } from '../../operators/operators.service.ts'
import { termsChangesOf } from './terms-changes.ts'

type Wire = CallOutput<'GET /operator/loans/:id'>

export async function readLoanPage(
  db: Db,
  dataKeys: KeyRing,
  { onDuty, escrowId }: { onDuty: OnDuty; escrowId: string },
): Promise<Wire> {
  const record = await readRecord(db, escrowId)
  const { loan, domain, guardFacts } = record
  const isOpen = await isFileOpen(db, onDuty, escrowId)
  const decisions = []
  for (const each of await listDecisionsOf(db, escrowId)) {
    decisions.push(await presentDecision(db, onDuty.operator, each))
  }
  const about = { escrowId, userId: loan.borrowerId, times: noticeTimes(record) }
  return {
    ...identity(record),
    ...money(record),
    ...dates(record),
    ...(await presentPeople(db, loan, isOpen)),
    is_open: isOpen,
    is_held: guardFacts.isHeld,
    is_clock_stopped: guardFacts.isClockStopped,
    linked_id: record.successorId ?? loan.refinancesId,
    holds: (await listHolds(db, domain.id)).map(presentHold),
    stops: await presentStops(db, record),
    payments: record.payments.map(presentPayment),
    decisions,
    seizure_checks: seizureChecks(record, countDelivery(await listDelivered(db, about))),
    chain: presentChain(await checkChainOf(db, escrowId)),
    events: record.events.map(presentEvent),
    terms_changes: termsChangesOf(record),
    case_id: record.dispute?.id ?? null,
    restricted: isOpen ? await readRestricted(db, dataKeys, record) : null,
  }
}

const identity = ({ loan, domain, now }: LoanRecord) => ({
  id: loan.id,
  code: loan.code,
  version: loan.version,
  domain: domain.name,
  domain_id: domain.id,
  unicode: domain.unicodeName,
  status: loan.status,
  phase: phaseShown({ ...loan, now }),
})

const money = (record: LoanRecord) => {
  const { loan, debt, now, valueCents } = record
  const isRunning = debt && !loan.endedAt
  return {
    amount: loan.amountCents / 100,
    rate: loan.rateBps / 100,
    term: loan.termDays,
    contract: contractOf(loan.rail),
    payoff: isRunning ? owedOn(debt, dateOf(now)).payoffCents / 100 : null,
    value: valueCents === null ? null : valueCents / 100,
    funding: fundingText(record),
  }
}

const iso = (date: Date | null) => date?.toISOString() ?? null

const dates = ({ loan }: LoanRecord) => ({
  due_at: iso(loan.dueAt),
  grace_until: iso(loan.graceUntil),
  objection_until: iso(loan.objectionUntil),
  deadline_at: iso(loan.deadlineAt),
})

async function presentStops(db: Db, { loan, domain }: LoanRecord): Promise<Wire['stops']> {
  const stops = await listStops(db, { escrowId: loan.id, suffix: domain.suffix })
  return stops
    .filter(({ endedAt }) => !endedAt || endedAt > loan.createdAt)
    .map(({ id, scope, reason, beganAt, endedAt }) => ({
      id,
      scope,
      reason,
      since: beganAt.toISOString(),
      ended_at: iso(endedAt),
    }))
}

const presentPayment = (payment: LoanRecord['payments'][number]) => ({
  kind: payment.kind,
  claimed_by: payment.claimedBy as 'BORROWER', // A check on the table allows only the parties.
  amount: payment.amountCents === null ? null : payment.amountCents / 100,
  paid_on: payment.paidOn,
  reference: payment.reference,
  status: payment.status,
})

const presentChain = ({ faults, events, head }: Awaited<ReturnType<typeof checkChainOf>>) => ({
  is_whole: faults.length === 0,
  problem: faults[0] ?? null,
  count: events,
  head: head?.toString('hex') ?? null,
})

const presentEvent = (event: LoanRecord['events'][number]) => ({
  seq: event.seq,
  at: event.at.toISOString(),
  action: event.action,
  actor: event.actor,
  words: event.words,
  from: event.fromStatus,
  to: event.toStatus,
  data: event.data,
  hash: event.hash.toString('hex'),
})

/** The addresses of both parties, and their chat. */
async function readRestricted(
  db: Db,
  dataKeys: KeyRing,
  { loan }: LoanRecord,
): Promise<Wire['restricted']> {
  const parties = [
    { party: 'BORROWER', userId: loan.borrowerId },
    { party: 'LENDER', userId: loan.lenderId },
  ] as const
  const addresses = []
  for (const { party, userId } of parties) {
    const known = await findLegalIdentity(db, { dataKeys }, userId)
    addresses.push({ party, name: known?.name ?? '', address: known?.address ?? '' })
  }
  const messages = await listMessages(db, { escrowId: loan.id })
  return {
    addresses,
    messages: messages.map(({ name, createdAt, body, fileNumber }) => ({
      from: name,
      at: createdAt.toISOString(),
      text: body,
      exhibit: fileNumber,
    })),
  }
}
