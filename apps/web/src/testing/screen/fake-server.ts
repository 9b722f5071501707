import type { CallInput, CallName, CallOutput } from '@pier/protocol/calls/calls'
import type { LiveEvent } from '@pier/protocol/calls/live'
import { livePositionHeader } from '@pier/protocol/live-position'
import type { ErrorCode } from '@pier/protocol/errors'
import { createNews } from './news.ts'

/** Calls of the web are typed, so a body has the shape of the protocol. */
type BodyOf<N extends CallName> = CallInput<N> extends { body: infer Body } ? Body : unknown
type Asked<N extends CallName> = {
  params: string[]
  query: URLSearchParams
  body: BodyOf<N>
  headers: Headers
}

type Given<N extends CallName> = CallOutput<N> | Refusal | Response
/** The answer to a call, typed by the protocol, or a function that returns it. */
export type Answers = {
  [N in CallName]?: Given<N> | ((asked: Asked<N>) => Given<N> | Promise<Given<N>>)
}

/** All calls that would change something, in order. A file is recorded as its size. */
export type Sent = { call: CallName; body: unknown }

type RefusalBody = { code: ErrorCode; message: string; [more: string]: unknown }

class Refusal {
  status: number
  body: RefusalBody

  constructor(status: number, body: RefusalBody) {
    this.status = status
    this.body = body
  }
}

/** A refusal by the server; `more` are extra properties, such as the field it is about. */
export const refusal = (
  status: number,
  code: ErrorCode,
  message: string,
  more: Record<string, unknown> = {},
) => new Refusal(status, { ...more, code, message })

/** A file answer, with the name it is saved under. */
export const fileAnswer = (content: BlobPart, type: string, name = 'file') =>
  new Response(new Blob([content], { type }), {
    headers: { 'content-type': type, 'content-disposition': `attachment; filename="${name}"` },
  })

/** It takes its time, so that a second click comes before the answer. */
export const afterAWhile =
  <T>(given: T) =>
  () =>
    new Promise<T>((resolve) => {
      setTimeout(() => resolve(given), 300)
    })

/** Never answers while the test runs. */
export const silence = () => new Promise<never>(() => {})

export type FakeServer = {
  /** May be changed while the screen is open. */
  answers: Answers
  sent: Sent[]
  /** Every call with its query, reads too. */
  asked: string[]
  /** Calls of the screen that no answer was given for. */
  unanswered: string[]
  /** Publishes an event to every open stream. */
  tell: (event: LiveEvent) => void
  fetch: typeof fetch
}

const realFetch = globalThis.fetch.bind(globalThis)

/** A server that gives the prepared answers, in place of `fetch`. */
export function createFakeServer(answers: Answers): FakeServer {
  const { listen, position, tell } = createNews()
  const server: FakeServer = { answers, sent: [], asked: [], unanswered: [], tell, fetch: answer }
  return server

  async function answer(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
    const url = new URL(input instanceof Request ? input.url : input, location.origin)
    if (!url.pathname.startsWith('/api/')) return realFetch(input, init) // A module, a font.
    if (url.pathname === '/api/events')
      return listen(new Headers(init.headers).get('last-event-id'))
    const readAt = position()
    const name = `${init.method ?? 'GET'} ${url.pathname.replace(/^\/api/, '')}`
    // Without the call for the whole page, the screen asks for each part, which tests can tell apart.
    if (isWholePage(name)) return reply(refusal(503, 'unavailable', 'Ask for each part'))
    server.asked.push(name + url.search)
    const found = findAnswer(server.answers, name)
    const body = bodyOf(init)
    if (!isRead(name)) server.sent.push({ call: found?.call ?? unknownCall(name), body })
    if (!found) {
      server.unanswered.push(name)
      return reply(refusal(503, 'unavailable', `Nobody answers ${name}`))
    }
    const headers = new Headers(init.headers)
    const asked = { params: found.params, query: url.searchParams, body, headers }
    const given: unknown =
      typeof found.given === 'function' ? await found.given(asked) : found.given
    await Promise.resolve() // Answers are never synchronous.
    init.signal?.throwIfAborted()
    const response = reply(given)
    response.headers.set(livePositionHeader, readAt)
    return response
  }
}

const isWholePage = (name: string) => /^GET \/app(\/|$)/.test(name)

/** Two lists are read with a POST. */
const isRead = (name: string) => /^GET |^POST \/escrow\/(borrower|lender)$/.test(name)

const unknownCall = (name: string) => name as CallName // It is among the unanswered too.

type Found = { call: CallName; params: string[]; given: unknown }

function findAnswer(answers: Answers, name: string): Found | undefined {
  const calls = Object.keys(answers) as CallName[]
  // A literal part goes before a parameter, as in the router.
  for (const call of calls.toSorted((a, b) => paramsIn(a) - paramsIn(b))) {
    const match = new RegExp(`^${call.replaceAll(/:\w+/g, '([^/]+)')}$`).exec(name)
    if (match) return { call, params: match.slice(1), given: answers[call] }
  }
  return undefined
}

const paramsIn = (call: string) => call.split(':').length

function bodyOf({ body }: RequestInit): unknown {
  if (typeof body === 'string') return JSON.parse(body)
  return body instanceof Blob ? body.size : null
}

function reply(given: unknown): Response {
  if (given instanceof Response) return given.clone()
  if (given instanceof Refusal) return Response.json(given.body, { status: given.status })
  if (given === null || given === undefined) return new Response(null, { status: 204 })
  return Response.json(given)
}
