import type { FastifyReply, FastifyRequest } from 'fastify'
import { livePositionHeader } from '@pier/protocol/live-position'
import { AppError } from '../app-error.ts'

/** The logged-in caller of a request. `createApi` in api.ts sets `authenticate`. */
type SignedIn = {
  id: string
  sessionId: string
  /** When the session was checked; for requests that only read. */
  now: Date
}

declare module 'fastify' {
  interface FastifyInstance {
    authenticate: (request: FastifyRequest) => Promise<SignedIn>
    livePosition: () => string | undefined
  }
  interface FastifyRequest {
    user: SignedIn
    /** The user or operator who asks, once known: for the log alone. */
    callerId?: string
  }
}

const callsPerMinuteMax = 300
const counts = new Map<string, number>()
let countedMinute = 0

/**
 * Hook of every route that needs a login. It runs before the body is looked at, and before anything
 * is read: a stream of events that begins at the position it gives misses nothing that came later.
 */
export async function requireUser(request: FastifyRequest, reply: FastifyReply) {
  const position = request.server.livePosition()
  request.user = await authenticate(request)
  if (position) void reply.header(livePositionHeader, position)
  if (callsThisMinute(request.user.sessionId) > callsPerMinuteMax) {
    throw new AppError('too_many_requests')
  }
}

/** The caller, where login is optional. An expired or invalid token counts as none. */
export async function recogniseUser(request: FastifyRequest): Promise<SignedIn | null> {
  if (request.headers['x-access-token'] === undefined) return null
  return authenticate(request).catch((error: unknown) => {
    if (error instanceof AppError && error.status === 401) return null
    throw error
  })
}

async function authenticate(request: FastifyRequest): Promise<SignedIn> {
  const user = await request.server.authenticate(request)
  request.callerId = user.id
  return user
}

/** Counted in this process only: a fence against floods, not a limit that guards an account. */
function callsThisMinute(sessionId: string): number {
  const minute = Math.floor(performance.now() / 60_000)
  if (minute !== countedMinute) counts.clear()
  countedMinute = minute
  const count = (counts.get(sessionId) ?? 0) + 1
  counts.set(sessionId, count)
  return count
}
