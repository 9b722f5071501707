import type { DomainStatus } from '@pier/protocol/statuses'
import { sql, type Kysely, type RawBuilder, type Selectable } from 'kysely'
import type { Tx } from '../../../platform/db/database.ts'
import type { DB, Domains } from '../../../platform/db/db-types.ts'
import type { Fqdn } from '../../../platform/net/fqdn.ts'
import type { DomainName } from '../names/domain-name.ts'

export type Domain = Omit<Selectable<Domains>, 'status' | 'name'> & {
  name: Fqdn
  status: DomainStatus
}

/** Returns the new ones; another tab may have added some of them before. */
export async function insertDomains(
  tx: Tx,
  { userId, names }: { userId: string; names: readonly DomainName[] },
): Promise<Domain[]> {
  if (names.length === 0) return []
  const rows = await tx
    .insertInto('domains')
    .values(
      names.map((name) => ({
        userId,
        name: name.ascii,
        unicodeName: name.unicode,
        suffix: name.suffix,
        looksLike: name.looksLike,
        status: 'EXTERNAL_UNVERIFIED',
        createdAt: tx.now,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['userId', 'name']).where('archivedAt', 'is', null).doNothing(),
    )
    .returningAll()
    .execute()
  return rows.map(toDomain)
}

export async function findDomain(db: Kysely<DB>, id: string): Promise<Domain | undefined> {
  const row = await db.selectFrom('domains').selectAll().where('id', '=', id).executeTakeFirst()
  return row && toDomain(row)
}

export async function findDomainOfUser(
  db: Kysely<DB>,
  { domainId, userId }: { domainId: string; userId: string },
): Promise<Domain | undefined> {
  const domain = await findDomain(db, domainId)
  return domain?.userId === userId && !domain.archivedAt ? domain : undefined
}

/** Locks the name before its row: several users may have it, and would deadlock otherwise. */
export async function lockDomainRow(
  tx: Tx,
  id: string | RawBuilder<string>,
): Promise<Domain | undefined> {
  await sql`
    select pg_advisory_xact_lock(hashtextextended(name, 7)) from domains where id = ${id}
  `.execute(tx)
  const row = await tx
    .selectFrom('domains')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row && toDomain(row)
}

export async function lockName(tx: Tx, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 7))`.execute(tx)
}

/** Every row that claims the name. The name must be locked. */
export async function lockDomainsOfName(tx: Tx, name: string): Promise<Domain[]> {
  const rows = await tx
    .selectFrom('domains')
    .selectAll()
    .where('name', '=', name)
    .where('archivedAt', 'is', null)
    .forNoKeyUpdate()
    .execute()
  return rows.map(toDomain)
}

/** The row under which we hold this name. */
export async function findHeldDomain(db: Kysely<DB>, name: string): Promise<Domain | undefined> {
  const row = await db
    .selectFrom('domains')
    .selectAll()
    .where('name', '=', name)
    .where('status', 'in', ['CUSTODY_PAID', 'IN_ESCROW'])
    .where('archivedAt', 'is', null)
    .executeTakeFirst()
  return row && toDomain(row)
}

/** Which of these names we hold, whoever owns them. */
export async function listHeldByUs(db: Kysely<DB>, names: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('domains')
    .select('name')
    .where('name', '=', anyOf(names))
    .where('status', 'in', ['CUSTODY_PAID', 'IN_ESCROW'])
    .where('archivedAt', 'is', null)
    .execute()
  return new Set(rows.map(({ name }) => name))
}

export async function listOwnNames(
  db: Kysely<DB>,
  { userId, names }: { userId: string; names: readonly string[] },
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('domains')
    .select('name')
    .where('userId', '=', userId)
    .where('name', '=', anyOf(names))
    .where('archivedAt', 'is', null)
    .execute()
  return new Set(rows.map(({ name }) => name))
}

const anyOf = (texts: readonly string[]) => sql<string>`any(${texts}::text[])`

/** Serializes additions to a list, so that nobody exceeds its maximum. */
export async function lockListOfUser(tx: Tx, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${userId}, 8))`.execute(tx)
}

