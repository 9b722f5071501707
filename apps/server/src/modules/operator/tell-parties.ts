/** What the sides of a loan, and whoever works on its case, are told by the operator module. */
import type { Party } from '@pier/protocol/lifecycles/escrow'
import type { Tx } from '../../platform/db/database.ts'
import type { Loan } from '../escrow/operator-steps.service.ts'
import { notify, sendMail } from '../notifications/notifications.service.ts'
import { findAssigned } from './case.repository.ts'

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
