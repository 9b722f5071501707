import type { CallInput, CallName, CallOutput } from '@pier/protocol/calls/calls'
import { callFromServer } from './call-from-server.server.ts'

export type Call = <N extends CallName>(name: N, input: CallInput<N>) => Promise<CallOutput<N>>
type Ask<T> = (call: Call, requestId: string | null) => Promise<T>

/**
 * An anonymous answer that all visitors share: read once while it is fresh, by one call at a time. The
 * calls are ours, so they count to no visitor's limit and go on when one leaves. While the API does
 * not answer, what it said last counts; before its first answer each request tries anew, and fails.
 */
export function readForAll<T>(ageMsMax: number, ask: Ask<T>) {
  let last: { value: T; atMs: number } | undefined
  let reading: Promise<T> | undefined

  async function read(requestId: string | null): Promise<T> {
    const headers = new Headers(requestId ? { 'x-request-id': requestId } : {})
    const { signal } = new AbortController()
    const call: Call = (name, input) => callFromServer(name, input, { headers, signal })
    try {
      last = { value: await ask(call, requestId), atMs: performance.now() }
    } catch (error) {
      console.error({ requestId, error })
      if (!last) throw error
      last.atMs = performance.now()
    }
    return last.value
  }

  return ({ headers }: Pick<Request, 'headers'>): Promise<T> => {
    if (last && performance.now() - last.atMs <= ageMsMax) return Promise.resolve(last.value)
    reading ??= read(headers.get('x-request-id')).finally(() => {
      reading = undefined
    })
    return reading
  }
}
