/**
 * How the events of a loan are bound together: each line's hash is taken over the hash of the line
 * before it and over its own content in one fixed form. Whoever has the lines can check them without
 * us, because nothing but SHA-256 and this form is needed. The form is that of RFC 8785: keys in
 * order, no spaces; numbers stand as whole numbers or not at all.
 */
import { createHash } from 'node:crypto'
import { canonical, type Json } from '../../../platform/crypto/canonical.ts'

export type ChainedEvent = {
  escrowId: string
  seq: number
  version: number | null
  at: string
  action: string
  outcome: string | null
  actor: string
  actorId: string | null
  fromStatus: string | null
  fromPhase: string | null
  toStatus: string
  toPhase: string
  data: { [key: string]: Json }
}

export const firstHash = Buffer.alloc(32)

export function hashEvent(event: ChainedEvent, prevHash: Buffer): Buffer {
  return createHash('sha256').update(prevHash).update(canonical(event)).digest()
}
