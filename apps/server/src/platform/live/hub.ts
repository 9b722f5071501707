import type { Database } from '../db/database.ts'
import { liveChannel } from './relay.ts'
import { keepSession, type DirectSession } from '../db/session.ts'

export type LiveRow = { seq: string; userId: string; type: string; data: unknown }
export type LiveHub = ReturnType<typeof startHub>
type Listener = (row: LiveRow) => void

const fallbackMs = 5000
const batchSize = 1000

/**
 * One per process: is woken when there are new events, reads them once for everybody who is
 * connected here, and delivers them. A lost wake-up costs five seconds, never an event.
 */
export function startHub(db: Database, direct: Omit<DirectSession, 'outages'>) {
  const listeners = new Map<string, Set<Listener>>()
  const reader = createReader(db, listeners)
  const kept = keepSession({ ...direct, outages: db.outages }, async (client) => {
    client.on('notification', ({ payload = '' }) => reader.wake(BigInt(payload)))
    await client.query(`listen ${liveChannel}`)
    reader.wake()
  })
  const fallback = setInterval(() => reader.wake(), fallbackMs)

  return {
    position: reader.position,
    /** Delivers what is placed from now on. Returns the way to stop. */
    subscribe(userId: string, tell: Listener): () => void {
      const own = listeners.get(userId) ?? new Set()
      listeners.set(userId, own.add(tell))
      return () => {
        own.delete(tell)
        if (own.size === 0) listeners.delete(userId)
      }
    },
    countOf: (userId: string): number => listeners.get(userId)?.size ?? 0,
    countAll: (): number => listeners.values().reduce((sum, own) => sum + own.size, 0),
    async stop() {
      clearInterval(fallback)
      await kept.stop()
      await reader.idle()
    },
  }
}

function createReader(db: Database, listeners: ReadonlyMap<string, Set<Listener>>) {
  let readUpTo: bigint | undefined
  let announced = 0n
  let reading: Promise<void> | undefined
  let isAsked = false

  async function readAll() {
    while (isAsked) {
      isAsked = false
      await readNew().catch((error: unknown) => db.outages.failed(error, 'live hub'))
    }
  }

  async function readNew() {
    const isTold = readUpTo !== undefined && announced > readUpTo
    const newest = isTold ? announced : await findNewestSeq(db)
    readUpTo ??= newest
    if (newest <= readUpTo) return
    const rows = await listRows(db, { after: readUpTo, upTo: newest, users: [...listeners.keys()] })
    for (const row of rows) for (const tell of listeners.get(row.userId) ?? []) tell(row)
    const last = rows.length === batchSize ? BigInt(rows.at(-1)?.seq ?? newest) : newest
    readUpTo = last
    if (last < newest) isAsked = true
  }

  return {
    /** One read at a time; a wake-up meanwhile causes one more. `upTo` saves asking how far. */
    wake: (upTo = 0n): void => {
      if (upTo > announced) announced = upTo
      isAsked = true
      reading ??= readAll().finally(() => {
        reading = undefined
      })
    },
    /**
     * Up to where this process knows the events; undefined until it has looked. Who asks before a
     * read knows that the read holds everything up to there.
     */
    position: (): string | undefined => readUpTo?.toString(),
    idle: async () => reading,
  }
}

async function findNewestSeq(db: Database): Promise<bigint> {
  const row = await db
    .selectFrom('liveEvents')
    .select((event) => event.fn.max('seq').as('seq'))
    .executeTakeFirst()
  return BigInt(row?.seq ?? 0)
}

async function listRows(
  db: Database,
  { after, upTo, users }: { after: bigint; upTo: bigint; users: string[] },
): Promise<LiveRow[]> {
  if (users.length === 0) return []
  const rows = await db
    .selectFrom('liveEvents')
    .select(['seq', 'userId', 'type', 'data'])
    .where('seq', '>', String(after))
    .where('seq', '<=', String(upTo))
    .where('userId', 'in', users)
    .orderBy('seq')
    .limit(batchSize)
    .execute()
  return rows.flatMap((row) => (row.seq ? [{ ...row, seq: row.seq }] : []))
}

/** What one user missed since then, oldest first; not all of it where that is too much. */
export async function listMissed(
  db: Database,
  { userId, after }: { userId: string; after: bigint },
): Promise<{ rows: LiveRow[]; isAll: boolean }> {
  const newest = await findNewestSeq(db)
  const rows = await listRows(db, { after, upTo: newest, users: [userId] })
  return { rows, isAll: rows.length < batchSize }
}

export const findLiveEnd = findNewestSeq

/** Whether everything after this place is still kept. */
export async function isStillKept(db: Database, after: bigint): Promise<boolean> {
  const oldest = await db
    .selectFrom('liveEvents')
    .select('seq')
    .where('seq', 'is not', null)
    .orderBy('seq')
    .limit(1)
    .executeTakeFirst()
  return !oldest?.seq || BigInt(oldest.seq) <= after + 1n
}
