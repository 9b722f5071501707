/**
 * What a borrower says twice before it is public: a rate that lenders take as a sign of trouble, and
 * a name that costs more than others each year. Said twice is the figure itself, so that nobody has
 * confirmed another one than what is asked.
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

/** Only what the registry has said of this very name counts: a list of prices knows no premium. */
export async function requireConfirmedFee(
  tx: Tx,
  { domainId, confirmedFee }: { domainId: string; confirmedFee: TypedNumber | undefined },
): Promise<void> {
  const priceCents = await findPremiumPrice(tx, domainId)
  if (priceCents === null || hundredths(confirmedFee) === priceCents) return
  const message = `The registry asks ${formatMoney(priceCents)} a year for this name, a premium price. Confirm it before it is public`
  throw new AppError('premium_unconfirmed', { message, field: 'confirmed_fee' })
}

const hundredths = (typed: TypedNumber | undefined): number | null =>
  typed === undefined ? null : parseDollars(String(typed).replace(/ ?%$/, ''))
