/** What happens to payments. Each change is sent to the shop as an IPN. */
import { recordIpn } from './crypto-ipns.ts'
import {
  type CryptoInvoice,
  type CryptoPayment,
  type CryptoState,
  newNumber,
  type PaymentStatus,
} from './crypto-state.ts'
import { amountOf, centsOf, type CoinCode, isCoin, unitsFor, unitsOf } from './coins.ts'

export type PaymentOptions = {
  coin: CoinCode
  /** Set for a repeat deposit, which is a payment of its own. */
  parentId?: number | undefined
}

export function createPayment(
  crypto: CryptoState,
  invoiceId: string,
  { coin, parentId }: PaymentOptions,
): CryptoPayment {
  const invoice = getInvoice(crypto, invoiceId)
  const price = Number(invoice.price_amount)
  const payment_id = newNumber()
  const payment: CryptoPayment = {
    payment_id,
    parent_payment_id: parentId ?? null,
    invoice_id: Number(invoice.id),
    payment_status: 'waiting',
    pay_address: `sandbox-${coin}-not-a-real-address-${parentId ?? payment_id}`,
    payin_extra_id: null,
    price_amount: price,
    price_currency: invoice.price_currency,
    pay_amount: amountOf(unitsFor(centsOf(price), coin), coin),
    actually_paid: 0,
    actually_paid_at_fiat: 0, // Zero even when paid, as the vendor's own example has it.
    pay_currency: coin,
    order_id: invoice.order_id,
    order_description: invoice.order_description,
    purchase_id: String(newNumber()),
    outcome_amount: 0,
    outcome_currency: coin,
    payment_extra_ids: null,
    fee: { currency: coin, depositFee: 0, withdrawalFee: 0, serviceFee: 0 },
  }
  const createdAt = new Date().toISOString()
  crypto.payments.set(payment_id, { payment, createdAt, updatedAt: createdAt })
  const ofInvoice = crypto.paymentsOf.get(invoiceId) ?? []
  crypto.paymentsOf.set(invoiceId, [...ofInvoice, payment])
  recordIpn(crypto, payment)
  return payment
}

export type PaymentChanges = {
  [K in keyof Omit<CryptoPayment, 'payment_id'>]?: CryptoPayment[K] | undefined
}

/** Any change, even an impossible one; each is sent to the shop. */
export function setPayment(
  crypto: CryptoState,
  paymentId: number,
  changes: PaymentChanges,
): CryptoPayment {
  const record = crypto.payments.get(paymentId)
  if (!record) throw new Error(`No payment ${paymentId}`)
  const given = Object.entries(changes).filter(([, value]) => value !== undefined)
  Object.assign(record.payment, Object.fromEntries(given))
  record.updatedAt = new Date().toISOString()
  recordIpn(crypto, record.payment)
  return record.payment
}

export const sendings = ['exact', 'half', 'more', 'again'] as const
export type Sending = (typeof sendings)[number]

/** Sends coins: the statuses then follow by themselves. Returns the payment they belong to. */
export function sendCoins(crypto: CryptoState, paymentId: number, sending: Sending): CryptoPayment {
  const payment = getPayment(crypto, paymentId)
  const coin = payment.pay_currency
  if (!isCoin(coin)) throw new Error(`No such coin: ${coin}`)
  const asked = unitsOf(payment.pay_amount, coin)

  if (sending === 'again') {
    const repeat = createRepeat(crypto, payment, coin)
    walk(crypto, repeat.payment_id, { statuses: paidInFull, ...paidWith(asked, coin) })
    return repeat
  }
  const units = { exact: asked, half: asked / 2n, more: (asked * 11n) / 10n }[sending]
  const statuses = sending === 'half' ? paidInPart : paidInFull
  walk(crypto, paymentId, { statuses, ...paidWith(units, coin) })
  return payment
}

const paidInFull: PaymentStatus[] = ['confirming', 'confirmed', 'sending', 'finished']
const paidInPart: PaymentStatus[] = ['confirming', 'confirmed', 'partially_paid']

function paidWith(units: bigint, coin: CoinCode): PaymentChanges {
  const serviceFee = units / 200n // Half a percent.
  return {
    actually_paid: amountOf(units, coin),
    outcome_amount: amountOf(units - serviceFee, coin),
    fee: {
      currency: coin,
      depositFee: 0,
      withdrawalFee: 0,
      serviceFee: amountOf(serviceFee, coin),
    },
  }
}

function createRepeat(crypto: CryptoState, parent: CryptoPayment, coin: CoinCode): CryptoPayment {
  const parentId = parent.payment_id
  const repeat = createPayment(crypto, String(parent.invoice_id), { coin, parentId })
  const payment_extra_ids = [...(parent.payment_extra_ids ?? []), repeat.payment_id]
  setPayment(crypto, parentId, { payment_extra_ids })
  return repeat
}

function walk(
  crypto: CryptoState,
  paymentId: number,
  {
    statuses: [payment_status, ...rest],
    ...changes
  }: PaymentChanges & { statuses: PaymentStatus[] },
): void {
  if (!payment_status) return
  setPayment(crypto, paymentId, { ...changes, payment_status })
  const timer = setTimeout(() => {
    crypto.timers.delete(timer)
    walk(crypto, paymentId, { statuses: rest })
  }, crypto.stepMs)
  crypto.timers.add(timer)
}

function getInvoice(crypto: CryptoState, id: string): CryptoInvoice {
  const invoice = crypto.invoices.get(id)
  if (!invoice) throw new Error(`No invoice ${id}`)
  return invoice
}

function getPayment(crypto: CryptoState, id: number): CryptoPayment {
  const record = crypto.payments.get(id)
  if (!record) throw new Error(`No payment ${id}`)
  return record.payment
}
