import type { CallOutput } from '@pier/protocol/calls/calls'
import { readClock, type Db } from '../../../platform/db/database.ts'
import { findLast, valueOf } from '../../../platform/settings.ts'

/** What everybody is to know now, if anything. */
export async function findAnnouncement(db: Db): Promise<CallOutput<'GET /announcement'>> {
  const last = await findLast(db, 'announcement')
  const { text, until } = valueOf('announcement', last)
  const isOver = until !== null && new Date(until) <= (await readClock(db))
  return isOver || !text || !last
    ? { text: null, since: null }
    : { text, since: last.setAt.toISOString() }
}
