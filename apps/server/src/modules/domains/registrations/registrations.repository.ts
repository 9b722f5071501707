import { sql, type Kysely, type Selectable } from 'kysely'
import type { Tx } from '../../../platform/db/database.ts'
import type { DB, Holdings, Registrations } from '../../../platform/db/db-types.ts'
import type { Fqdn } from '../../../platform/net/fqdn.ts'

/** What a registry says of a name, as we keep it: short, readable, and times as text. */
export type KeptFacts = {
  registeredAt: string | null
  expiresAt: string | null
  transferredAt: string | null
  statuses: string[]
  registrar: string | null
  registrarIanaId: string | null
  nameservers: string[]
  isSigned: boolean | null
}
/** The same of a name that we hold, as the registry shows it to its registrar. */
export type SeenFacts = KeptFacts & {
  isOurs: boolean
  /** Missing in looks that were kept before these were. */
  changedAt?: string | null
  dsRecords?: { keyTag: number; algorithm: number }[]
}

export type Registration = Omit<Selectable<Registrations>, 'facts' | 'raw'> & {
  facts: KeptFacts | null
}

type Due = {
  /** What was read since is new enough. */
  fetchedBefore: Date
  /** What was requested since then is under way; older requests count as lost. */
  askedBefore: Date
}

/** Returns the names that are due. */
export async function markAsked(tx: Tx, names: readonly string[], due: Due): Promise<Fqdn[]> {
  if (names.length === 0) return []
  const rows = await tx
    .insertInto('registrations')
    .values(names.map((name) => ({ name, askedAt: tx.now })))
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({ askedAt: tx.now }).where(isDue(due)),
    )
    .returning('name')
    .execute()
  return rows.map(({ name }) => name as Fqdn) // Names come from `domains`.
}

/** Asks regardless of what is known or under way, because the name has changed. */
export async function markAskedAnew(tx: Tx, name: string): Promise<void> {
  await tx
    .insertInto('registrations')
    .values({ name, askedAt: tx.now })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ askedAt: tx.now }))
    .execute()
}

const isDue = ({ fetchedBefore, askedBefore }: Due) => sql<boolean>`
  (registrations.fetched_at is null or registrations.fetched_at < ${fetchedBefore})
  and (registrations.asked_at is null or registrations.asked_at < ${askedBefore})`

export async function findRegistration(
  db: Kysely<DB>,
  name: string,
): Promise<Registration | undefined> {
  const row = await selectRegistration(db, name).executeTakeFirst()
  return row && toRegistration(row)
}

export async function lockRegistration(tx: Tx, name: string): Promise<Registration | undefined> {
  const row = await selectRegistration(tx, name).forUpdate().executeTakeFirst()
  return row && toRegistration(row)
}

const selectRegistration = (db: Kysely<DB>, name: string) =>
  db
    .selectFrom('registrations')
    .select(['name', 'askedAt', 'fetchedAt', 'server', 'isRegistered', 'facts'])
    .where('name', '=', name)

const toRegistration = (row: Omit<Selectable<Registrations>, 'raw'>): Registration => ({
  ...row,
  facts: row.facts as KeptFacts | null, // Written by this module alone.
})

type NewAnswer = {
  server: string
  isRegistered: boolean
  facts: KeptFacts
  /** The raw answer. Kept as text: a JSON column does not take every character or depth. */
  raw: string
}

export async function saveAnswer(tx: Tx, name: string, answer: NewAnswer): Promise<void> {
  await tx
    .updateTable('registrations')
    .set({
      ...answer,
      facts: JSON.stringify(answer.facts),
      raw: JSON.stringify(answer.raw),
      askedAt: null,
      fetchedAt: tx.now,
    })
    .where('name', '=', name)
    .execute()
}

/** No server can answer. A row with facts keeps them and is due again after a day. */
export async function saveNoAnswer(tx: Tx, name: string): Promise<void> {
  await tx
    .updateTable('registrations')
    .set({ askedAt: null, fetchedAt: tx.now })
    .where('name', '=', name)
    .where('facts', 'is', null)
    .execute()
}

export type RegistrationChange = { what: string; before: string; after: string }

export async function insertChanges(
  tx: Tx,
  name: string,
  changes: readonly RegistrationChange[],
): Promise<void> {
  if (changes.length === 0) return
  const rows = changes.map((change) => ({ ...change, name, createdAt: tx.now }))
  await tx.insertInto('registrationChanges').values(rows).execute()
}

export function listChanges(db: Kysely<DB>, name: string, limit: number) {
  return db
    .selectFrom('registrationChanges')
    .select(['what', 'before', 'after', 'createdAt'])
    .where('name', '=', name)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** Names that are verified or in custody and have old facts, the oldest first. */
export async function listNamesToRead(
  db: Kysely<DB>,
  { limit, ...due }: Due & { limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('domains')
    .leftJoin('registrations', 'registrations.name', 'domains.name')
    .select('domains.name')
    .where('domains.archivedAt', 'is', null)
    .where('domains.status', '<>', 'EXTERNAL_UNVERIFIED')
    .where(isDue(due))
    .orderBy('registrations.fetchedAt', (order) => order.asc().nullsFirst())
    .orderBy('domains.name')
    .limit(limit)
    .execute()
  return rows.map(({ name }) => name)
}

export async function listOwnersOfName(db: Kysely<DB>, name: string): Promise<string[]> {
  const rows = await db
    .selectFrom('domains')
    .select('userId')
    .where('name', '=', name)
    .where('archivedAt', 'is', null)
    .execute()
  return rows.map(({ userId }) => userId)
}

export type Holding = Omit<Selectable<Holdings>, 'seen'> & { seen: SeenFacts | null }

/** What the registry showed us, as the registrar, about a domain we hold. */
export async function findHolding(db: Kysely<DB>, domainId: string): Promise<Holding | undefined> {
  const row = await db
    .selectFrom('holdings')
    .selectAll()
    .where('domainId', '=', domainId)
    .where('leftAt', 'is', null)
    .executeTakeFirst()
  return row && { ...row, seen: row.seen as SeenFacts | null } // As `keepSeen` made it.
}
