/**
 * A domain in custody does not lapse. It is renewed 45 days before it expires, first from the
 * renewal reserve, then from the owner's balance. If both fall short the owner is notified, again
 * at 30, 14 and 7 days; five days before expiry the platform renews it and the owner owes the rest.
 */
import { sayDate } from '@pier/protocol/say-time'
import { formatMoney } from '@pier/protocol/money'
import { dayMs } from '@pier/protocol/time'
import type { Kysely } from 'kysely'
import { AppError, invariant } from '../../../platform/app-error.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { DB } from '../../../platform/db/db-types.ts'
import { setTimer } from '../../../platform/jobs/timers.ts'
import { lockDomain, type Domain } from '../../domains/domains.service.ts'
import { balanceOf } from '../../ledger/ledger.service.ts'
import {
  findHeldCents,
  giveFeeBack,
  reserveFee,
  oweFee,
  spendFee,
} from '../../payments/payments.service.ts'
import { lockCaller, type Caller } from '../../users/users.service.ts'
import { orderCommand } from '../commands/commands.service.ts'
import { notifyOwner } from '../holdings/custody-notices.ts'
import { findHolding, listUnplannedHoldings, saveHolding } from '../holdings/holdings.repository.ts'
import { endQuotes } from '../quotes/quotes.repository.ts'
import { takeQuote } from '../quotes/quotes.service.ts'
import {
  findRenewal,
  hasOpenRenewal,
  insertRenewal,
  saveRenewal,
  type NewRenewal,
  type Renewal,
} from './renewals.repository.ts'
import { drawReserve, findReserveCents, refillReserve } from './reserves.service.ts'

const attemptDays = [45, 30, 14, 7, 5]
const emergencyDays = 5

/** Sets the timer for the next attempt. After the last planned day it is tried daily. */
export async function planRenewal(
  tx: Tx,
  { domainId, expiresAt }: { domainId: string; expiresAt: Date | null },
): Promise<void> {
  if (!expiresAt) return
  const next = attemptDays
    .map((days) => expiresAt.getTime() - days * dayMs)
    .find((time) => time > tx.now.getTime())
  const fireAt = new Date(next ?? tx.now.getTime() + dayMs)
  await setTimer(tx, { job: 'custody.renew', subjectId: domainId, fireAt })
}

/** Plans renewals whose timers were lost, as after an outage of the registrar. */
export async function planForgottenRenewals(tx: Tx): Promise<void> {
  const before = new Date(tx.now.getTime() + Math.max(...attemptDays) * dayMs)
  for (const holding of await listUnplannedHoldings(tx, before)) await planRenewal(tx, holding)
}

/** When the registration of a domain in custody ends, as the registrar last said. */
export async function findExpiry(tx: Tx, domainId: string): Promise<Date | null> {
  return (await findHolding(tx, domainId))?.expiresAt ?? null
}

/** Renews on a planned day at the registrar's price. `unpaidUntil` is set if nobody could pay. */
export async function renewInTime(
  tx: Tx,
  domain: Domain,
  feeCents: number,
): Promise<{ unpaidUntil: Date | null }> {
  const holding = await findHolding(tx, domain.id)
  if (!holding?.expiresAt || holding.leftAt) return { unpaidUntil: null }
  const daysLeft = (holding.expiresAt.getTime() - tx.now.getTime()) / dayMs
  // One that is under way may still fail, so the next day is planned in any case.
  if (daysLeft > Math.max(...attemptDays) || (await hasOpenRenewal(tx, domain.id))) {
    await planRenewal(tx, { domainId: domain.id, expiresAt: holding.expiresAt })
    return { unpaidUntil: null }
  }
  const { availableCents } = await balanceOf(tx, domain.userId)
  const coveredCents = availableCents + (await findReserveCents(tx, domain))
  const isPaid = coveredCents >= feeCents || daysLeft <= emergencyDays
  if (isPaid) {
    const isEmergency = coveredCents < feeCents
    await orderRenewal(tx, domain, { expiresAt: holding.expiresAt, feeCents, isEmergency })
  } else {
    const missing = formatMoney(feeCents - coveredCents)
    const endsOn = sayDate(holding.expiresAt)
    await notifyOwner(tx, domain, {
      subject: `${domain.unicodeName}: top up ${missing} by ${endsOn} to renew it`,
      body: `${domain.unicodeName} expires on ${endsOn}. Renewal costs ${formatMoney(feeCents)}, and your balance is ${missing} short.`,
      more: [
        'We retry automatically. Otherwise we renew it five days before it expires, and you owe us the fee.',
      ],
      isUrgent: true,
    })
  }
  await planRenewal(tx, { domainId: domain.id, expiresAt: holding.expiresAt })
  return { unpaidUntil: isPaid ? null : holding.expiresAt }
}

