/** What the registry says about a domain, on the wire and as text. */
import { sayDate } from '@pier/protocol/say-time'
import type { calls } from '@pier/protocol/calls/calls'
import { dayMs } from '@pier/protocol/time'
import type { z } from 'zod'
import type { Domain } from '../ownership/domains.repository.ts'
import type {
  Holding,
  KeptFacts,
  listChanges,
  Registration,
} from '../registrations/registrations.repository.ts'
import { isFresh, isTransferLocked } from '../registrations/registrations.service.ts'
import type { TldPolicy } from '../registrations/tld-policies.repository.ts'
import type { Valuation } from './valuations.repository.ts'

type Wire = z.input<(typeof calls)['GET /domains/:id/passport']['response'][200]>
/** `problems` are the warnings that also matter for a name that already secures a loan. */
export type Passport = Wire & { problems: string[] }

type Known = {
  domain: Pick<Domain, 'name' | 'looksLike'>
  registration: Registration | undefined
  /** For a name we hold, our connection to the registry knows more, and sooner. */
  holding: Holding | undefined
  policy: TldPolicy | undefined
  valuation: Valuation | undefined
  changes: Awaited<ReturnType<typeof listChanges>>
  now: Date
}

export function presentPassport(known: Known): Passport {
  const { domain, registration, holding, valuation, changes, now } = known
  const facts = factsOf(known)
  const lookedAt = lookedAtOf(known)
  return {
    domain: domain.name,
    state: stateOf(known),
    source: sourceOf(known),
    fetched_at: lookedAt?.toISOString() ?? null,
    is_fresh: isFresh(lookedAt, now),
    is_asked: isAsked((holding ? holding.lookAskedAt : registration?.askedAt) ?? null, now),
    is_held: holding?.seen?.isOurs ?? false,
    is_locked: facts && isTransferLocked(facts),
    registered_at: facts?.registeredAt ?? null,
    expires_at: endOf(known),
    transferred_at: facts?.transferredAt ?? null,
    registrar: facts?.registrar ?? null,
    registrar_iana_id: facts?.registrarIanaId ?? null,
    locks: (facts?.statuses ?? []).flatMap((status) => lockText[status] ?? []),
    nameservers: facts?.nameservers ?? holding?.nameservers ?? [],
    is_signed: facts?.isSigned ?? null,
    warnings: listWarnings(known),
    problems: listProblems(known),
    value: valuation
      ? {
          amount: valuation.amountCents / 100,
          source: valuation.source,
          at: valuation.createdAt.toISOString(),
        }
      : null,
    changes: changes.map(({ createdAt, ...change }) => ({
      at: createdAt.toISOString(),
      ...change,
    })),
  }
}

function stateOf({ registration, holding }: Known): Passport['state'] {
  if (holding || registration?.isRegistered) return 'known'
  if (registration?.isRegistered === false) return 'unregistered'
  return registration?.fetchedAt ? 'unknown' : 'asking'
}

function sourceOf({ registration, holding }: Known): string | null {
  if (holding) return 'Registry, as its registrar'
  return registration?.server ? 'RDAP' : null
}

/** Of a name that we hold, only what the registry shows us as its registrar counts. */
const factsOf = ({ holding, registration }: Known): KeptFacts | null =>
  holding ? holding.seen : (registration?.facts ?? null)

const lookedAtOf = ({ holding, registration }: Known): Date | null =>
  holding ? holding.seenAt : (registration?.fetchedAt ?? null)

const endOf = ({ holding, ...known }: Known): string | null =>
  factsOf({ holding, ...known })?.expiresAt ?? holding?.expiresAt?.toISOString() ?? null

const askedMs = 120_000

/**
 * Whether an answer is expected any moment; a request that is older than two minutes only waits for
 * its retry.
 */
const isAsked = (askedAt: Date | null, now: Date): boolean =>
  askedAt !== null && now.getTime() - askedAt.getTime() < askedMs

