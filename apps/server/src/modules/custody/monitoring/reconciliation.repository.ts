import type { Kysely } from 'kysely'
import type { DB } from '../../../platform/db/db-types.ts'

/**
 * Names that are with the registrar, or on their way there or back, as far as the database knows; with
 * `isEvery`, all that people have added. In the order of their ids.
 */
export function listNamesToReconcile(
  db: Kysely<DB>,
  { after, limit, isEvery }: { after: string; limit: number; isEvery: boolean },
): Promise<{ id: string; name: string }[]> {
  const names = db
    .selectFrom('domains')
    .select(['id', 'name'])
    .where('archivedAt', 'is', null)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
  if (isEvery) return names.execute()
  const held = db.selectFrom('holdings').select('domainId').where('leftAt', 'is', null)
  const moving = db.selectFrom('transfers').select('domainId').where('endedAt', 'is', null)
  const ordered = db
    .selectFrom('registrarCommands')
    .select('domainId')
    .where('settledAt', 'is', null)
  return names.where('id', 'in', held.union(moving).union(ordered)).execute()
}

/** What a person runs as the owner of the tables, to say what no process of ours knows. */
export const statements = {
  /** It was opened for a transfer out: the worker's next look then ends it as gone. */
  leave({ domainId, transferId }: { domainId: string; transferId: string | undefined }): string {
    const opened = transferId
      ? `update transfers set state = 'code_sent' where id = '${transferId}'`
      : `insert into transfers (domain_id, user_id, direction, state, created_at) select id, user_id, 'out', 'code_sent', (select app_now()) from domains where id = '${domainId}'`
    return `${opened}; update holdings set is_unlocked = true where domain_id = '${domainId}'`
  },
  /** The order is not to be sent any more. */
  refuse: (commandId: string): string =>
    `update registrar_commands set state = 'refused', settled_at = (select app_now()) where id = '${commandId}'`,
  /** The order was sent: the worker asks about it before it sends it again. */
  send: (commandId: string): string =>
    `update registrar_commands set state = 'sent', sent_at = created_at where id = '${commandId}'`,
}
