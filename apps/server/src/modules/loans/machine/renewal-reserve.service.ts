/**
 * The registration of a domain has to outlast its loan, with time to spare. If it does not, the
 * renewal fee is set aside from the borrower's balance until the loan ends; if the balance does not
 * cover that, the lender has to waive it explicitly before paying.
 */
import { graceDaysOf, type Party } from '@pier/protocol/lifecycles/loan'
import { limits } from '@pier/protocol/limits'
import { formatMoney } from '@pier/protocol/money'
import { dayMs } from '@pier/protocol/time'
import { AppError } from '../../../platform/app-error.ts'
import type { Tx } from '../../../platform/db/database.ts'
import {
  findExpiry,
  findRenewalPrice,
  findReservedCents,
  giveReserveBack,
  setAside,
} from '../../custody/custody.service.ts'
import type { Domain } from '../../domains/domains.service.ts'
import { balanceOf } from '../../ledger/ledger.service.ts'
import { notify } from '../../notifications/notifications.service.ts'
import type { Loan, LoanChange } from '../facts/loans.repository.ts'
import { hasWaivedReserve } from '../facts/reveals.repository.ts'

const year = 365 * dayMs

type Held = { loan: Loan; domain: Domain }

/** A refinancing loan reserves anew once the former loan has released its reservation. */
export async function reserveRenewal(tx: Tx, { loan, domain }: Held): Promise<LoanChange> {
  await releaseRenewalReserve(tx, loan)
  const expiresAt = await findExpiry(tx, domain.id)
  const shortMs = expiresAt ? neededUntil(tx, loan) - expiresAt.getTime() : 0
  const covered = { runwayShortDays: null }
  if (shortMs <= 0) return covered
  const short = { runwayShortDays: Math.ceil(shortMs / dayMs) }
  const priceCents = await findRenewalPrice(tx, domain)
  if (priceCents === null) return short
  const feeCents = priceCents * Math.ceil(shortMs / year)
  const missingCents = feeCents - (await findCarriedCents(tx, loan))
  if (missingCents <= 0) return covered
  const { availableCents } = await balanceOf(tx, loan.borrowerId)
  if (availableCents < missingCents) return short
  await setAside(tx, domain, { loan, amountCents: missingCents })
  await tellOfReserve(tx, { loan, domain }, missingCents)
  return covered
}

/** Idempotent. */
export const releaseRenewalReserve = (tx: Tx, loan: Loan): Promise<void> =>
  giveReserveBack(tx, loan)

/** Due date, grace and notice, and time to spare. Before there is a due date, the latest it could be. */
function neededUntil(tx: Tx, loan: Loan): number {
  const days = loan.termDays + limits.payDays + graceDaysOf(loan)
  const graceUntil = loan.graceUntil?.getTime() ?? tx.now.getTime() + days * dayMs
  return graceUntil + (limits.noticeDays + limits.reserveSpareDays) * dayMs
}

/** The former loan's reservation carries over, so only the rest is reserved. */
const findCarriedCents = async (tx: Tx, { isLinked, refinancesId }: Loan): Promise<number> =>
  isLinked && refinancesId ? findReservedCents(tx, refinancesId) : 0

async function tellOfReserve(tx: Tx, { loan, domain }: Held, amountCents: number): Promise<void> {
  await notify(tx, {
    userId: loan.borrowerId,
    kind: 'loans',
    body: `${formatMoney(amountCents)} of your balance is reserved to renew ${domain.unicodeName} during the loan. What is not needed is released when the loan ends.`,
    link: '/app/transactions',
  })
}

type Payer = { loan: Loan; party: Party }

/** The waiver to record, if the registration ends too early. */
export const waiverOf = ({ loan, party }: Payer, waivesRunway: boolean | undefined) =>
  waivesRunway && isShort({ loan, party }) ? { waivesRunway } : {}

/** Called after the transition, which records any waiver; a waiver counts for good. */
export async function requireRenewalReserve(tx: Tx, { loan, party }: Payer): Promise<void> {
  if (!isShort({ loan, party }) || (await hasWaivedReserve(tx, loan.id))) return
  const message = `The registration can end ${loan.runwayShortDays} days before this loan does. Confirm that you pay anyway`
  throw new AppError('runway_short', { message, field: 'waives_runway' })
}

const isShort = ({ loan, party }: Payer) => party === 'LENDER' && loan.runwayShortDays !== null
