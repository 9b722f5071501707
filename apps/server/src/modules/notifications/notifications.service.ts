/**
 * Owns what we tell people. A mail is a row and a job of the transaction that causes it, so it is
 * sent if, and only if, that commits. The job talks to the relay; see notifications.jobs.ts.
 */
import type { Tx } from '../../platform/db/database.ts'
import { enqueue } from '../../platform/jobs/queue.ts'
import type { MailPage } from '../../providers/mail/mail-page.ts'
import { insertMail } from './notifications.repository.ts'

export type Mail = { userId: string; to: string; kind: string; page: MailPage }

export async function sendMail(tx: Tx, mail: Mail): Promise<void> {
  const mailId = await insertMail(tx, mail)
  await enqueue(tx, 'notifications.send-mail', { mailId })
}
