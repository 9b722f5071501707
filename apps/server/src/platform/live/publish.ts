import { sql } from 'kysely'
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

/** What a tab can still catch up on. The function that drops days in the database says the same. */
export const liveDaysKept = 7

/** By the key of the partition too: so only partitions that hold older ones are looked at. */
export async function deleteOldLiveEvents(tx: Tx, before: Date, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    with old as (
      select id, created_at from live_events
      where created_at < ${before} limit ${limit})
    delete from live_events as event using old
    where event.id = old.id and event.created_at = old.created_at
      and event.created_at < ${before}
  `.execute(tx)
  return Number(numAffectedRows)
}
