import type { Tx } from '../db/database.ts'

/** Tells the open tabs of a user, if and when this transaction commits. */
export async function publish(
  tx: Tx,
  event: { userId: string; type: string; data: object },
): Promise<void> {
  const data = JSON.stringify(event.data)
  await tx
    .insertInto('liveEvents')
    .values({ ...event, data, createdAt: tx.now })
    .execute()
}

export async function deleteLiveEventsOfUser(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('liveEvents').where('userId', '=', userId).execute()
}

/** What a tab can still catch up on; older rows are swept. */
export const liveDaysKept = 7

export async function deleteOldLiveEvents(tx: Tx, before: Date, limit: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('liveEvents')
    .where('id', 'in', (query) =>
      query.selectFrom('liveEvents').select('id').where('createdAt', '<', before).limit(limit),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}
