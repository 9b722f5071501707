import type { Tx } from '../../../platform/db/database.ts'
import { notify } from '../../notifications/notifications.service.ts'
import type { Domain } from '../ownership/domains.repository.ts'

const link = '/app/my-domains'

type Told = {
  publicOrigin: string
  subject: string
  body: string
  more?: string
  /** A possible theft is mailed whatever the reader has turned off. */
  isUrgent?: boolean
}

/** Notifies the owner of a verification result, in the app and by mail. */
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
