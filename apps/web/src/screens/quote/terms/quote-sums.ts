/** What a loan on these terms would cost in all. The arithmetic of the loan is the protocol's. */
import { graceDaysOf } from '@pier/protocol/lifecycles/loan'
import { limits } from '@pier/protocol/limits'
import {
  adjustedBps,
  interestCents,
  payoffCents,
  perDiemCents,
} from '@pier/protocol/loans/loan-terms'
import { centsOf } from '@pier/protocol/money'
import { dayMs } from '@pier/protocol/time'
import type { Quote } from '../quote-view.ts'

export type Terms = { amountCents: number; termDays: number; rateBps: number }

/** Neither side of a loan pays us a part of it: there is no such fee in the product. */
export const ourShareCents = 0

export function interestOf({ amountCents: principalCents, termDays, rateBps }: Terms) {
  const loan = { principalCents, rateBps, days: termDays }
  return {
    adjustedBps: adjustedBps({ rateBps, termDays }),
    dayCents: perDiemCents(loan),
    interestCents: interestCents(loan),
    repayCents: payoffCents({ ...loan, termDays }),
  }
}

type Facts = { prices: Quote['prices']; expiresAt: string | null; nowMs: number }

export type Costs = {
  interestCents: number
  transferCents: number
  /** Null while nobody knows when the registration ends. */
  renewal: { years: number; cents: number; paidUntil: string } | null
  totalCents: number
  half: { days: number; totalCents: number } | null
}

/** Null where the registry's prices are not known. */
export function costsOf(terms: Terms, { prices, expiresAt, nowMs }: Facts): Costs | null {
  if (!prices) return null
  const { interestCents: interest } = interestOf(terms)
  const transferCents = centsOf(prices.transfer)
  const renewal = expiresAt
    ? renewalOf(terms, { expiresAt, nowMs, yearCents: centsOf(prices.renewal) })
    : null
  const feesCents = transferCents + (renewal?.cents ?? 0) + ourShareCents
  const halfDays = Math.floor(terms.termDays / 2)
  return {
    interestCents: interest,
    transferCents,
    renewal,
    totalCents: interest + feesCents,
    half:
      halfDays > 0
        ? { days: halfDays, totalCents: interestAfter(terms, halfDays) + feesCents }
        : null,
  }
}

function interestAfter({ amountCents: principalCents, termDays, rateBps }: Terms, days: number) {
  return payoffCents({ principalCents, rateBps, termDays, days }) - principalCents
}

type Registration = { expiresAt: string; nowMs: number; yearCents: number }

/**
 * The registration has to outlast the loan, its grace and notice, and some days to spare. Years that
 * are missing after the transfer are set aside from the balance when the agreement is signed.
 */
function renewalOf(terms: Terms, { expiresAt, nowMs, yearCents }: Registration) {
  const paidUntil = yearAfter(expiresAt)
  const days =
    limits.payDays +
    terms.termDays +
    graceDaysOf(terms) +
    limits.noticeDays +
    limits.reserveSpareDays
  const shortMs = nowMs + days * dayMs - Date.parse(paidUntil)
  const years = Math.max(Math.ceil(shortMs / (365 * dayMs)), 0)
  return { years, cents: years * yearCents, paidUntil }
}

function yearAfter(at: string): string {
  const date = new Date(at)
  date.setUTCFullYear(date.getUTCFullYear() + 1)
  return date.toISOString()
}
