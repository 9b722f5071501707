import { CardRefusal } from './card-refusal.ts'
import type { Answer, SandboxRequest } from '../../http/http-server.ts'

export type Idempotency = ReturnType<typeof createIdempotency>

type Entry = { path: string; body: string; answer?: Answer }
type Work = () => Answer | Promise<Answer | undefined> | undefined

/** The first answer under a key is repeated; only a refused request leaves the key free. */
export function createIdempotency() {
  const entries = new Map<string, Entry>()
  return {
    once: async (request: SandboxRequest, work: Work): Promise<Answer | undefined> => {
      const key = keyOf(request)
      if (key === undefined) return work()
      const known = entries.get(key)
      if (known) return replay(known, { key, request })

      const entry: Entry = { path: request.path, body: request.body }
      entries.set(key, entry)
      try {
        const answer = await work()
        if (answer) entry.answer = answer
        return answer
      } catch (error) {
        if (error instanceof CardRefusal && error.isKept) entry.answer = answerRefusal(error)
        throw error
      } finally {
        if (!entry.answer) entries.delete(key)
      }
    },
  }
}

export function answerRefusal({ status, body }: CardRefusal): Answer {
  const headers = { 'content-type': 'application/json' }
  return { status, headers, body: JSON.stringify(body, null, 2) }
}

function keyOf({ method, headers }: SandboxRequest): string | undefined {
  const key = headers['idempotency-key']
  if (method !== 'POST' || typeof key !== 'string') return undefined
  if (key.length <= 255) return key
  const message = 'Idempotency keys can be at most 255 characters long.'
  throw new CardRefusal({ type: 'idempotency_error', message })
}

function replay(
  entry: Entry,
  { key, request: { path, body } }: { key: string; request: SandboxRequest },
): Answer {
  if (entry.path !== path || entry.body !== body) {
    const same =
      entry.path === path
        ? 'with the same parameters they were first used with'
        : `for the same endpoint they were first used for ('${path}' vs '${entry.path}')`
    const advice = `Try using a key other than '${key}' if you meant to execute a different request.`
    const message = `Keys for idempotent requests can only be used ${same}. ${advice}`
    throw new CardRefusal({ type: 'idempotency_error', message })
  }
  if (!entry.answer) {
    const message = `There is currently another in-progress request using this Idempotent Key: ${key}.`
    const code = 'idempotency_key_in_use'
    throw new CardRefusal({ status: 409, type: 'idempotency_error', code, message })
  }
  const headers = { ...entry.answer.headers, 'idempotent-replayed': 'true' }
  return { ...entry.answer, headers }
}