type Order = { expiresAt: Date; feeCents: number; isEmergency: boolean }

async function orderRenewal(
  tx: Tx,
  domain: Domain,
  { expiresAt, feeCents, isEmergency }: Order,
): Promise<string> {
  const { userId, unicodeName } = domain
  const drawn = await drawReserve(tx, domain, feeCents)
  const amountCents = isEmergency ? await spendableOf(tx, domain, drawn.reserveCents) : feeCents
  const fee = { userId, type: 'renewal', domain: unicodeName, amountCents } as const
  const transactionId = amountCents > 0 ? await reserveFee(tx, fee) : null
  const paid = { feeCents, isEmergency, transactionId, ...drawn }
  const row = { domainId: domain.id, userId, expiresAt, ...paid }
  return (await order(tx, row)).commandId
}

/**
 * Where the balance was negative, part of the freed reserve is gone: no more is reserved than is
 * available.
 */
async function spendableOf(tx: Tx, { userId }: Domain, reserveCents: number): Promise<number> {
  const { availableCents } = await balanceOf(tx, userId)
  return Math.max(0, Math.min(reserveCents, availableCents))
}

/** The owner wants one more year, at the price they saw. */
export async function requestRenewal(
  tx: Tx,
  { userId, sessionId, domainId, quoteId }: Caller & { domainId: string; quoteId: string },
): Promise<string> {
  await lockCaller(tx, { userId, sessionId })
  const domain = await lockDomain(tx, { domainId, userId })
  const holding = await findHolding(tx, domainId)
  if (!holding?.expiresAt || holding.leftAt) throw new AppError('domain_wrong_status')
  if (await hasOpenRenewal(tx, domainId)) throw new AppError('domain_busy')
  const feeCents = await buyWith(tx, { domain, quoteId })
  return orderRenewal(tx, domain, { expiresAt: holding.expiresAt, feeCents, isEmergency: false })
}

/** A quote buys one year: whoever sends the same order again after an error gets no second one. */
async function buyWith(
  tx: Tx,
  { domain, quoteId }: { domain: Domain; quoteId: string },
): Promise<number> {
  const feeCents = await takeQuote(tx, { domain, operation: 'renew', quoteId })
  await endQuotes(tx, domain.id)
  return feeCents
}

type Payer = { payerId: string; quoteId: string; note: string }

/** Somebody else pays for a year, at the price they saw, from their own balance alone. */
export async function requestRenewalFor(
  tx: Tx,
  domain: Domain,
  { payerId, quoteId, note }: Payer,
): Promise<{ renewalId: string; commandId: string; feeCents: number; expiresAt: Date }> {
  const holding = await findHolding(tx, domain.id)
  if (!holding?.expiresAt || holding.leftAt) throw new AppError('domain_wrong_status')
  if (await hasOpenRenewal(tx, domain.id)) throw new AppError('domain_busy')
  const { expiresAt } = holding
  const feeCents = await buyWith(tx, { domain, quoteId })
  const fee = { userId: payerId, type: 'advance', domain: domain.unicodeName, note } as const
  const transactionId = await reserveFee(tx, { ...fee, amountCents: feeCents })
  const paid = { feeCents, transactionId, isEmergency: false, reserveId: null, reserveCents: 0 }
  const row = { domainId: domain.id, userId: payerId, expiresAt, ...paid }
  return { ...(await order(tx, row)), feeCents, expiresAt }
}

