/** What the sides of a loan, and whoever works on its case, are told by the operator module. */
import { limits } from '@pier/protocol/limits'
import { decisionKinds } from '@pier/protocol/operators'
import { operatorAccess } from '@pier/protocol/calls/operator-access'
import type { Party } from '@pier/protocol/lifecycles/escrow'
import { sayTime } from '@pier/protocol/say-time'
import type { Tx } from '../../platform/db/database.ts'
import type { MailPage } from '../../providers/mail/mail-page.ts'
import { findStop, type Loan } from '../escrow/operator-steps.service.ts'
import { notify, sendMail } from '../notifications/notifications.service.ts'
import { findAssigned } from './case.repository.ts'
import type { Decision } from './decisions.repository.ts'
import { listAllOperators, type Operator } from './operators.repository.ts'

const parties = ['BORROWER', 'LENDER'] as const
const bodyLengthMax = 480

type Told = { headline: string; more: string[]; not?: Party | undefined }

/** In the app and by mail. */
export async function tellParties(
  tx: Tx,
  { escrow, domain }: Pick<Loan, 'escrow' | 'domain'>,
  { headline, more, not }: Told,
): Promise<void> {
  const subject = `${domain.unicodeName}: ${headline}`
  for (const party of parties) {
    if (party === not) continue
    await notify(tx, {
      userId: party === 'BORROWER' ? escrow.borrowerId : escrow.lenderId,
      kind: 'defaults',
      body: `${subject}. ${more[0] ?? ''}`.slice(0, bodyLengthMax),
      link: `/app/escrow/${escrow.id}`,
      mail: { subject, heading: headline, paragraphs: more },
    })
  }
}

/** What was said stands in the case, and not in a mail box. */
export async function tellAssigned(
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

/** Clocks stand still by themselves: those who may let them run hear of it at once, wherever they are. */
export async function tellOfOutage(tx: Tx, stopId: string): Promise<void> {
  const stop = await findStop(tx, stopId)
  if (!stop || stop.endedAt) return
  const until = stop.overAt ? sayTime(stop.overAt) : 'now'
  const page = {
    subject: `Clocks stopped: ${stop.reason}`,
    heading: 'Clocks stand still until you decide',
    paragraphs: [
      `${stop.reason}, from ${sayTime(stop.beganAt)} to ${until}.`,
      'Say whether that time counts. Until then nothing becomes due, and both sides of each loan that it concerns read why.',
    ],
    opens: { label: 'Open Clocks', path: '/operator/clocks' },
  }
  const may = operatorAccess['POST /operator/clocks/:id/start']
  await mailOperators(tx, page, ({ roles }) => roles.some((role) => may.includes(role)))
}

/** Their proposal found no second key in its time. */
export const tellProposer = (
  tx: Tx,
  { number, kind, proposedBy }: Pick<Decision, 'number' | 'kind' | 'proposedBy'>,
): Promise<void> =>
  mailOperators(
    tx,
    {
      subject: `Decision ${number} has lapsed`,
      heading: `${decisionKinds[kind].words}: nobody turned the second key`,
      paragraphs: [
        `It waited ${limits.proposalHours} hours. Nothing has changed, and it can be proposed anew.`,
      ],
      opens: { label: 'Open Decisions', path: '/operator/decisions' },
    },
    ({ id }) => id === proposedBy,
  )

/** To everybody who works here, or to those of them whom it concerns. */
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
