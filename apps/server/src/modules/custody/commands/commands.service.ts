/**
 * The only way to change something at the registrar: a row with the command and a job that sends
 * it. A domain's commands run one at a time, in order. Callers must have locked the domain.
 */
import type { Db, Tx } from '../../../platform/db/database.ts'
import { enqueue } from '../../../platform/jobs/queue.ts'
import {
  findCommand,
  findOpenCommand,
  insertCommand,
  settleCommand,
  type Command,
  type CommandEnd,
  type NewCommand,
} from './commands.repository.ts'

export async function orderCommand(tx: Tx, command: NewCommand): Promise<string> {
  const before = await findOpenCommand(tx, command.domainId)
  const commandId = await insertCommand(tx, command)
  if (!before) await enqueue(tx, 'custody.run-command', { commandId })
  return commandId
}

/** False when somebody has closed it before. */
export async function closeCommand(tx: Tx, command: Command, end: CommandEnd): Promise<boolean> {
  if (!(await settleCommand(tx, command.id, end))) return false
  const next = await findOpenCommand(tx, command.domainId)
  if (next) await enqueue(tx, 'custody.run-command', { commandId: next.id })
  return true
}

const pollMs = 150

/** Most registries answer in a second, so a caller waits for them a little. */
export async function waitForCommand(
  db: Db,
  commandId: string,
  patienceMs: number,
): Promise<Command | undefined> {
  const since = performance.now()
  for (;;) {
    const command = await findCommand(db, commandId)
    const isLate = performance.now() - since >= patienceMs
    if (!command || command.settledAt || isLate) return command
    await new Promise((resolve) => {
      setTimeout(resolve, pollMs)
    })
  }
}
