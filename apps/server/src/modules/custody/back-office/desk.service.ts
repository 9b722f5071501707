/**
 * Operators settle here what the registrar left open. Nothing is sent from here: whatever needs the
 * registrar becomes a command or a job.
 */
import { AppError } from '../../../platform/app-error.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { enqueue } from '../../../platform/jobs/queue.ts'
import { setTimer } from '../../../platform/jobs/timers.ts'
import { getLockedDomain, type Domain } from '../../domains/domains.service.ts'
import { resolveAlarmRow } from '../monitoring/alarms.repository.ts'
import {
  findCommand,
  findStuckCommand,
  hasOpenCommand,
  markResolved,
  reopenCommand,
  type Command,
} from '../commands/commands.repository.ts'
import { orderCommand } from '../commands/commands.service.ts'
import { resolveEventRow } from '../monitoring/registrar-events.repository.ts'
import { findTransfer, saveTransfer, type Transfer } from '../transfers/transfers.repository.ts'
import { stop } from '../transfers/transfers-out.service.ts'

export type TransferStep = 'retry' | 'give_up' | 'wait'

/** Returns the user it belongs to. */
export async function resolveTransfer(
  tx: Tx,
  { id, step }: { id: string; step: TransferStep },
): Promise<{ userId: string }> {
  const found = await findTransfer(tx, id)
  if (!found) throw new AppError('transfer_not_found')
  const domain = await getLockedDomain(tx, found.domainId)
  const transfer = await findTransfer(tx, id)
  if (!transfer || transfer.endedAt) throw new AppError('transfer_not_pending')
  await steps[step](tx, domain, transfer)
  await saveTransfer(tx, id, { needsOperator: null, lookedAt: tx.now })
  return { userId: transfer.userId }
}

const steps = { retry, give_up: giveUp, wait: letItGoOn } satisfies Record<TransferStep, unknown>

const requestOf = ({ id }: Domain) => ({ domainId: id, kind: 'request_transfer' }) as const

async function retry(tx: Tx, domain: Domain, transfer: Transfer): Promise<void> {
  if (transfer.direction === 'out')
    throw refuse('An authorization code is never sent again by a retry.')
  if (transfer.state !== 'asked') {
    await setTimer(tx, { job: 'custody.check-transfer', subjectId: transfer.id, fireAt: tx.now })
    return
  }
  if (!transfer.sealedCode)
    throw refuse('Its authorization code was deleted. The owner has to request a new one.')
  const command = await findStuckCommand(tx, requestOf(domain))
  if (command) await sendAgain(tx, command)
}

/** The worker cancels the transfer and returns the fee. */
async function giveUp(tx: Tx, domain: Domain, transfer: Transfer): Promise<void> {
  const reason = 'We reviewed the transfer and cancelled it.'
  if (transfer.direction === 'out') return stop(tx, domain, transfer, reason)
  if (transfer.state === 'arriving') throw refuse('The registry has already completed it.')
  const stuck = await findStuckCommand(tx, requestOf(domain))
  if (stuck) await markResolved(tx, stuck.id)
  const kind = 'cancel_transfer'
  if (await hasOpenCommand(tx, { domainId: domain.id, kind })) return
  await orderCommand(tx, {
    domainId: domain.id,
    kind,
    input: { transferId: transfer.id, reason },
  })
}

async function letItGoOn(tx: Tx, domain: Domain): Promise<void> {
  if (await findStuckCommand(tx, requestOf(domain))) {
    throw refuse('Nothing would move it on. Retry it or give it up.')
  }
}

const refuse = (message: string) => new AppError('desk_refused', { message })

export async function retryCommand(tx: Tx, id: string): Promise<void> {
  const command = await lockCommand(tx, id)
  if (command.kind === 'request_transfer' && command.state === 'stuck') {
    throw refuse('Retry the transfer it belongs to.')
  }
  if (command.settledAt === null) return enqueue(tx, 'custody.run-command', { commandId: id })
  return sendAgain(tx, command)
}

async function sendAgain(tx: Tx, { id }: Command): Promise<void> {
  if (!(await reopenCommand(tx, id))) throw new AppError('command_settled')
  await enqueue(tx, 'custody.run-command', { commandId: id })
}

/** The worker settles what depended on the command, since it can ask the registrar. */
export async function resolveCommand(
  tx: Tx,
  { id, outcome }: { id: string; outcome: 'done' | 'failed' },
): Promise<void> {
  const command = await lockCommand(tx, id)
  if (command.kind === 'request_transfer') {
    throw refuse('Resolve the transfer it belongs to.')
  }
  if (!(await markResolved(tx, id))) throw new AppError('command_settled')
  await enqueue(tx, 'custody.settle-stuck', { commandId: id, outcome })
}

async function lockCommand(tx: Tx, id: string): Promise<Command> {
  const found = await findCommand(tx, id)
  if (!found) throw new AppError('command_not_found')
  await getLockedDomain(tx, found.domainId)
  return (await findCommand(tx, id)) ?? found
}

export async function resolveEvent(tx: Tx, id: string): Promise<void> {
  if (!(await resolveEventRow(tx, id))) throw new AppError('registrar_event_not_found')
}

/** The hold that came with it stays until two operators lift it. */
export async function resolveAlarm(
  tx: Tx,
  { id, isAccepted }: { id: string; isAccepted: boolean },
): Promise<string> {
  const domainId = await resolveAlarmRow(tx, id)
  if (!domainId) throw new AppError('alarm_not_found')
  await enqueue(tx, isAccepted ? 'custody.adopt-holding' : 'custody.check-holding', { domainId })
  return domainId
}
