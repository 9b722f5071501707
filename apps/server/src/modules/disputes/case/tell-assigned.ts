import type { Tx } from '../../../platform/db/database.ts'
import { sendMail } from '../../notifications/notifications.service.ts'
import { findAssigned } from './case.repository.ts'

/** Mails the assigned operator, without the text itself: that stays in the case. */
export async function notifyAssigned(
  tx: Tx,
  { id, number }: { id: string; number: string },
  words: string,
): Promise<void> {
  const assigned = await findAssigned(tx, { queue: 'disputes', subjectId: id })
  if (!assigned) return
  const subject = `Case ${number}: ${words}`
  const opens = { label: 'Open the case', path: `/operator/cases/${id}` }
  const page = { subject, heading: subject, paragraphs: [], opens }
  await sendMail(tx, { userId: null, to: assigned.email, kind: 'operator', page })
}
