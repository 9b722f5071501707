import { labelOfOffer } from '@pier/protocol/labels'
import { interestCents } from '@pier/protocol/loans/loan-terms'
import { writeCents, writeCsv } from '../../../platform/csv.ts'
import type { ListedOffer } from '../records/offer-lists.repository.ts'
import type { Side } from '../records/offers.repository.ts'

const columns = [
  'Domain',
  'Your role',
  'Counterparty',
  'Proposed by',
  'Version',
  'Status',
  'Reason',
  'Loan (USD)',
  'Term (days)',
  'APR (%)',
  'Interest (USD)',
  'Repay (USD)',
  'Message',
  'Made at (UTC)',
  'Valid until (UTC)',
  'Decided at (UTC)',
]

const sides: Record<Side, string> = { BORROWER: 'Borrower', LENDER: 'Lender' }

export const writeOffers = (offers: readonly (ListedOffer & { role: Side })[]): string =>
  writeCsv(columns, offers.map(writeOffer))

function writeOffer(offer: ListedOffer & { role: Side }): string[] {
  const { rateBps, termDays, status, reason } = offer
  const principalCents = Number(offer.amountCents)
  const interest = interestCents({ principalCents, rateBps, days: termDays })
  return [
    offer.name,
    sides[offer.role],
    offer.otherHandle ?? '',
    sides[offer.side],
    String(offer.version),
    labelOfOffer(status, reason),
    reason ?? '',
    writeCents(principalCents),
    String(termDays),
    writeCents(rateBps),
    writeCents(interest),
    writeCents(principalCents + interest),
    offer.message ?? '',
    offer.createdAt.toISOString(),
    offer.expiresAt.toISOString(),
    offer.decidedAt?.toISOString() ?? '',
  ]
}
