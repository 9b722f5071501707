import { invariant } from '../src/platform/app-error.ts'

/** The demo is built by what people do, so any refusal stops it. */
export function expectStatus(reply: { statusCode: number; body: string }, status: number): void {
  invariant(reply.statusCode === status, `the demo got ${reply.statusCode}: ${reply.body}`)
}
