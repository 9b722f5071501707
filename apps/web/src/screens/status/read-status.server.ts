import type { CallOutput } from '@pier/protocol/calls/calls'
import { readForAll } from '../../api/client/read-for-all.server.ts'

/** What the API says; or, where it says nothing, since when. */
type Seen =
  | { status: CallOutput<'GET /status'>; awaySince: null }
  | { status: null; awaySince: string }

/** Longer than between two looks of whoever leaves the page open, or of a monitor. */
const gapMsMax = 90_000

let missed: { since: string; lastAtMs: number } | undefined

/** Shared by all visitors, failures too: many come here when nothing works. */
export const readStatus = readForAll(10_000, async (call, requestId): Promise<Seen> => {
  try {
    const status = await call('GET /status', undefined)
    missed = undefined
    return { status, awaySince: null }
  } catch (error) {
    console.error({ requestId, error })
    return { status: null, awaySince: noteMiss() }
  }
})

/** Where nobody looked for a while it may have answered in between, so what was before is not known. */
function noteMiss(): string {
  const lastAtMs = performance.now()
  const before = missed && lastAtMs - missed.lastAtMs <= gapMsMax ? missed : undefined
  missed = { since: before?.since ?? new Date().toISOString(), lastAtMs }
  return missed.since
}