/** Every domain that was ever on the list, with its events. */
export async function listDomainsEver(db: Kysely<DB>, userId: string) {
  const domains = await db
    .selectFrom('domains')
    .select(['id', 'name', 'unicodeName', 'status', 'verifiedAt', 'createdAt', 'archivedAt'])
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
  const events = await db
    .selectFrom('domainEvents')
    .innerJoin('domains', 'domains.id', 'domainEvents.domainId')
    .select(['domainId', 'what', 'domainEvents.status', 'detail', 'domainEvents.createdAt'])
    .where('domains.userId', '=', userId)
    .orderBy('domainEvents.id')
    .execute()
  const eventsOf = Map.groupBy(events, ({ domainId }) => domainId)
  return domains.map(({ id, ...domain }) => ({
    ...domain,
    events: (eventsOf.get(id) ?? []).map(({ domainId: _domainId, ...event }) => event),
  }))
}

/** External domains of deleted users. Custody and transfers are settled first. */
export function listOrphans(
  db: Kysely<DB>,
  limit: number,
): Promise<{ id: string; name: string }[]> {
  return db
    .selectFrom('domains')
    .innerJoin('users', 'users.id', 'domains.userId')
    .select(['domains.id', 'domains.name'])
    .where('users.deletedAt', 'is not', null)
    .where('domains.archivedAt', 'is', null)
    .where('domains.status', 'in', ['EXTERNAL_UNVERIFIED', 'EXTERNAL_VERIFIED'])
    .where('domains.isPendingTransfer', '=', false)
    .orderBy('domains.name') // Whoever locks several names does it in this order.
    .limit(limit)
    .execute()
}

export async function countDomainsOfUser(db: Kysely<DB>, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('domains')
    .select((row) => row.fn.countAll<string>().as('count'))
    .where('userId', '=', userId)
    .where('archivedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

type DomainChange = Partial<
  Pick<
    Domain,
    | 'status'
    | 'isPendingTransfer'
    | 'transferRefusal'
    | 'transferOutAvailableAt'
    | 'verifiedAt'
    | 'archivedAt'
  >
>
type DomainEvent = { what: string; detail?: object; userId?: string }

/** Every change is recorded as an event. */
export async function saveDomain(
  tx: Tx,
  domain: Domain,
  change: DomainChange,
  event: DomainEvent,
): Promise<void> {
  await tx.updateTable('domains').set(change).where('id', '=', domain.id).execute()
  await insertDomainEvent(tx, { ...event, id: domain.id, status: change.status ?? domain.status })
}

export async function insertDomainEvent(
  tx: Tx,
  { id, status, what, detail, userId }: DomainEvent & { id: string; status: DomainStatus },
): Promise<void> {
  await tx
    .insertInto('domainEvents')
    .values({
      domainId: id,
      status,
      what,
      detail: detail ? JSON.stringify(detail) : null,
      userId: userId ?? null,
      createdAt: tx.now,
    })
    .execute()
}

export async function insertDomainEvents(
  tx: Tx,
  { domains, what, userId }: { domains: readonly Domain[]; what: string; userId: string },
): Promise<void> {
  if (domains.length === 0) return
  await tx
    .insertInto('domainEvents')
    .values(
      domains.map(({ id, status }) => ({
        domainId: id,
        status,
        what,
        userId,
        createdAt: tx.now,
      })),
    )
    .execute()
}

type Hold = { domainId: string; kind: string; note: string }

export async function insertHold(tx: Tx, hold: Hold): Promise<boolean> {
  const row = await tx
    .insertInto('domainHolds')
    .values({ ...hold, createdAt: tx.now })
    .onConflict((conflict) =>
      conflict.columns(['domainId', 'kind']).where('liftedAt', 'is', null).doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function hasListing(db: Kysely<DB>, domainId: string): Promise<boolean> {
  const row = await db
    .selectFrom('listings')
    .select('id')
    .where('domainId', '=', domainId)
    .where('endedAt', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

export async function hasLoan(db: Kysely<DB>, domainId: string): Promise<boolean> {
  const row = await db
    .selectFrom('escrows')
    .select('id')
    .where('domainId', '=', domainId)
    .where('isLinked', '=', false)
    .where('endedAt', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

export async function hasHold(db: Kysely<DB>, domainId: string): Promise<boolean> {
  const row = await db
    .selectFrom('domainHolds')
    .select('id')
    .where('domainId', '=', domainId)
    .where('liftedAt', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

const toDomain = (row: Selectable<Domains>): Domain => ({
  ...row,
  name: row.name as Fqdn, // Written through `readDomainName` alone.
  status: row.status as DomainStatus,
})
