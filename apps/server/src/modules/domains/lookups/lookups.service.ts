/**
 * What a registry says about a name that somebody only typed: asked once however many look at it,
 * by a worker, and dropped within a day. It never touches what is kept of the domains of users, so
 * that nobody can tell from a quote whether a name is known here.
 */
import { hourMs, minuteMs } from '@pier/protocol/time'
import { inTransaction, type Db, type Tx } from '../../../platform/db/database.ts'
import { enqueue } from '../../../platform/jobs/queue.ts'
import type { RegistrationData } from '../../../providers/rdap/registration-data.ts'
import type { DomainName } from '../names/domain-name.ts'
import { presentPassport } from '../passport/passport.ts'
import { keepFacts } from '../registrations/registrations.service.ts'
import type { TldPolicy } from '../registrations/tld-policies.repository.ts'
import { findLookup, insertLookup, saveOutcome, type Lookup } from './lookups.repository.ts'

export type LookedUp = {
  state: 'known' | 'asking' | 'unregistered' | 'no_source' | 'no_answer' | 'busy'
  registered_at: string | null
  expires_at: string | null
  warnings: string[]
}

type Wanted = {
  name: DomainName
  policy: TldPolicy
  now: Date
  /** Counts a new question, and says whether it may be put; null where none may. */
  countQuestion: (() => Promise<boolean>) | null
}

/** Answers from the last look. Without one it asks for a look, and the answer follows later. */
export async function lookUp(db: Db, wanted: Wanted): Promise<LookedUp> {
  const { name, now, countQuestion } = wanted
  const last = await findLookup(db, name.ascii)
  if (last && isCurrent(last, now)) return present(last, wanted)
  if (!countQuestion) return { ...nothing, state: 'asking' }
  if (!(await countQuestion())) return { ...nothing, state: 'busy' }
  await inTransaction(db, async (tx) => {
    const lookupId = await insertLookup(tx, { name: name.ascii, instead: last })
    if (lookupId) await enqueue(tx, 'domains.look-up', { lookupId })
  })
  return { ...nothing, state: 'asking' }
}

/** The clean-up runs hourly, so that nothing is kept for longer than a day. */
export const keptMs = 23 * hourMs

/** After this nobody waits for the answer any more, and the next who looks asks anew. */
export const patienceMs = minuteMs

/** How long an answer counts. A name that was free may be registered soon, a busy server recovers. */
const countsMs = {
  known: keptMs,
  no_source: keptMs,
  unregistered: hourMs,
  no_answer: 2 * minuteMs,
}

function isCurrent({ askedAt, endedAt, outcome }: Lookup, now: Date): boolean {
  const ageMs = now.getTime() - (endedAt ?? askedAt).getTime()
  return ageMs < (outcome ? countsMs[outcome] : patienceMs)
}

const nothing = { registered_at: null, expires_at: null, warnings: [] }

function present(lookup: Lookup, { name, policy, now }: Wanted): LookedUp {
  const state = lookup.outcome ?? 'asking'
  if (state !== 'known') return { ...nothing, state }
  const { registered_at, expires_at, warnings } = presentPassport({
    domain: { name: name.ascii, looksLike: name.looksLike },
    registration: {
      name: name.ascii,
      askedAt: null,
      fetchedAt: lookup.endedAt,
      server: null,
      isRegistered: true,
      facts: lookup.facts,
    },
    holding: undefined,
    policy,
    valuation: undefined,
    changes: [],
    now,
  })
  return { state, registered_at, expires_at, warnings }
}

/** Null: no server is known that could say anything. Undefined: the one there is did not answer. */
export async function recordLookup(
  tx: Tx,
  { id, data }: { id: string; data: RegistrationData | null | undefined },
): Promise<void> {
  if (data?.isRegistered) return saveOutcome(tx, { id, outcome: 'known', facts: keepFacts(data) })
  const outcome = data ? 'unregistered' : data === null ? 'no_source' : 'no_answer'
  return saveOutcome(tx, { id, outcome, facts: null })
}
