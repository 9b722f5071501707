import type { Tx } from '../../../platform/db/database.ts'
import { notify } from '../../notifications/notifications.service.ts'
import type { Domain } from '../../domains/domains.service.ts'

const bodyLengthMax = 480

type Told = { subject: string; body: string; more?: string[]; isUrgent?: boolean }

/** Notifies a domain's owner in the app and by mail. Urgent notices cannot be turned off. */
export async function notifyOwner(
  tx: Tx,
  { userId }: Pick<Domain, 'userId'>,
  { subject, body, more = [], isUrgent = false }: Told,
): Promise<void> {
  await notify(tx, {
    userId,
    kind: isUrgent ? 'security' : 'domains',
    body: body.slice(0, bodyLengthMax),
    link: '/app/my-domains',
    mail: { subject, heading: subject, paragraphs: [body, ...more] },
  })
}
