import type { CallInput, CallName, CallOutput } from '@pier/protocol/calls/calls'
import { leaveForLoginAndBack } from '../../session/leave.ts'
import { getFreshToken } from './refresh.ts'
import { readToken, removeTokens } from '../../session/tokens.ts'
import { ApiError, asErrorBody, noAnswer } from './api-error.ts'
import { reads } from '../live/reads.ts'
import { type Parts, pathOf } from './call-path.ts'
import { forgetFirstAnswers, isRead, takeFirstAnswer } from './first-answers.ts'

const timeoutMs = 30_000
const uploadTimeoutMs = 180_000

/** Calls that need no login. Their 401 is an answer, not a reason to go to the login. */
const publicCalls: ReadonlySet<CallName> = new Set<CallName>([
  'POST /users/login',
  'POST /users/register',
  'POST /users/get_reset_token',
  'POST /users/reset',
  'POST /users/verify-email',
  'POST /users/freeze',
  'POST /users/mfa/unlock',
  'POST /domains/transferOut/stop',
  'POST /contact',
  'POST /reports',
  'POST /custody/:code/check',
  'POST /notifications/unsubscribe/:token',
])

type Input<N extends CallName> = unknown extends CallInput<N> ? [] : [CallInput<N>]

/** A call of a user with JSON in and out: `await call('POST /users/login', { body })`. */
export async function call<N extends CallName>(
  name: N,
  ...[input]: Input<N>
): Promise<CallOutput<N>> {
  const given = input as CallInput<N> // Absent only where the call takes nothing.
  if (publicCalls.has(name)) return send(name, given, { token: publicToken(name) })
  const first = await takeFirstAnswer(name, given ?? {})
  if (first) return first as CallOutput<N> // The shape is that of the single call.
  const answer = await withToken((token) => send(name, given, { token }))
  if (!isRead(name)) forgetFirstAnswers() // One that was asked for meanwhile may know it or not.
  return answer
}

/** A call that answers with a file, under the name the server gives it. */
export function download<N extends CallName>(name: N, input: CallInput<N>) {
  return withToken((token) => sendForFile(name, input, { token }))
}

/** A call whose body is a raw file. It is larger than JSON, so it has a longer timeout. */
export async function upload<N extends CallName>(
  name: N,
  input: CallInput<N>,
  file: Blob,
): Promise<CallOutput<N>> {
  const answer = await withToken((token) => {
    const signal = AbortSignal.timeout(uploadTimeoutMs)
    return send(name, Object.assign({ body: file }, input), { token, signal })
  })
  forgetFirstAnswers()
  return answer
}

/** Asks for a new access token. The old one goes along, as with every call. */
export const askForToken = (body: { refreshToken: string }, signal?: AbortSignal) =>
  send('POST /users/refresh', { body }, { token: readToken(), ...(signal && { signal }) })

/** The user who is logged in, or null: for a page that is open to everybody. */
export async function findSelf(): Promise<CallOutput<'GET /users/self'> | null> {
  try {
    const token = await getFreshToken((body) => askForToken(body))
    return token ? await send('GET /users/self', {}, { token }) : null
  } catch {
    return null
  }
}

async function withToken<T>(work: (token: string) => Promise<T>): Promise<T> {
  const token = await getFreshToken((body) => askForToken(body))
  if (!token) return leaveForLoginAndBack()
  return work(token).catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.status !== 401) throw error
    if (readToken() === token) removeTokens() // Another tab may have a new login.
    return leaveForLoginAndBack()
  })
}

const publicToken = (name: CallName) => (/\/(login|register)$/.test(name) ? null : readToken())

type Sending = {
  token?: string | null
  signal?: AbortSignal
  /** Where the API is, for a caller on another origin. */
  origin?: string
}

/** One plain request, without login or token refresh. */
export async function send<N extends CallName>(
  name: N,
  input: CallInput<N>,
  sending: Sending = {},
): Promise<CallOutput<N>> {
  const response = await request(name, input, sending)
  return parse(await response.text()) as CallOutput<N> // The server strips it to the call's shape.
}

/** Like send, for an answer that is a file. */
export async function sendForFile<N extends CallName>(
  name: N,
  input: CallInput<N>,
  sending: Sending = {},
) {
  const response = await request(name, input, sending)
  const named = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')
  return { name: named?.[1] ?? 'download', content: await response.blob().catch(failAsUnheard) }
}

/** Returns only successful responses; an error response is thrown. */
async function request(name: CallName, input: unknown, { token, signal, origin = '' }: Sending) {
  const [method = '', path = ''] = name.split(' ')
  const parts = (input ?? {}) as Parts
  const { body } = parts
  const headers = new Headers({ accept: 'application/json', ...parts.headers })
  if (token) headers.set('x-access-token', token)
  const isFile = body instanceof Blob
  if (isFile) headers.set('content-type', body.type || 'application/octet-stream')
  else if (body !== undefined) headers.set('content-type', 'application/json')

  const answered = reads.begin()
  const response = await fetch(`${origin}/api${pathOf(path, parts)}`, {
    method,
    headers,
    body: isFile ? body : body === undefined ? undefined : JSON.stringify(body),
    signal: signal ?? AbortSignal.timeout(timeoutMs),
  }).catch(() => null)
  answered(response?.headers)
  if (!response) failAsUnheard()
  if (response.ok) return response
  const reference = response.headers.get('x-request-id') ?? undefined
  throw new ApiError(response.status, asErrorBody(parse(await response.text())), reference)
}

function failAsUnheard(): never {
  throw noAnswer()
}

/** An empty body is null, and so is a proxy's page of HTML. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
