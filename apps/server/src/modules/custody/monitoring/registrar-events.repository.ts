import type { Tx } from '../../../platform/db/database.ts'

type Key = { registrar: string; eventKey: string }

/** False if it was handled before: the registrar delivers at least once. */
export async function insertEvent(
  tx: Tx,
  event: Key & { kind: string; name: string | null; detail: object },
): Promise<boolean> {
  const row = await tx
    .insertInto('registrarEvents')
    .values({ ...event, detail: JSON.stringify(event.detail), receivedAt: tx.now })
    .onConflict((conflict) =>
      conflict
        .columns(['registrar', 'eventKey'])
        .doUpdateSet({ name: event.name, detail: JSON.stringify(event.detail) })
        .where('registrarEvents.handledAt', 'is', null),
    )
    .returning('eventKey')
    .executeTakeFirst()
  return row !== undefined
}

export async function markEventHandled(
  tx: Tx,
  { registrar, eventKey }: Key,
  problem: string | null,
): Promise<void> {
  await tx
    .updateTable('registrarEvents')
    .set({ handledAt: tx.now, problem })
    .where('registrar', '=', registrar)
    .where('eventKey', '=', eventKey)
    .execute()
}

/** How often handling it has failed by now. */
export async function countFailure(tx: Tx, key: Key, kind: string): Promise<number> {
  const { failures } = await tx
    .insertInto('registrarEvents')
    .values({ ...key, kind, detail: '{}', failures: 1, receivedAt: tx.now })
    .onConflict((conflict) =>
      conflict
        .columns(['registrar', 'eventKey'])
        .doUpdateSet((row) => ({ failures: row('registrarEvents.failures', '+', 1) })),
    )
    .returning('failures')
    .executeTakeFirstOrThrow()
  return failures
}

export const parkEvent = (tx: Tx, key: Key): Promise<void> =>
  markEventHandled(tx, key, 'It could not be handled')

/** False when it has no problem, or somebody has settled it. */
export async function resolveEventRow(tx: Tx, id: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('registrarEvents')
    .set({ resolvedAt: tx.now })
    .where('id', '=', id)
    .where('problem', 'is not', null)
    .where('resolvedAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
