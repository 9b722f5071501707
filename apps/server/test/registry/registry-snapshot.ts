import type { RegistryDomain, RegistryMessage, RegistryState } from './registry-state.ts'

type Snapshot = {
  now: Date
  lastNumber: number
  domains: (Omit<RegistryDomain, 'statuses'> & { statuses: string[] })[]
  hosts: string[]
  contacts: [string, { owner: string }][]
  queues: [string, RegistryMessage[]][]
}

/**
 * Everything a registry knows, except the journal and the passwords, which come with the accounts.
 */
export function takeSnapshot(state: RegistryState): string {
  const { now, lastNumber } = state
  const snapshot: Snapshot = {
    now,
    lastNumber,
    domains: [...state.domains.values()].map((domain) => ({
      ...domain,
      statuses: [...domain.statuses],
    })),
    hosts: [...state.hosts],
    contacts: [...state.contacts],
    queues: [...state.queues],
  }
  return JSON.stringify(snapshot)
}

export function restoreSnapshot(state: RegistryState, text: string): void {
  const { domains, ...saved } = JSON.parse(text, readDate) as Snapshot // Only we write them.
  state.now = saved.now
  state.lastNumber = saved.lastNumber
  for (const domain of domains) {
    state.domains.set(domain.name, { ...domain, statuses: new Set(domain.statuses) })
  }
  for (const host of saved.hosts) state.hosts.add(host)
  for (const [id, contact] of saved.contacts) state.contacts.set(id, contact)
  for (const [registrar, messages] of saved.queues) state.queues.set(registrar, messages)
}

/** Recognized by key, as named throughout the code: `now`, `at`, `expiresAt`. */
const readDate = (key: string, value: unknown): unknown =>
  typeof value === 'string' && /^(now|at)$|At$/.test(key) ? new Date(value) : value
