import type { Company } from '@pier/protocol/company/company'
import { callFromServer } from './client/call-from-server.server.ts'

const ageMsMax = 300_000

let kept: { company: Promise<Company | null>; atMs: number } | undefined
let last: Company | null = null

/**
 * Who runs this installation. The facts change with a restart of the API, so they are cached for all
 * visitors; while it does not answer, those of before count. Null only if it never answered.
 */
export function readCompany({ headers }: Pick<Request, 'headers'>): Promise<Company | null> {
  if (!kept || performance.now() - kept.atMs > ageMsMax) {
    kept = { company: ask(headers), atMs: performance.now() }
  }
  return kept.company
}

async function ask(headers: Headers): Promise<Company | null> {
  const id = headers.get('x-request-id')
  const own = new Headers(id ? { 'x-request-id': id } : {}) // Ours: it counts to no visitor's limit.
  const { signal } = new AbortController()
  try {
    last = await callFromServer('GET /company', undefined, { headers: own, signal })
  } catch {
    kept = undefined
  }
  return last
}
