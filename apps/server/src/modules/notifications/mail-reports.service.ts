/**
 * What other mail servers tell us of a mail that the relay had taken: it came back, or its reader
 * calls it spam. Anybody can write such a message, so it counts only for a mail whose id it names:
 * those are random, and known to us, to the reader and to the servers in between.
 */
import { notificationKinds, type NotificationKind } from '@pier/protocol/notification-kinds'
import { dayMs } from '@pier/protocol/time'
import type { Tx } from '../../platform/db/database.ts'
import { enqueue } from '../../platform/jobs/queue.ts'
import type { MailReportKind } from '../../providers/mail/mail-report.ts'
import { insertReport, wasTold, type FoundReport } from './mail-reports.repository.ts'
import { insertUnwanted } from './notifications.repository.ts'
import { notify } from './notifications.service.ts'

/** The same report twice is one. */
export async function keepReport(
  tx: Tx,
  report: { mailId: string; kind: MailReportKind; detail: string },
): Promise<void> {
  const { mailId, kind } = report
  if (await insertReport(tx, report)) {
    await enqueue(tx, 'notifications.follow-report', { mailId, kind })
  }
}

/** In the app, because mails do not arrive or are not wanted. */
export async function notifyOfReport(tx: Tx, { kind, reader }: FoundReport): Promise<void> {
  if (!reader || kind === 'soft_bounce') return
  if (kind === 'hard_bounce') return notifyOfBounce(tx, reader)
  const { userId } = reader
  for (const optional of optionalKinds) await insertUnwanted(tx, { userId, kind: optional })
  const body = 'You marked an email as spam. We now send only required emails'
  return notify(tx, { userId, kind: 'security', body, link: '/app/settings#notifications' })
}

const bounceQuietDays = 30

/** Of any number of mails to one address that come back in 30 days the first is told. */
export async function notifyOfBounce(
  tx: Tx,
  { userId, maskedTo }: { userId: string; maskedTo: string },
): Promise<void> {
  const body = `Emails to ${maskedTo} bounce. Contact support to change your address`
  const since = new Date(tx.now.getTime() - bounceQuietDays * dayMs)
  if (await wasTold(tx, { userId, body, since })) return
  return notify(tx, { userId, kind: 'security', body, link: '/app/settings#profile' })
}

const optionalKinds = (Object.keys(notificationKinds) as NotificationKind[]).filter(
  (kind) => notificationKinds[kind].isOptional,
)
