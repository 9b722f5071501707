import type { Tx } from '../../../platform/db/database.ts'
import { notify } from '../../notifications/notifications.service.ts'
import type { Domain } from '../ownership/domains.repository.ts'

const link = '/app/my-domains'

type Told = {
  publicOrigin: string
  subject: string
  body: string
  more?: string
  /** What may be a theft is mailed whatever its reader turned off. */
  isUrgent?: boolean
}

/** Tells the owner what became of the proof of a domain, in the app and by mail. */
export async function notifyOfVerification(
  tx: Tx,
  { userId }: Pick<Domain, 'userId'>,
  { publicOrigin, subject, body, more, isUrgent = false }: Told,
): Promise<void> {
  await notify(tx, {
    userId,
    kind: isUrgent ? 'security' : 'domains',
    body,
    link,
    mail: {
      subject,
      heading: subject,
      paragraphs: [body, ...(more ? [more] : [])],
      button: { label: 'Open My Domains', url: `${publicOrigin}${link}` },
    },
  })
}
