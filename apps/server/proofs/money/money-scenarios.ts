import { randomInt } from 'node:crypto'
import type { Payments } from '@pier/stand-ins/payments/payments'

/** What can happen to a payment, and how many of its cents the user has in the end. */
type Play<Page> = (payments: Payments, page: Page, cents: number) => number

const cardPlays = {
  paid: ({ card }, page, cents) => {
    card.pay(page)
    return cents
  },
  declinedThenPaid: ({ card }, page, cents) => {
    card.pay(page, { card: 'declined' })
    card.pay(page)
    return cents
  },
  expired: ({ card }, page) => {
    card.expire(page)
    return 0
  },
  leftOpen: () => 0,
  wrongAmount: ({ card }, page, cents) => {
    card.pay(page, { amountTotal: cents + randomInt(1, 1000) })
    return 0
  },
  wrongCurrency: ({ card }, page) => {
    card.pay(page, { currency: 'eur' })
    return 0
  },
  refundedInPart: ({ card }, page, cents) => {
    const part = randomInt(1, cents)
    card.refund(String(card.pay(page).session.payment_intent), part)
    return cents - part
  },
  refundFailed: ({ card }, page, cents) => {
    const { id } = card.refund(String(card.pay(page).session.payment_intent))
    card.failRefund(id)
    return cents
  },
  disputeWon: ({ card }, page, cents) => {
    const { id } = card.dispute(String(card.pay(page).session.payment_intent))
    card.closeDispute(id, 'won')
    return cents
  },
  disputeLost: ({ card }, page) => {
    const { id } = card.dispute(String(card.pay(page).session.payment_intent))
    card.closeDispute(id, 'lost')
    return 0
  },
} satisfies Record<string, Play<string>>

const whole = 1000

/** A deposit whose price is a round number of coins, so that fractions of it are exact. */
function deposit({ crypto }: Payments, page: string) {
  const { payment_id: id } = crypto.createPayment(page, { coin: 'btc' })
  crypto.setPayment(id, { pay_amount: whole })
  return {
    id,
    arrive: (share: number, status: 'partially_paid' | 'finished', more: object = {}) =>
      crypto.setPayment(id, { payment_status: status, actually_paid: whole * share, ...more }),
  }
}

const cryptoPlays = {
  exact: (payments, page, cents) => {
    deposit(payments, page).arrive(1, 'finished')
    return cents
  },
  half: (payments, page, cents) => {
    deposit(payments, page).arrive(0.5, 'partially_paid')
    return Math.floor(cents / 2)
  },
  growing: (payments, page, cents) => {
    const { arrive } = deposit(payments, page)
    arrive(0.25, 'partially_paid')
    arrive(0.75, 'partially_paid')
    arrive(1, 'finished')
    return cents
  },
  tooMuch: (payments, page, cents) => {
    deposit(payments, page).arrive(2, 'finished')
    return cents
  },
  again: (payments, page, cents) => {
    const { id, arrive } = deposit(payments, page)
    arrive(1, 'finished')
    const second = payments.crypto.createPayment(page, { coin: 'btc', parentId: id })
    payments.crypto.setPayment(second.payment_id, { payment_status: 'finished', actually_paid: 1 })
    return cents
  },
  sentBack: (payments, page) => {
    const { id, arrive } = deposit(payments, page)
    arrive(1, 'finished')
    payments.crypto.setPayment(id, { payment_status: 'refunded' })
    return 0
  },
  expired: (payments, page) => {
    payments.crypto.setPayment(deposit(payments, page).id, { payment_status: 'expired' })
    return 0
  },
  wrongPrice: (payments, page, cents) => {
    deposit(payments, page).arrive(1, 'finished', { price_amount: (cents + 100) / 100 })
    return 0
  },
} satisfies Record<string, Play<string>>

/** Half of them simply pay; the others are spread evenly over the rest. */
export function playSomething(
  payments: Payments,
  { rail, page, cents }: { rail: 'card' | 'crypto'; page: string; cents: number },
): { play: string; cents: number } {
  const plays: Record<string, Play<string>> = rail === 'card' ? cardPlays : cryptoPlays
  const names = Object.keys(plays)
  const name = randomInt(2) === 0 ? names[0] : names[randomInt(names.length)]
  const play = plays[name ?? '']
  return { play: name ?? '', cents: play?.(payments, page, cents) ?? 0 }
}

export const isWrong = (play: string): boolean => play.startsWith('wrong')
