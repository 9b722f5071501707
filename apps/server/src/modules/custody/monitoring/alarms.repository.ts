import type { Tx } from '../../../platform/db/database.ts'

/** False when the same alarm is open already. */
export async function insertAlarm(
  tx: Tx,
  alarm: { domainId: string; kind: string; detail: string },
): Promise<boolean> {
  const row = await tx
    .insertInto('custodyAlarms')
    .values({ ...alarm, createdAt: tx.now })
    .onConflict((conflict) =>
      conflict.columns(['domainId', 'kind']).where('resolvedAt', 'is', null).doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function resolveAlarmRow(tx: Tx, id: string): Promise<string | undefined> {
  const row = await tx
    .updateTable('custodyAlarms')
    .set({ resolvedAt: tx.now })
    .where('id', '=', id)
    .where('resolvedAt', 'is', null)
    .returning('domainId')
    .executeTakeFirst()
  return row?.domainId
}
