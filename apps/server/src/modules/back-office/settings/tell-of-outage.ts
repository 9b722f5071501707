import { operatorAccess } from '@pier/protocol/calls/operator/operator-access'
import { sayTime } from '@pier/protocol/say-time'
import type { Tx } from '../../../platform/db/database.ts'
import { findStop } from '../../loans/loans.service.ts'
import { mailOperators } from '../../operators/operators.service.ts'

/** Clocks were stopped automatically: mails the operators who may start them again. */
export async function notifyOfOutage(tx: Tx, stopId: string): Promise<void> {
  const stop = await findStop(tx, stopId)
  if (!stop || stop.endedAt) return
  const until = stop.overAt ? sayTime(stop.overAt) : 'now'
  const page = {
    subject: `Clocks stopped: ${stop.reason}`,
    heading: 'Clocks are stopped until you decide',
    paragraphs: [
      `${stop.reason}, from ${sayTime(stop.beganAt)} to ${until}.`,
      'Decide whether this time counts. Until then nothing becomes due. Both sides of each affected loan see the reason.',
    ],
    opens: { label: 'Open Clocks', path: '/operator/clocks' },
  }
  const may = operatorAccess['POST /operator/clocks/:id/start']
  await mailOperators(tx, page, ({ roles }) => roles.some((role) => may.includes(role)))
}
