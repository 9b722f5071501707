import type { Insertable, NotNull, Selectable, Updateable } from 'kysely'
import type { Db, Tx } from '../../../platform/db/database.ts'
import type { SecurityEvents, Users } from '../../../platform/db/db-types.ts'

type UserRow = Selectable<Users>

/** A user who has not been deleted: fields that deletion clears are present. */
export type User = UserRow & {
  email: string
  passwordHash: string
  pepperId: string
  dataKey: string
}

/** Returns undefined for a deleted user. */
export const whole = (row: UserRow | undefined): User | undefined => {
  if (!row?.email || !row.passwordHash || !row.pepperId || !row.dataKey) return undefined
  const { email, passwordHash, pepperId, dataKey } = row
  return { ...row, email, passwordHash, pepperId, dataKey }
}

export async function findUserByEmailKey(db: Db | Tx, emailKey: Buffer) {
  const row = await db
    .selectFrom('users')
    .selectAll()
    .where('emailKey', '=', emailKey)
    .executeTakeFirst()
  return whole(row)
}

export async function findUserById(db: Db | Tx, id: string) {
  return whole(await db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst())
}

/** Not `for update`: that would block inserts that reference the user, and deadlock. */
export async function lockUser(tx: Tx, id: string) {
  const row = await tx
    .selectFrom('users')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return whole(row)
}

/** Returns undefined if the address is taken, even by a concurrent insert. */
export async function insertUser(tx: Tx, user: Insertable<Users>) {
  const row = await tx
    .insertInto('users')
    .values(user)
    .onConflict((conflict) => conflict.column('emailKey').doNothing())
    .returningAll()
    .executeTakeFirst()
  return whole(row)
}

export async function saveUser(tx: Tx, id: string, changes: Updateable<Users>): Promise<void> {
  await tx.updateTable('users').set(changes).where('id', '=', id).execute()
}

/** Pauses dangerous actions for a while; a longer pause that already runs is kept. */
export async function restrictUser(tx: Tx, id: string, forMs: number): Promise<Date> {
  const until = new Date(tx.now.getTime() + forMs)
  const row = await tx
    .updateTable('users')
    .set((user) => ({
      restrictedUntil: user.fn<Date>('greatest', ['restrictedUntil', user.val(until)]),
    }))
    .where('id', '=', id)
    .returning('restrictedUntil')
    .executeTakeFirst()
  return row?.restrictedUntil ?? until
}

export async function insertSecurityEvent(
  tx: Tx,
  event: Omit<Insertable<SecurityEvents>, 'at' | 'detail'> & { detail?: object },
): Promise<void> {
  await tx
    .insertInto('securityEvents')
    .values({ ...event, detail: JSON.stringify(event.detail ?? {}), at: tx.now })
    .execute()
}

export async function listSecurityEventsOfUser(db: Db | Tx, userId: string) {
  return db
    .selectFrom('securityEvents')
    .select(['kind', 'network', 'detail', 'at'])
    .where('userId', '=', userId)
    .orderBy('at')
    .execute()
}

/** Deletes one batch of old rows and returns how many. Called until none are left. */
export async function deleteOldSecurityEvents(tx: Tx, before: Date, limit: number) {
  const { numDeletedRows } = await tx
    .deleteFrom('securityEvents')
    .where('id', 'in', (query) =>
      query.selectFrom('securityEvents').select('id').where('at', '<', before).limit(limit),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Unverified users without a recent session, a domain in custody or an earlier address. */
export async function lockAbandonedUsers(
  tx: Tx,
  { before, limit }: { before: Date; limit: number },
): Promise<string[]> {
  const rows = await tx
    .selectFrom('users')
    .select('id')
    .where('emailVerifiedAt', 'is', null)
    .where('deletedAt', 'is', null)
    .where('createdAt', '<', before)
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('sessions')
            .select('sessions.id')
            .whereRef('sessions.userId', '=', 'users.id')
            .where('refreshedAt', '>=', before),
        ),
      ),
    )
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('domains')
            .select('domains.id')
            .whereRef('domains.userId', '=', 'users.id')
            .where('domains.archivedAt', 'is', null)
            .where('domains.status', 'in', ['CUSTODY_PAID', 'IN_ESCROW']),
        ),
      ),
    )
    // A user whose address operators changed was verified before, so keep them.
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('emailChanges')
            .select('emailChanges.id')
            .whereRef('emailChanges.userId', '=', 'users.id')
            .where('emailChanges.isDone', '=', true),
        ),
      ),
    )
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
  return rows.map(({ id }) => id)
}

/** Returns false if the handle is taken. */
export async function takeHandle(
  tx: Tx,
  { userId, handle }: { userId: string; handle: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ handle })
    .where('id', '=', userId)
    .where((row) =>
      row.not(
        row.exists(
          row.selectFrom('users as others').select('others.id').where('others.handle', '=', handle),
        ),
      ),
    )
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Leaves out users without a country. */
export async function listCountries(db: Db | Tx, userIds: string[]) {
  return db
    .selectFrom('users')
    .select(['id as userId', 'country'])
    .where('id', 'in', userIds)
    .where('country', 'is not', null)
    .$narrowType<{ country: NotNull }>()
    .execute()
}
