import type { Tx } from '../../../platform/db/database.ts'
import { notify } from '../../notifications/notifications.service.ts'

const link = '/app/transactions'

type Told = { userId: string; publicOrigin: string; subject: string; body: string; more?: string }

/** Notifies a user of a balance change, in the app and by a mail nobody can turn off. */
export async function notifyOfMoney(
  tx: Tx,
  { userId, publicOrigin, subject, body, more }: Told,
): Promise<void> {
  await notify(tx, {
    userId,
    kind: 'payments',
    body,
    link,
    mail: {
      subject,
      heading: subject,
      paragraphs: [
        body,
        ...(more ? [more] : []),
        'The site balance pays registry fees only. Loan money never goes through it.',
      ],
      button: { label: 'View transactions', url: `${publicOrigin}${link}` },
    },
  })
}
