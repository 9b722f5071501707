/**
 * What a borrower has to confirm before it is public: a rate that lenders take as a sign of
 * trouble, and a premium fee each year. They confirm the figure itself, so that nobody confirms
 * another one than applies.
 */
import { isUnusualRate } from '@pier/protocol/domains/listing-warnings'
import { formatMoney, parseDollars } from '@pier/protocol/money'
import { AppError } from '../../../platform/app-error.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { findPremiumPrice } from '../../custody/custody.service.ts'
import type { LoanTerms, TypedNumber } from './read-terms.ts'

export function requireConfirmedRate(
  { rateBps }: LoanTerms,
  confirmedRate: TypedNumber | undefined,
): void {
  if (!isUnusualRate(rateBps) || hundredths(confirmedRate) === rateBps) return
  throw new AppError('rate_unconfirmed', { field: 'confirmed_rate' })
}

/** Only the registry's own price for this name counts: a price list knows no premium. */
export async function requireConfirmedFee(
  tx: Tx,
  { domainId, confirmedFee }: { domainId: string; confirmedFee: TypedNumber | undefined },
): Promise<void> {
  const priceCents = await findPremiumPrice(tx, domainId)
  if (priceCents === null || hundredths(confirmedFee) === priceCents) return
  const message = `The registry charges a premium price of ${formatMoney(priceCents)} a year. Confirm it to publish the listing`
  throw new AppError('premium_unconfirmed', { message, field: 'confirmed_fee' })
}

const hundredths = (typed: TypedNumber | undefined): number | null =>
  typed === undefined ? null : parseDollars(String(typed).replace(/ ?%$/, ''))
