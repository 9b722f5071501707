/** What is the same for every route that takes a file. */
import { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../app-error.ts'
import type { App } from './app.ts'

/** A second one in another tab is fine, a hundred at once are not. */
const perUserMax = 4
const inAllMax = 24

/**
 * Options of a route behind a login. An upload is in memory from its first byte until the answer,
 * so the number under way is limited; more are refused before their body is read.
 */
export function limitUploads() {
  const places = new Map<FastifyRequest, string>()

  return {
    onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
      const own = [...places.values()].filter((id) => id === request.user.id).length
      if (own >= perUserMax || places.size >= inAllMax) throw new AppError('pictures_waiting')
      places.set(request, request.user.id)
      // Not `onResponse`: that does not fire when the sender disconnects halfway.
      reply.raw.once('close', () => places.delete(request))
    },
  }
}

/** For waiting and for the work. Otherwise a socket that is silent for 10 seconds is cut. */
const silenceMs = 55_000

/** A signal for each reply: the client has gone, or this process is to stop. */
export function watchForGone(app: App): (reply: FastifyReply) => AbortSignal {
  const underWay = new Set<AbortController>()
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
    underWay.forEach((each) => each.abort())
  })

  return ({ raw }) => {
    if (isClosing) return AbortSignal.abort()
    const controller = new AbortController()
    underWay.add(controller)
    // Node sets it back with the next request. A test may come without a socket.
    if (raw.socket instanceof Socket) raw.socket.setTimeout(silenceMs)
    raw.once('close', () => {
      underWay.delete(controller)
      if (!raw.writableFinished) controller.abort()
    })
    return controller.signal
  }
}
