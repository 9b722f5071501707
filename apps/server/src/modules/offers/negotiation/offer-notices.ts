/** Notifies the two parties of an offer, in the app, by mail and in their open tabs. */
import { formatMoney, formatRate } from '@pier/protocol/money'
import { sayDate } from '@pier/protocol/say-time'
import type { Tx } from '../../../platform/db/database.ts'
import { publish } from '../../../platform/live/publish.ts'
import type { Domain } from '../../domains/domains.service.ts'
import { notify } from '../../notifications/notifications.service.ts'
import { ensureHandle } from '../../users/users.service.ts'
import type { Offer } from '../records/offers.repository.ts'

export async function publishChange(tx: Tx, { lenderId, borrowerId }: Offer): Promise<void> {
  for (const userId of [lenderId, borrowerId]) {
    await publish(tx, { userId, type: 'loans', data: { type: 'loans' } })
  }
}

/** Notifies the other party, naming the actor by handle. */
export async function notifyOther(
  tx: Tx,
  offer: Offer,
  { unicodeName }: Domain,
  what: string,
  actorId = offer.side === 'LENDER' ? offer.lenderId : offer.borrowerId,
): Promise<void> {
  const toLender = actorId === offer.borrowerId
  const userId = toLender ? offer.lenderId : offer.borrowerId
  const handle = await ensureHandle(tx, actorId)
  const terms = `${formatMoney(offer.amountCents, { whole: true })}, ${offer.termDays} days, ${formatRate(offer.rateBps)}`
  const subject = `${unicodeName}: ${handle} ${what}`
  const by = offer.status === 'PENDING' ? `, answer by ${sayDate(offer.expiresAt)}` : ''
  const body = `${subject}: ${terms}`
  const link = toLender ? '/app/lend' : '/app/borrow'
  await notify(tx, {
    userId,
    kind: 'offers',
    body,
    link,
    isMessage: true,
    mail: {
      subject: `${subject}${by}`,
      heading: subject,
      paragraphs: [`The terms are ${terms}${by}.`],
    },
  })
}

export function notifyOne(tx: Tx, userId: string, body: string): Promise<void> {
  return notify(tx, { userId, kind: 'offers', body, link: '/app/lend', isMessage: true })
}
