import { createHash } from 'node:crypto'
import type { DsRecord, TransferStatus } from '../../src/providers/registrar/registrar-port.ts'
import type { Markup } from '../../src/providers/registrar/epp/xml/xml-writer.ts'

export type RegistryTransfer = {
  status: TransferStatus
  requestedBy: string
  requestedAt: Date
  actBy: string
  actAt: Date
  expiresAt: Date | null
}

export type RegistryDomain = {
  name: string
  roid: string
  sponsor: string
  statuses: Set<string>
  nameservers: string[]
  dsRecords: DsRecord[]
  registrantId: string
  /** Only its hash is kept, and null if no code is set (RFC 9154). */
  codeHash: string | null
  createdAt: Date
  expiresAt: Date
  transferredAt: Date | null
  autoRenewedAt: Date | null
  renewedAt: Date | null
  transfer: RegistryTransfer | null
  /** The price of a year; null for the ordinary one. */
  premiumCents: number | null
}

export type RegistryMessage = {
  id: string
  at: Date
  text: string
  data: Markup | null
  changed: Markup | null
}

/** What was done to a domain, whoever asked. Answers can get lost, this cannot. */
export type RegistryEffect = {
  at: Date
  name: string
  what: 'requested' | 'moved' | 'locked' | 'unlocked'
  /** Who did it; for a move, who has the domain now. */
  registrar: string
  /** The registrar's id for its command, if a command did it. */
  clientId: string | null
}

export type RegistryState = ReturnType<typeof createRegistryState>

export type RegistrarAccount = { id: string; password: string }

export function createRegistryState(registrars: RegistrarAccount[], startsAt: Date) {
  return {
    now: startsAt,
    lastNumber: 0,
    passwords: new Map(registrars.map(({ id, password }) => [id, password])),
    domains: new Map<string, RegistryDomain>(),
    hosts: new Set<string>(),
    contacts: new Map<string, { owner: string }>(),
    queues: new Map(registrars.map(({ id }) => [id, [] as RegistryMessage[]])),
    /** Append-only. It begins with the process. */
    journal: [] as RegistryEffect[],
  }
}

export function nextNumber(state: RegistryState): number {
  state.lastNumber += 1
  return state.lastNumber
}

export function queueMessage(
  state: RegistryState,
  registrar: string,
  message: { text: string; data?: Markup | null; changed?: Markup | null },
): void {
  const id = String(nextNumber(state))
  const { text, data = null, changed = null } = message
  state.queues.get(registrar)?.push({ id, at: state.now, text, data, changed })
}

export function noteEffect(state: RegistryState, effect: Omit<RegistryEffect, 'at'>): void {
  state.journal.push({ at: state.now, ...effect })
}

export const hashCode = (code: string): string => createHash('sha256').update(code).digest('hex')

export const addDays = (date: Date, days: number): Date =>
  new Date(date.getTime() + days * 86_400_000)

export function addYears(date: Date, years: number): Date {
  const moved = new Date(date)
  moved.setUTCFullYear(moved.getUTCFullYear() + years)
  return moved
}
