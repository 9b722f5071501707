import { writeAtEnd, type Outbox, type Tx } from '../db/database.ts'

type LiveEvent = { userId: string; type: string; data: object }

/** Publishes to the open tabs of a user, if and when this transaction commits. */
export const publish = (tx: Tx, event: LiveEvent): Promise<void> =>
  writeAtEnd(tx, liveOutbox, event)

const liveOutbox: Outbox<LiveEvent> = {
  turn: 3,
  wakes: 'pier_events',
  async write(tx, events) {
    const rows = events.map((event) => ({ ...event, data: JSON.stringify(event.data) }))
    // A duplicate would only make a tab read the same again.
    const once = new Map(rows.map((row) => [`${row.userId} ${row.type} ${row.data}`, row]))
    await tx
      .insertInto('liveEvents')
      .values([...once.values()].map((row) => ({ ...row, createdAt: tx.now })))
      .execute()
  },
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
