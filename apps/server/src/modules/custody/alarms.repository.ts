import type { Tx } from '../../platform/db/database.ts'

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
