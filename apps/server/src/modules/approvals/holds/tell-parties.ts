import type { Party } from '@pier/protocol/lifecycles/escrow'
import type { Tx } from '../../../platform/db/database.ts'
import type { Loan } from '../../loans/loans.service.ts'
import { notify } from '../../notifications/notifications.service.ts'

const parties = ['BORROWER', 'LENDER'] as const
const bodyLengthMax = 480

type Told = { headline: string; more: string[]; not?: Party | undefined }

/** In the app and by mail. */
export async function notifyParties(
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
