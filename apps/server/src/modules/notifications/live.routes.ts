import type { FastifyRequest } from 'fastify'
import { AppError } from '../../platform/app-error.ts'
import type { RoutePlugin } from '../../platform/http/app.ts'
import { requireUser } from '../../platform/http/require-user.ts'
import { openEventStream, type EventStream } from '../../platform/http/event-stream.ts'
import {
  findLiveEnd,
  isStillKept,
  listMissed,
  type LiveHub,
  type LiveRow,
} from '../../platform/live/hub.ts'
import type { Database } from '../../platform/db/database.ts'

const streamsPerUserMax = 10
const checkMs = 15_000

/**
 * `GET /events`: a live stream of what is new. It is a hint; everything in it can be read with
 * other calls. A tab that reconnects sends its last event id and receives what it missed.
 */
export const liveRoutes: RoutePlugin = async (app, { db, live }) => {
  app.addHook('onRequest', requireUser)
  const streams = new Set<EventStream>()
  app.addHook('preClose', async () => {
    for (const stream of streams) stream.end()
  })

  app.get('/events', { schema: { hide: true } }, async (request, reply) => {
    if (live.countOf(request.user.id) >= streamsPerUserMax) throw new AppError('too_many_requests')
    const stream = openEventStream(reply)
    streams.add(stream)
    // End the stream once the session ends or the token expires.
    const check = setInterval(() => {
      request.server.authenticate(request).then(stream.beat, stream.end)
    }, checkMs)
    stream.onEnd(() => {
      clearInterval(check)
      streams.delete(stream)
    })
    const from = { db, live, userId: request.user.id, after: lastEventId(request) }
    await startTelling(stream, from).catch((error: unknown) => {
      request.log.warn({ err: error }, 'live stream')
      stream.end() // The tab comes back by itself.
    })
  })
}

/** Subscribes first and then reads missed events, so that none are lost in between. */
async function startTelling(
  stream: EventStream,
  {
    db,
    live,
    userId,
    after,
  }: {
    db: Database
    live: LiveHub
    userId: string
    after: bigint | undefined
  },
): Promise<void> {
  let told = -1n
  const waiting: LiveRow[] = []
  let isCaughtUp = false
  const tell = (row: LiveRow) => {
    if (BigInt(row.seq) <= told) return
    told = BigInt(row.seq)
    stream.send({ id: row.seq, event: row.type, data: row.data })
  }
  const unsubscribe = live.subscribe(userId, (row) => {
    if (isCaughtUp) tell(row)
    else waiting.push(row)
  })
  stream.onEnd(unsubscribe)
  const start = after ?? (await findLiveEnd(db))
  stream.send({ id: String(start), event: 'ready', data: {} })
  const missed = await listMissed(db, { userId, after: start })
  const isWhole = missed.isAll && (await isStillKept(db, start))
  if (!isWhole) stream.send({ event: 'reset', data: {} })
  for (const row of missed.rows) tell(row)
  isCaughtUp = true
  for (const row of waiting) tell(row)
}

function lastEventId(request: FastifyRequest): bigint | undefined {
  const header = request.headers['last-event-id']
  return typeof header === 'string' && /^\d{1,18}$/.test(header) ? BigInt(header) : undefined
}
