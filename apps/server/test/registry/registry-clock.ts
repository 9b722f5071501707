import { endTransfer } from './commands/registry-transfers.ts'
import {
  addDays,
  addYears,
  queueMessage,
  type RegistryDomain,
  type RegistryState,
} from './registry-state.ts'

type Due = { at: Date; happen: () => void }

/** Moves the clock. Whatever falls due on the way happens at its own time, in order. */
export function advance(state: RegistryState, days: number): void {
  const until = addDays(state.now, days)
  for (let due = findNext(state, until); due; due = findNext(state, until)) {
    state.now = due.at > state.now ? due.at : state.now
    due.happen()
  }
  state.now = until
}

function findNext(state: RegistryState, until: Date): Due | undefined {
  return [...state.domains.values()]
    .flatMap((domain) => listDue(state, domain))
    .filter(({ at }) => at <= until)
    .sort((one, other) => one.at.getTime() - other.at.getTime())[0]
}

function listDue(state: RegistryState, domain: RegistryDomain): Due[] {
  const renewal = { at: domain.expiresAt, happen: () => autoRenew(state, domain) }
  if (domain.transfer?.status !== 'pending') return [renewal]
  const silence = () => endTransfer(state, domain, 'serverApproved')
  return [renewal, { at: domain.transfer.actAt, happen: silence }]
}

function autoRenew(state: RegistryState, domain: RegistryDomain): void {
  domain.expiresAt = addYears(domain.expiresAt, 1)
  domain.autoRenewedAt = state.now
  queueMessage(state, domain.sponsor, { text: `${domain.name} was renewed automatically.` })
}
