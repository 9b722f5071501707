/** Notices to the lender who is to be paid out, about the loan that replaces theirs. */
import { formatMoney } from '@pier/protocol/money'
import { invariant } from '../../../platform/app-error.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { Domain } from '../../domains/domains.service.ts'
import { notify } from '../../notifications/notifications.service.ts'
import { findLoan, type Loan } from '../facts/loans.repository.ts'
import { findNameOfUser } from '../facts/parties.repository.ts'
import { publishChange } from '../notices/publish.ts'

type Linked = { domain: Domain }

/** Another loan has been agreed. Nothing changes until its lender has paid. */
export const notifyOfLink = (tx: Tx, { domain }: Linked, linked: Loan) =>
  tellFormer(tx, { domain, linked }, (who, payout) => ({
    headline: `${who} will refinance your loan`,
    note: `They pay you ${payout} by then. Your loan runs as before until you confirm the payout.`,
  }))

/** The new lender says that the money is on its way. */
export const notifyOfPayout = (tx: Tx, { domain }: Linked, linked: Loan) =>
  tellFormer(tx, { domain, linked }, (who, payout) => ({
    headline: `${who} says that ${payout} is on its way to you`,
    note: 'Check your account, then confirm the payout. Their loan then replaces yours.',
  }))

type Words = (who: string, payout: string) => { headline: string; note: string }

async function tellFormer(
  tx: Tx,
  { domain, linked }: { domain: Domain; linked: Loan },
  words: Words,
): Promise<void> {
  const former = linked.refinancesId ? await findLoan(tx, linked.refinancesId) : undefined
  invariant(former, 'a linked loan is linked to one')
  const who = await findNameOfUser(tx, linked.lenderId)
  const { headline, note } = words(who, formatMoney(linked.payoffCents ?? 0))
  await notify(tx, {
    userId: former.lenderId,
    kind: 'payments',
    body: `${domain.unicodeName}: ${headline}. ${note}`,
    link: `/app/escrow/${former.id}`,
    mail: {
      subject: `${domain.unicodeName}: ${headline}`,
      heading: headline,
      paragraphs: [note],
      facts: [{ label: 'Loan', value: `${former.code}, ${domain.unicodeName}` }],
    },
  })
  await publishChange(tx, former)
}
