/**
 * Owns what registries say about names: asks once, stores the answer, and records changes. It says
 * nothing about ownership. The jobs do the asking.
 */
import { hourMs } from '@pier/protocol/time'
import type { Tx } from '../../../platform/db/database.ts'
import { enqueue } from '../../../platform/jobs/queue.ts'
import type { DomainInfo } from '../../../providers/registrar/registrar-port.ts'
import type { RegistrationData } from '../../../providers/rdap/registration-data.ts'
import type { Fqdn } from '../../../platform/net/fqdn.ts'
import { publishDomainChange } from '../ownership/domains.service.ts'
import {
  insertChanges,
  listNamesToRead,
  listOwnersOfName,
  lockRegistration,
  markAsked,
  markAskedAnew,
  saveAnswer,
  saveNoAnswer,
  type KeptFacts,
  type Registration,
  type RegistrationChange,
  type SeenFacts,
} from './registrations.repository.ts'

export type { SeenFacts }

const batchMax = 50

/** A single name gets its own job; many are read in batches, so that single names do not wait. */
export async function askForRegistrations(tx: Tx, names: readonly string[]): Promise<void> {
  const asked = await markAsked(tx, names, dueAt(tx.now))
  if (asked.length === 1 && asked[0]) {
    return enqueue(tx, 'domains.read-registration', { name: asked[0], tries: 0 })
  }
  for (let from = 0; from < asked.length; from += batchMax) {
    const batch = asked.slice(from, from + batchMax)
    await enqueue(tx, 'domains.read-registrations', { names: batch })
  }
}

/** The name has come to us or left us, so earlier facts no longer hold. */
export async function askAnew(tx: Tx, name: string): Promise<void> {
  await markAskedAnew(tx, name)
  await enqueue(tx, 'domains.read-registration', { name, tries: 0 })
}

const dueAt = (now: Date) => ({
  fetchedBefore: new Date(now.getTime() - 20 * hourMs),
  askedBefore: new Date(now.getTime() - 24 * hourMs),
})

export const isStale = (registration: Registration | undefined, now: Date): boolean =>
  !isFresh(registration?.fetchedAt ?? null, now)

/** A look older than this is stale. */
export const freshMs = 24 * hourMs

export const isFresh = (lookedAt: Date | null, now: Date): boolean =>
  lookedAt !== null && now.getTime() - lookedAt.getTime() <= freshMs

/** Runs hourly: asks for names whose facts are older than 20 hours, a batch at a time. */
export async function askForDueRegistrations(tx: Tx): Promise<void> {
  const names = await listNamesToRead(tx, { ...dueAt(tx.now), limit: batchMax })
  await askForRegistrations(tx, names)
  if (names.length === batchMax) await enqueue(tx, 'domains.read-due-registrations', {})
}

/** Null is an answer too: no server is known that could say anything. */
export async function recordRegistration(
  tx: Tx,
  name: Fqdn,
  data: RegistrationData | null,
): Promise<void> {
  const before = await lockRegistration(tx, name)
  if (!before) return
  if (data) {
    const facts = keepFacts(data)
    if (before.facts) await insertChanges(tx, name, listChangesOf(before.facts, facts))
    const { server, isRegistered } = data
    await saveAnswer(tx, name, { server, isRegistered, facts, raw: JSON.stringify(data.raw) })
  } else await saveNoAnswer(tx, name)
  for (const userId of await listOwnersOfName(tx, name)) await publishDomainChange(tx, userId)
}

/** Third-party text is shown to people, so hidden characters are removed and lengths limited. */
export function keepFacts(data: RegistrationData): KeptFacts {
  return {
    registeredAt: data.registeredAt?.toISOString() ?? null,
    expiresAt: data.expiresAt?.toISOString() ?? null,
    transferredAt: data.transferredAt?.toISOString() ?? null,
    statuses: data.statuses.slice(0, statusesMax).map(clean),
    registrar: data.registrar.name === null ? null : clean(data.registrar.name),
    registrarIanaId: data.registrar.ianaId === null ? null : clean(data.registrar.ianaId),
    nameservers: data.nameservers.slice(0, nameserversMax).map(clean).sort(),
    isSigned: data.dnssecSigned,
  }
}

/** All empty for a name that the registry does not know. Statuses are spelled as in RDAP. */
export function keepSeen(info: DomainInfo | null): SeenFacts {
  const isOurs = info?.isSponsoredByUs ?? false
  const statuses = info ? [...info.statuses, ...info.graceStatuses] : []
  return {
    isOurs,
    registeredAt: info?.createdAt?.toISOString() ?? null,
    expiresAt: info?.expiresAt?.toISOString() ?? null,
    transferredAt: info?.lastTransferAt?.toISOString() ?? null,
    statuses: statuses.slice(0, statusesMax).map((status) => clean(spellOut(status))),
    registrar: info?.sponsor ? clean(info.sponsor) : null,
    registrarIanaId: null,
    nameservers: (info?.nameservers ?? []).slice(0, nameserversMax).map(clean).sort(),
    isSigned: info ? info.dsRecords.length > 0 : null,
    changedAt: info?.updatedAt?.toISOString() ?? null,
    dsRecords: (info?.dsRecords ?? [])
      .slice(0, dsRecordsMax)
      .map(({ keyTag, algorithm }) => ({ keyTag, algorithm })),
  }
}

export const isTransferLocked = ({ statuses }: Pick<KeptFacts, 'statuses'>): boolean =>
  statuses.some((status) => /^(client|server) transfer prohibited$/.test(status))

/** By RFC 8056: `clientTransferProhibited` is "client transfer prohibited". */
const spellOut = (status: string): string =>
  status.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

const statusesMax = 30
const nameserversMax = 20
const dsRecordsMax = 8
const clean = (text: string): string => text.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '').slice(0, 200)

const shown: { what: string; of: (facts: KeptFacts) => string }[] = [
  { what: 'Registrar', of: ({ registrar }) => registrar ?? '' },
  { what: 'Registered until', of: ({ expiresAt }) => dayOf(expiresAt) },
  { what: 'Last transfer', of: ({ transferredAt }) => dayOf(transferredAt) },
  { what: 'Status', of: ({ statuses }) => statuses.join(', ') },
  { what: 'Nameservers', of: ({ nameservers }) => nameservers.join(', ') },
  { what: 'DNSSEC', of: ({ isSigned }) => (isSigned === null ? '' : isSigned ? 'on' : 'off') },
]

const dayOf = (time: string | null) => time?.slice(0, 10) ?? ''

const listChangesOf = (before: KeptFacts, after: KeptFacts): RegistrationChange[] =>
  shown
    .map(({ what, of }) => ({ what, before: of(before), after: of(after) }))
    .filter((change) => change.before !== change.after)
