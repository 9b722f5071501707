import { minuteMs } from '@pier/protocol/time'
import { sql } from 'kysely'
import { hashOf, randomToken } from '../../../platform/crypto/secrets.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { User } from './users.repository.ts'

export type LinkPurpose = 'verify_email' | 'reset_password' | 'freeze' | 'unlock_mfa'

const lifeMs: Record<LinkPurpose, number> = {
  verify_email: 24 * 60 * minuteMs,
  reset_password: 30 * minuteMs,
  freeze: 30 * 24 * 60 * minuteMs,
  unlock_mfa: 24 * 60 * minuteMs,
}

/** Creates a link and returns its token. Only the hash is stored, never the token. */
export async function insertLink(
  tx: Tx,
  { user, purpose }: { user: Pick<User, 'id' | 'emailKey'>; purpose: LinkPurpose },
): Promise<string> {
  const token = randomToken()
  const expiresAt = new Date(tx.now.getTime() + lifeMs[purpose])
  await tx
    .insertInto('links')
    .values({
      userId: user.id,
      emailKey: user.emailKey,
      purpose,
      tokenHash: hashOf(token),
      createdAt: tx.now,
      expiresAt,
    })
    .execute()
  return token
}

/** The link was sent to the current address. A freeze link also works from an earlier one. */
const provesMailbox = sql<boolean>`(links.purpose = 'freeze'
  or links.email_key = (select users.email_key from users where users.id = links.user_id))`

/** Uses up a link and returns its user. It works once, before it expires, for its purpose only. */
export async function takeLink(
  tx: Tx,
  { token, purpose }: { token: string; purpose: LinkPurpose },
): Promise<string | undefined> {
  const row = await tx
    .updateTable('links')
    .set({ usedAt: tx.now })
    .where('tokenHash', '=', hashOf(token))
    .where('purpose', '=', purpose)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', tx.now)
    .where(provesMailbox)
    .returning('userId')
    .executeTakeFirst()
  return row?.userId
}

/** Whose link it is, without using it up. */
export async function findLinkOwner(
  tx: Tx,
  { token, purpose }: { token: string; purpose: LinkPurpose },
): Promise<string | undefined> {
  const row = await tx
    .selectFrom('links')
    .select('userId')
    .where('tokenHash', '=', hashOf(token))
    .where('purpose', '=', purpose)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', tx.now)
    .where(provesMailbox)
    .executeTakeFirst()
  return row?.userId
}

/** Older links of the same kind stop working: the newest mail is the one that counts. */
export async function voidLinks(
  tx: Tx,
  { userId, purpose }: { userId: string; purpose: LinkPurpose },
): Promise<void> {
  await tx
    .updateTable('links')
    .set({ usedAt: tx.now })
    .where('userId', '=', userId)
    .where('purpose', '=', purpose)
    .where('usedAt', 'is', null)
    .execute()
}

/** How many links of a kind were made for a user since then. */
export async function countLinks(
  tx: Tx,
  { userId, purpose, since }: { userId: string; purpose: LinkPurpose; since: Date },
): Promise<number> {
  const { count } = await tx
    .selectFrom('links')
    .select((link) => link.fn.countAll<string>().as('count'))
    .where('userId', '=', userId)
    .where('purpose', '=', purpose)
    .where('createdAt', '>', since)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function deleteOldLinks(tx: Tx, before: Date, limit: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('links')
    .where('id', 'in', (query) =>
      query.selectFrom('links').select('id').where('expiresAt', '<', before).limit(limit),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}
