import type { Party } from '@pier/protocol/lifecycles/loan'
import type { Tx } from '../../../platform/db/database.ts'
import type { LockedLoan } from '../../loans/loans.service.ts'
import { notify } from '../../notifications/notifications.service.ts'

const parties = ['BORROWER', 'LENDER'] as const
const bodyLengthMax = 480

type Told = { headline: string; more: string[]; not?: Party | undefined }

/** Notifies both parties, or all but `not`, in the app and by mail. */
export async function notifyParties(
  tx: Tx,
  { loan, domain }: Pick<LockedLoan, 'loan' | 'domain'>,
  { headline, more, not }: Told,
): Promise<void> {
  const subject = `${domain.unicodeName}: ${headline}`
  for (const party of parties) {
    if (party === not) continue
    await notify(tx, {
      userId: party === 'BORROWER' ? loan.borrowerId : loan.lenderId,
      kind: 'defaults',
      body: `${subject}. ${more[0] ?? ''}`.slice(0, bodyLengthMax),
      link: `/app/escrow/${loan.id}`,
      mail: { subject, heading: headline, paragraphs: more },
    })
  }
}