/** Statuses as in RFC 8056. Harmless ones are left out. */
const lockText: Partial<Record<string, string>> = {
  'client transfer prohibited': 'Locked by its registrar',
  'server transfer prohibited': 'Locked by the registry (dispute or registry lock)',
  'client update prohibited': 'Changes blocked by its registrar',
  'server update prohibited': 'Changes blocked by the registry',
  'client delete prohibited': 'Deletion blocked by its registrar',
  'server delete prohibited': 'Deletion blocked by the registry',
  'client renew prohibited': 'Renewal blocked by its registrar',
  'server renew prohibited': 'Renewal blocked by the registry',
}

/** What could prevent a transfer or a loan, the worst first. */
function listWarnings(known: Known): string[] {
  const { holding, domain } = known
  const facts = factsOf(known)
  const end = endOf(known)
  return [
    ...(stateOf(known) === 'unregistered' ? ['This domain is not registered.'] : []),
    ...listProblems(known),
    ...(facts && !holding ? textFor(obstacles, facts) : []),
    ...(facts && !holding ? warnOfAge(facts, known) : []),
    ...(end ? warnOfEnd(new Date(end), known.now) : []),
    ...(domain.looksLike ? [`This domain resembles ${domain.looksLike}.`] : []),
  ]
}

function listProblems(known: Known): string[] {
  const { holding } = known
  const facts = factsOf(known)
  return [...(holding ? warnOfCustody(holding) : []), ...(facts ? textFor(dangers, facts) : [])]
}

type Worded = readonly [status: string, words: string]

const textFor = (worded: readonly Worded[], { statuses }: KeptFacts): string[] =>
  worded.flatMap(([status, words]) => (statuses.includes(status) ? [words] : []))

const dangers: Worded[] = [
  ['pending delete', 'It will be deleted soon.'],
  ['redemption period', 'It has expired. Its owner can still restore it for a fee.'],
  ['server hold', 'The registry has removed it from the DNS.'],
  ['client hold', 'Its registrar has removed it from the DNS.'],
  ['server transfer prohibited', 'The registry has locked it. It cannot be transferred now.'],
]
/** Not for domains in custody: their lock is our own. */
const obstacles: Worded[] = [
  ['client transfer prohibited', 'Its registrar has locked it. Unlock it there before a transfer.'],
  ['pending transfer', 'A transfer is already in progress.'],
]

/** It is to be with us and locked, and the registry showed something else. */
function warnOfCustody({ seen, isUnlocked }: Holding): string[] {
  if (!seen) return []
  if (!seen.isOurs) return ['The registry does not show us as its registrar.']
  const isOpen = !isUnlocked && !isTransferLocked(seen)
  return isOpen ? ['Its transfer lock is off.'] : []
}

const endDays = 90

function warnOfAge({ registeredAt, transferredAt }: KeptFacts, { policy, now }: Known): string[] {
  if (!policy) return []
  const { ageDaysMin, lockDays } = policy
  const freeAt = (time: string | null, days: number) =>
    time === null ? null : new Date(Date.parse(time) + days * dayMs)
  const oldAt = freeAt(registeredAt, ageDaysMin)
  const movableAt = freeAt(transferredAt, lockDays)
  return [
    ...(oldAt && oldAt > now
      ? [`It is younger than ${ageDaysMin} days. It can be transferred from ${sayDate(oldAt)}.`]
      : []),
    ...(movableAt && movableAt > now
      ? [`It was transferred recently. It can be transferred again from ${sayDate(movableAt)}.`]
      : []),
  ]
}

function warnOfEnd(end: Date, now: Date): string[] {
  if (end <= now) return [`Its registration ended on ${sayDate(end)}.`]
  const isNear = end.getTime() - now.getTime() < endDays * dayMs
  return isNear ? [`Its registration ends on ${sayDate(end)}. Renew it before a loan.`] : []
}
