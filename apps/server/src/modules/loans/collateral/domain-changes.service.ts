/**
 * Changes to a domain at the registry concern its lender. Each one is an event in every open loan
 * on the domain, and its lender is notified in the app and by mail; custody notifies the owner.
 * Lenders of ended loans are not notified. The domain has to be locked.
 */
import type { NotificationKind } from '@pier/protocol/notification-kinds'
import type { Tx } from '../../../platform/db/database.ts'
import type { Json } from '../../../platform/crypto/canonical.ts'
import { notify } from '../../notifications/notifications.service.ts'
import { listOpenLoans, type Loan } from '../facts/loans.repository.ts'
import { textOfNews, type NameNews } from './domain-changes.ts'
import { lockLoan, noteEvent } from '../machine/transitions.service.ts'
import { publishChange } from '../notices/publish.ts'

export async function notifyOfName(tx: Tx, domainId: string, news: NameNews): Promise<void> {
  for (const { id } of await listOpenLoans(tx, domainId)) {
    const { loan, domain } = await lockLoan(tx, id)
    const by = news.kind === 'nameservers' ? { actor: 'BORROWER' as const, actorId: news.by } : {}
    const line = { action: news.kind, data: dataOf(news), ...by }
    await publishChange(tx, await noteEvent(tx, loan, line))
    await tellLender(tx, loan, { news, name: domain.unicodeName })
  }
}

/** After a check of the domain: refreshes open loan pages. */
export async function publishNameChange(tx: Tx, domainId: string): Promise<void> {
  for (const loan of await listOpenLoans(tx, domainId)) await publishChange(tx, loan)
}

const bodyLengthMax = 480

type Told = { news: NameNews; name: string }

async function tellLender(tx: Tx, loan: Loan, { news, name }: Told): Promise<void> {
  const { headline, happened, means, canDo } = textOfNews(news)
  const subject = `${name}: ${headline}`
  await notify(tx, {
    userId: loan.lenderId,
    kind: kinds[news.kind],
    body: `${subject}. ${means}`.slice(0, bodyLengthMax),
    link: `/app/escrow/${loan.id}`,
    mail: {
      subject,
      heading: headline,
      paragraphs: [happened, means, canDo],
      opens: { label: 'Open the loan', path: `/app/escrow/${loan.id}` },
      facts: [{ label: 'Loan', value: `${loan.code}, ${name}` }],
    },
    aboutId: loan.id,
  })
}

/** Risks to the collateral use the kind of mail that cannot be turned off. */
const kinds: Record<NameNews['kind'], NotificationKind> = {
  nameDrift: 'defaults',
  nameAskedAway: 'defaults',
  renewalUnpaid: 'defaults',
  renewalFailed: 'defaults',
  renewed: 'domains',
  nameservers: 'domains',
  nameserversRefused: 'domains',
}

/** What the line in the chain holds. */
function dataOf(news: NameNews): { [key: string]: Json } {
  switch (news.kind) {
    case 'nameDrift':
      return { alarms: news.alarms }
    case 'nameAskedAway':
      return { until: news.until?.toISOString() ?? null }
    case 'nameservers':
    case 'nameserversRefused':
      return { nameservers: news.nameservers }
    default:
      return { expiresAt: news.expiresAt.toISOString() }
  }
}
