import type { Tx } from '../../../platform/db/database.ts'
import type { MailPage } from '../../../providers/mail/mail-page.ts'
import { sendMail } from '../../notifications/notifications.service.ts'
import { listAllOperators, type Operator } from '../people/operators.repository.ts'

/** Mails all active operators, or those that `isFor` selects. */
export async function mailOperators(
  tx: Tx,
  page: MailPage,
  isFor: (operator: Operator) => boolean = () => true,
): Promise<void> {
  for (const operator of await listAllOperators(tx)) {
    if (operator.endedAt || !operator.joinedAt || !isFor(operator)) continue
    await sendMail(tx, { userId: null, to: operator.email, kind: 'operator', page })
  }
}
