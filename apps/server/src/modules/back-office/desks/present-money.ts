import type { CallOutput } from '@pier/protocol/calls/calls'
import type {
  DeskEvent,
  DeskWithdrawal,
  listReconciliations,
} from '../../payments/payments.service.ts'
import type { LedgerLine } from './money-desk.repository.ts'

type Entry = CallOutput<'GET /operator/ledger'>['entries'][number]
type EventWire = CallOutput<'POST /operator/payment-events/:id/resolve'>
type WithdrawalWire = CallOutput<'POST /operator/withdrawals/:id/approve'>
type Run = CallOutput<'GET /operator/reconciliation'>['providers'][number]['runs'][number]

export const presentLine = (line: LedgerLine): Entry => ({
  id: line.id,
  reference: line.reference,
  kind: line.kind,
  user: line.userId ? { id: line.userId, name: line.userName ?? '' } : null,
  transaction_id: line.transactionId,
  at: line.createdAt.toISOString(),
  postings: line.postings.map(({ account, cents }) => ({ account, amount: cents / 100 })),
})

export const presentEvent = (event: DeskEvent): EventWire => ({
  id: event.id,
  provider: event.provider,
  type: event.type,
  key: event.eventKey,
  received_at: event.receivedAt.toISOString(),
  handled_at: event.handledAt?.toISOString() ?? null,
  problem: event.problem,
  about: event.body,
  resolved_at: event.resolvedAt?.toISOString() ?? null,
  resolved_by: event.resolver,
  resolution: event.resolution,
})

export const presentWithdrawal = (row: DeskWithdrawal): WithdrawalWire => ({
  id: row.transactionId,
  number: Number(row.number),
  user: { id: row.userId, name: row.userName },
  amount: Number(row.amountCents) / 100,
  left: Number(row.leftCents) / 100,
  to: row.method,
  state: row.state,
  asked_at: row.createdAt.toISOString(),
  pays_at: row.paysAt.toISOString(),
  note: row.note,
  approved_by: row.approver,
  payout_reference: row.payoutReference,
})

type KeptRun = Awaited<ReturnType<typeof listReconciliations>>[number]
type Unexplained = { reference: string; providerCents: number | null; ledgerCents: number | null }

export const presentRun = (run: KeptRun): Run => ({
  at: run.createdAt.toISOString(),
  from: run.fromTime.toISOString(),
  until: run.cutoff.toISOString(),
  provider_amount: Number(run.providerCents) / 100,
  ledger_amount: Number(run.ledgerCents) / 100,
  difference: Number(run.differenceCents) / 100,
  unexplained: (run.unexplained as Unexplained[]).map((row) => ({
    reference: row.reference,
    provider_amount: row.providerCents === null ? null : row.providerCents / 100,
    ledger_amount: row.ledgerCents === null ? null : row.ledgerCents / 100,
  })),
})
