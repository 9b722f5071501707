import { watchRequest } from '@pier/telemetry/requests'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { sendPage } from './rendered-page.ts'
import { type AnswerPage, openSharedPages } from './shared-pages.ts'

type Settings = {
  answerPage: AnswerPage
  origin: string
  patternOf: (path: string) => string
  /** What the API is told about the visitor for whom a page is made. */
  headersFor: (request: IncomingMessage, id: string) => IncomingHttpHeaders
  isLeaving: () => boolean
  hasAccessLog: boolean
}

/**
 * Sends the pages that all visitors share. One that is there is sent before the router and its hooks
 * have seen the request, which would take longer than the rest; it has its line in the log and its
 * span all the same.
 */
export function openPageAnswers(app: FastifyInstance, settings: Settings) {
  const { headersFor, isLeaving, patternOf, hasAccessLog } = settings
  const pages = openSharedPages(settings)
  const causeOf = (request: IncomingMessage, requestId: string) => () => ({
    requestId,
    headers: headersFor(request, requestId),
  })
  const watch = {
    hasAccessLog,
    routeOf: ({ url }: { url: string }) => patternOf(url),
    isCallerTrusted: false, // A trace begins here.
  }

  function sendKept(request: IncomingMessage, reply: ServerResponse): boolean {
    if (mayHaveBody(request)) return false
    const requestId = randomUUID()
    const page = pages.find(request, causeOf(request, requestId))
    if (!page) return false
    const { method = '', url = '' } = request
    const log = {
      info: (facts: object, text: string) => app.log.info({ reqId: requestId, ...facts }, text),
    }
    // All that is read of them, without the rest of what the router makes for each request.
    const seen = { method, url, raw: request, log } as unknown as FastifyRequest
    watchRequest(seen, { raw: reply } as unknown as FastifyReply, watch)
    sendPage(page, { request, reply, requestId, isLeaving: isLeaving() })
    return true
  }

  const [route, ...others] = app.server.listeners('request')
  if (!route || others.length > 0)
    throw new Error('The server has one listener, which is the router')
  app.server.removeAllListeners('request')
  app.server.on('request', (request, reply) => {
    if (!sendKept(request, reply)) Reflect.apply(route, app.server, [request, reply])
  })

  return {
    /** Makes the page where there is none. False where the visitor needs one of their own. */
    async send({ raw, id }: FastifyRequest, reply: FastifyReply): Promise<boolean> {
      const cause = causeOf(raw, id)
      const page = pages.find(raw, cause) ?? (await pages.make(raw, cause))
      if (!page) return false
      sendPage(page, { request: raw, reply: reply.raw, requestId: id, isLeaving: isLeaving() })
      return true
    },
  }
}

/** What a page is not asked with is for the router to refuse. */
const mayHaveBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || headers['content-length'] !== undefined
