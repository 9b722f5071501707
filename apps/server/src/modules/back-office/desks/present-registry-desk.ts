import type { CallOutput } from '@pier/protocol/calls/calls'
import type { findDeadJob } from '../../../platform/jobs/dead-jobs.ts'
import { isJobName } from '../../../platform/jobs/dead-jobs.ts'
import { isFresh, isTransferLocked, type SeenFacts } from '../../domains/domains.service.ts'
import type {
  DeskAlarm,
  DeskCommand,
  DeskDomain,
  DeskEvent,
  DeskTransfer,
} from './registry-desk.repository.ts'

type View = CallOutput<'GET /operator/domains/:id'>
type DeadJob = NonNullable<Awaited<ReturnType<typeof findDeadJob>>>

const at = (date: Date | null): string | null => date?.toISOString() ?? null

export const presentDeadJob = (job: DeadJob): CallOutput<'GET /operator/jobs/:id'> => ({
  id: job.id,
  name: job.name,
  data: job.data as Record<string, unknown>,
  error: job.error,
  died_at: job.diedAt.toISOString(),
  resolved_at: at(job.resolvedAt),
  resolution: job.resolution as 'retried' | 'resolved' | null,
  can_retry: !job.resolvedAt && isJobName(job.name),
})

export const presentDeskDomain = (found: DeskDomain): View['domain'] => ({
  id: found.id,
  name: found.name,
  unicode: found.unicodeName,
  status: found.status as View['domain']['status'],
  owner: { id: found.ownerId, name: found.owner },
  escrow_id: found.escrowId,
})

export function presentHolding(found: DeskDomain, now: Date): View['holding'] {
  const { arrivedAt, checkedAt, expiresAt, nameservers, isUnlocked, leftAt } = found
  if (!arrivedAt || !checkedAt) return null
  return {
    expires_at: at(expiresAt),
    nameservers: nameservers ?? [],
    is_unlocked: isUnlocked ?? false,
    checked_at: checkedAt.toISOString(),
    seen: presentSeen(found, now),
    left_at: at(leftAt),
  }
}

function presentSeen({ seen, seenAt }: DeskDomain, now: Date) {
  if (!seen || !seenAt) return null
  const { isOurs, registrar, statuses } = seen as SeenFacts // As the registry check stored it.
  return {
    at: seenAt.toISOString(),
    is_fresh: isFresh(seenAt, now),
    is_held: isOurs,
    is_locked: isTransferLocked({ statuses }),
    registrar,
    statuses,
  }
}

export const presentDeskTransfer = (transfer: DeskTransfer): View['transfers'][number] => ({
  id: transfer.id,
  direction: transfer.direction as 'in' | 'out',
  state: transfer.state,
  fee: transfer.feeCents === null ? null : Number(transfer.feeCents) / 100,
  act_by: at(transfer.actBy),
  code_at: at(transfer.codeAt),
  has_code: transfer.hasCode,
  reason: transfer.reason,
  needs_operator: transfer.needsOperator,
  looked_at: at(transfer.lookedAt),
  created_at: transfer.createdAt.toISOString(),
  requested_at: at(transfer.requestedAt),
  ended_at: at(transfer.endedAt),
})

export const presentCommand = (command: DeskCommand): View['commands'][number] => ({
  id: command.id,
  number: Number(command.number),
  kind: command.kind,
  input: command.input as Record<string, unknown>,
  state: command.state as View['commands'][number]['state'],
  error: command.error,
  message: command.message,
  registrar_ref: command.registrarRef,
  created_at: command.createdAt.toISOString(),
  sent_at: at(command.sentAt),
  settled_at: at(command.settledAt),
  resolved_at: at(command.resolvedAt),
})

export const presentAlarm = (alarm: DeskAlarm): View['alarms'][number] => ({
  id: alarm.id,
  kind: alarm.kind,
  detail: alarm.detail,
  created_at: alarm.createdAt.toISOString(),
  resolved_at: at(alarm.resolvedAt),
})

export const presentEvent = (event: DeskEvent): View['events'][number] => ({
  id: event.id,
  registrar: event.registrar,
  kind: event.kind,
  name: event.name,
  detail: event.detail as Record<string, unknown>,
  problem: event.problem,
  received_at: event.receivedAt.toISOString(),
  resolved_at: at(event.resolvedAt),
})