async function order(tx: Tx, row: NewRenewal): Promise<{ renewalId: string; commandId: string }> {
  const renewal = await insertRenewal(tx, row)
  if (!renewal) throw new AppError('domain_busy')
  const input = { renewalId: renewal.id }
  const commandId = await orderCommand(tx, { domainId: row.domainId, kind: 'renew', input })
  return { renewalId: renewal.id, commandId }
}

export async function findRenewalState(db: Kysely<DB>, id: string) {
  return (await findRenewal(db, id))?.state
}

export async function completeRenewal(
  tx: Tx,
  domain: Domain,
  { renewalId, expiresAt }: { renewalId: string; expiresAt: Date },
): Promise<void> {
  const renewal = await getRenewal(tx, renewalId)
  if (renewal.state !== 'asked') return
  const paidCents = renewal.transactionId ? await findHeldCents(tx, renewal.transactionId) : 0
  if (renewal.transactionId) await spendFee(tx, renewal.transactionId)
  const owedCents = renewal.isEmergency ? renewal.feeCents - paidCents : 0
  const owedId = owedCents > 0 ? await owe(tx, domain, owedCents) : null
  const transactionId = renewal.transactionId ?? owedId
  await saveRenewal(tx, renewalId, { state: 'done', ...(transactionId && { transactionId }) })
  await saveHolding(tx, domain.id, { expiresAt })
  await planRenewal(tx, { domainId: domain.id, expiresAt })
  const until = sayDate(expiresAt)
  await notifyOwner(tx, domain, {
    subject: `${domain.unicodeName}: renewed until ${until}`,
    body: renewal.isEmergency
      ? `${domain.unicodeName} was about to expire, so we renewed it until ${until}. You owe us ${formatMoney(owedCents)}.`
      : `${domain.unicodeName} is renewed until ${until}. ${sourceOf(domain, renewal)}`,
  })
}

const owe = (tx: Tx, { userId, unicodeName }: Domain, amountCents: number): Promise<string> =>
  oweFee(tx, { userId, type: 'renewal', domain: unicodeName, amountCents })

function sourceOf(domain: Domain, { feeCents, reserveCents, userId }: Renewal): string {
  const fee = formatMoney(feeCents)
  if (userId !== domain.userId) return `Your lender paid the fee of ${fee}.`
  if (reserveCents === 0) return `${fee} came from your balance.`
  if (reserveCents === feeCents) return `${fee} came from its renewal reserve.`
  const rest = formatMoney(feeCents - reserveCents)
  return `${formatMoney(reserveCents)} came from its renewal reserve and ${rest} from your balance.`
}

export async function failRenewal(tx: Tx, domain: Domain, renewalId: string): Promise<void> {
  const renewal = await getRenewal(tx, renewalId)
  if (renewal.state !== 'asked') return
  await saveRenewal(tx, renewalId, { state: 'failed' })
  await endQuotes(tx, domain.id)
  if (renewal.transactionId) {
    await giveFeeBack(tx, renewal.transactionId, 'The registry did not renew the domain')
  }
  await refillReserve(tx, domain, renewal)
  const hasPaid = renewal.transactionId && renewal.userId === domain.userId
  const back = hasPaid ? '. The fee is back on your balance' : ''
  await notifyOwner(tx, domain, {
    subject: `${domain.unicodeName}: renewal failed, we are retrying`,
    body: `The registry did not renew ${domain.unicodeName}. We are looking into it and will retry${back}.`,
  })
}

async function getRenewal(tx: Tx, id: string): Promise<Renewal> {
  const renewal = await findRenewal(tx, id)
  invariant(renewal, `there is a renewal ${id}`)
  return renewal
}
