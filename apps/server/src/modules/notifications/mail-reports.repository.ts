import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import { maskEmail } from '../../platform/mask-email.ts'
import type { MailReportKind } from '../../providers/mail/mail-report.ts'

/** The first of these that is a mail of ours. */
export async function findMailOf(db: Db, ids: string[]): Promise<string | undefined> {
  if (ids.length === 0) return undefined
  const row = await db.selectFrom('mails').select('id').where('id', 'in', ids).executeTakeFirst()
  return row?.id
}

/** Returns false if it was reported before. */
export async function insertReport(
  tx: Tx,
  report: { mailId: string; kind: MailReportKind; detail: string },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('mailReports')
    .values({ ...report, createdAt: tx.now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Nothing in the database ties a report to its mail: mails go with their month. */
export async function deleteLostReports(tx: Tx, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    with lost as (
      select mail_id, kind from mail_reports as report
      where not exists (select from mails where mails.id = report.mail_id) limit ${limit})
    delete from mail_reports as report using lost
    where report.mail_id = lost.mail_id and report.kind = lost.kind
  `.execute(tx)
  return Number(numAffectedRows)
}

export type FoundReport = NonNullable<Awaited<ReturnType<typeof findReport>>>

export async function findReport(tx: Tx, { mailId, kind }: { mailId: string; kind: string }) {
  const row = await tx
    .selectFrom('mailReports as report')
    .innerJoin('mails', 'mails.id', 'report.mailId')
    .leftJoin('users', 'users.id', 'mails.userId')
    .select(['report.kind', 'mails.kind as mailKind', 'mails.aboutId', 'mails.userId'])
    .select(['mails.maskedTo', 'users.email'])
    .where('report.mailId', '=', mailId)
    .where('report.kind', '=', kind)
    .executeTakeFirst()
  if (!row) return undefined
  const { mailKind, aboutId, userId, maskedTo, email } = row
  /** Whoever has left has no address any more. Mails that an older version sent have no mask. */
  const reader = userId && email ? { userId, maskedTo: maskedTo ?? maskEmail(email) } : null
  return { mailId, kind: row.kind, mail: { kind: mailKind, aboutId, userId }, reader }
}

/**
 * Whether the user was told this since then. Until this transaction ends nobody else can ask it of the
 * same user, so that of two mails that come back at once one is told.
 */
export async function wasTold(
  tx: Tx,
  { userId, body, since }: { userId: string; body: string; since: Date },
): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${userId}, 9))`.execute(tx)
  const row = await tx
    .selectFrom('notifications')
    .select('id')
    .where('userId', '=', userId)
    .where('isMessage', '=', false)
    .where('createdAt', '>', since)
    .where('body', '=', body)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
