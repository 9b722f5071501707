import { randomInt } from 'node:crypto'
import type { Deliveries, DeliveryOutcome } from '../webhooks/deliveries.ts'

export const paymentStatuses = [
  'waiting',
  'confirming',
  'confirmed',
  'sending',
  'partially_paid',
  'finished',
  'failed',
  'refunded',
  'expired',
] as const
export type PaymentStatus = (typeof paymentStatuses)[number]

export type CryptoInvoice = {
  id: string
  token_id: string
  order_id: string | null
  order_description: string | null
  price_amount: string
  price_currency: string
  pay_currency: null
  ipn_callback_url: string | null
  invoice_url: string
  success_url: string | null
  cancel_url: string | null
  partially_paid_url: string | null
  created_at: string
  updated_at: string
  is_fixed_rate: boolean
  is_fee_paid_by_user: boolean
}

/** The content of an IPN; reading a payment gives this and a little more. */
export type CryptoPayment = {
  payment_id: number
  parent_payment_id: number | null
  invoice_id: number | null
  payment_status: PaymentStatus
  pay_address: string
  payin_extra_id: string | null
  price_amount: number
  price_currency: string
  pay_amount: number
  actually_paid: number
  actually_paid_at_fiat: number
  pay_currency: string
  order_id: string | null
  order_description: string | null
  purchase_id: string
  outcome_amount: number
  outcome_currency: string
  payment_extra_ids: number[] | null
  fee: { currency: string; depositFee: number; withdrawalFee: number; serviceFee: number }
}

export type PaymentRecord = { payment: CryptoPayment; createdAt: string; updatedAt: string }

export type Ipn = {
  id: number
  paymentId: number
  /** The exact text that was sent. */
  body: string
  /** The header `x-nowpayments-sig`. */
  signature: string
  outcome: DeliveryOutcome
}

type Settings = { ipnSecret: string; stepMs: number; deliveries: Deliveries }
export type CryptoState = ReturnType<typeof createCryptoState>

export function createCryptoState(settings: Settings) {
  return {
    ...settings,
    origin: '',
    isDelivering: true,
    invoices: new Map<string, CryptoInvoice>(),
    payments: new Map<number, PaymentRecord>(),
    paymentsOf: new Map<string, CryptoPayment[]>(),
    ipns: [] as Ipn[],
    timers: new Set<NodeJS.Timeout>(),
  }
}

/** Ten random digits: a restarted sandbox does not repeat earlier ids. */
export function newNumber(): number {
  return randomInt(4_000_000_000, 9_999_999_999)
}
