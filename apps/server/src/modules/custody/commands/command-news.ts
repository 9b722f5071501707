/** What the end of a command means for a lender on the name. The loans module notifies them. */
import type { Tx } from '../../../platform/db/database.ts'
import type { Outcome } from './command-run.ts'
import type { Command, CommandEnd } from './commands.repository.ts'
import { findHolding } from '../holdings/holdings.repository.ts'

export async function newsOf(
  tx: Tx,
  command: Command,
  { end, seen }: { end: CommandEnd; seen: Outcome['seen'] | undefined },
) {
  if (command.kind === 'set_nameservers' && end.state === 'refused') {
    return { kind: 'nameserversRefused', nameservers: command.input.nameservers } as const
  }
  if (command.kind !== 'renew') return null
  if (end.state === 'done') {
    return seen?.expiresAt ? ({ kind: 'renewed', expiresAt: seen.expiresAt } as const) : null
  }
  const expiresAt = (await findHolding(tx, command.domainId))?.expiresAt
  const isRefused = end.state === 'refused'
  return isRefused && expiresAt ? ({ kind: 'renewalFailed', expiresAt } as const) : null
}
