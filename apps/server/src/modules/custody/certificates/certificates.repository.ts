import { type ExpressionBuilder, type Kysely, type Selectable, sql } from 'kysely'
import type { Tx } from '../../../platform/db/database.ts'
import type { CustodyCertificates, DB } from '../../../platform/db/db-types.ts'
import type { SeenFacts } from '../../domains/domains.service.ts'

type EndReason = 'withdrawn' | 'left' | 'new_owner'

export type Certificate = Selectable<CustodyCertificates>

/** What a certificate is about: the name as we hold it now, and what the registry showed. */
export type CertifiedName = Certificate & {
  name: string
  unicodeName: string
  handle: string | null
  heldSince: Date
  seen: SeenFacts | null
  seenAt: Date | null
  lookAskedAt: Date | null
  isOnHold: boolean
}

/** False if the code is taken, or the domain has a certificate already. */
export async function insertCertificate(
  tx: Tx,
  certificate: { code: string; domainId: string; userId: string; withHandle: boolean },
): Promise<boolean> {
  const row = await tx
    .insertInto('custodyCertificates')
    .values({ ...certificate, publicAt: tx.now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export function findOpenCertificate(
  db: Kysely<DB>,
  domainId: string,
): Promise<Certificate | undefined> {
  return selectOpen(db, domainId).executeTakeFirst()
}

export function lockOpenCertificate(tx: Tx, domainId: string): Promise<Certificate | undefined> {
  return selectOpen(tx, domainId).forUpdate().executeTakeFirst()
}

const selectOpen = (db: Kysely<DB>, domainId: string) =>
  db
    .selectFrom('custodyCertificates')
    .selectAll()
    .where('domainId', '=', domainId)
    .where('endedAt', 'is', null)

export async function endOpenCertificate(
  tx: Tx,
  { domainId, why }: { domainId: string; why: EndReason },
): Promise<void> {
  await tx
    .updateTable('custodyCertificates')
    .set({ endedAt: tx.now, endedWhy: why })
    .where('domainId', '=', domainId)
    .where('endedAt', 'is', null)
    .execute()
}

type CertificateChange = Partial<
  Pick<Certificate, 'withHandle' | 'signedText' | 'signature' | 'keyId' | 'isKeyInDns'>
>

export async function saveCertificate(
  tx: Tx,
  id: string,
  change: CertificateChange,
): Promise<void> {
  await tx.updateTable('custodyCertificates').set(change).where('id', '=', id).execute()
}

/** True if the caller is the one to order a new signature. */
export async function markSignAsked(
  tx: Tx,
  { id, askedBefore }: { id: string; askedBefore: Date },
): Promise<boolean> {
  const marked = await tx
    .updateTable('custodyCertificates')
    .set({ signAskedAt: tx.now })
    .where('id', '=', id)
    .where((row) => row.or([row('signAskedAt', 'is', null), row('signAskedAt', '<', askedBefore)]))
    .returning('id')
    .executeTakeFirst()
  return marked !== undefined
}

/** Found only while we hold the name for the very owner who made it public. */
export async function findCertifiedName(
  db: Kysely<DB>,
  by: { code: string } | { domainId: string },
): Promise<CertifiedName | undefined> {
  const row = await db
    .selectFrom('custodyCertificates')
    .innerJoin('domains', 'domains.id', 'custodyCertificates.domainId')
    .innerJoin('holdings', 'holdings.domainId', 'domains.id')
    .innerJoin('users', 'users.id', 'custodyCertificates.userId')
    .selectAll('custodyCertificates')
    .select(['domains.name', 'domains.unicodeName', 'users.handle'])
    .select(['holdings.seen', 'holdings.seenAt', 'holdings.lookAskedAt'])
    .select((each) => [heldSince(each).as('heldSince'), isOnHold(each).as('isOnHold')])
    .whereRef('domains.userId', '=', 'custodyCertificates.userId')
    .where('custodyCertificates.endedAt', 'is', null)
    .where('domains.archivedAt', 'is', null)
    .where('domains.status', 'in', ['CUSTODY_PAID', 'IN_ESCROW'])
    .where('holdings.leftAt', 'is', null)
    .where((each) =>
      'code' in by
        ? each('custodyCertificates.code', '=', by.code)
        : each('custodyCertificates.domainId', '=', by.domainId),
    )
    .executeTakeFirst()
  // As `keepSeen` made it.
  return row && { ...row, seen: row.seen as SeenFacts | null, isOnHold: row.isOnHold === true }
}

/** What a certificate would name its owner by. */
export async function findHandle(db: Kysely<DB>, userId: string): Promise<string | null> {
  const row = await db
    .selectFrom('users')
    .select('handle')
    .where('id', '=', userId)
    .executeTakeFirst()
  return row?.handle ?? null
}

type Joined = ExpressionBuilder<DB, 'domains' | 'holdings'>

/** Since it came to us or, if it changed hands here, since then. */
const heldSince = (each: Joined) =>
  each.fn<Date>('greatest', [
    'holdings.arrivedAt',
    each
      .selectFrom('domainEvents')
      .select((event) => event.fn.max('domainEvents.createdAt').as('at'))
      .whereRef('domainEvents.domainId', '=', 'domains.id')
      .where('domainEvents.what', '=', 'seized'),
  ])

/** Holds that an order forbids us to speak of are left out. */
const isOnHold = (each: Joined) =>
  each.exists(
    each
      .selectFrom('domainHolds')
      .select(sql`1`.as('one'))
      .whereRef('domainHolds.domainId', '=', 'domains.id')
      .where('domainHolds.liftedAt', 'is', null)
      .where('domainHolds.isSecret', '=', false),
  )

/** Part of a user's copy of their data. */
export function collectCertificates(db: Kysely<DB>, userId: string) {
  return db
    .selectFrom('custodyCertificates')
    .innerJoin('domains', 'domains.id', 'custodyCertificates.domainId')
    .select(['code', 'domains.name', 'withHandle', 'publicAt', 'endedAt', 'endedWhy'])
    .where('custodyCertificates.userId', '=', userId)
    .orderBy('publicAt')
    .orderBy('code')
    .execute()
}
