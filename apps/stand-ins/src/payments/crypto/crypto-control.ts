import { z } from 'zod'
import { coinCodes } from './coins.ts'
import { type ControlRoutes, deliveryInput, faultInput } from '../../http/control-routes.ts'
import { deliverIpn, signIpn } from './crypto-ipns.ts'
import {
  createPayment,
  type PaymentChanges,
  type PaymentOptions,
  sendCoins,
  type Sending,
  sendings,
  setPayment,
} from './crypto-payments.ts'
import { type CryptoPayment, type CryptoState, type Ipn, paymentStatuses } from './crypto-state.ts'
import type { Fault, Faults } from '../../http/faults.ts'

export type CryptoControl = ReturnType<typeof createCryptoControl>
type Signing = { secret?: string | undefined; arraysAsObjects?: boolean | undefined }

export function createCryptoControl(crypto: CryptoState, faults: Faults) {
  return {
    createPayment: (invoiceId: string, options: PaymentOptions): CryptoPayment => ({
      ...createPayment(crypto, invoiceId, options),
    }),
    setPayment: (paymentId: number, changes: PaymentChanges): CryptoPayment => ({
      ...setPayment(crypto, paymentId, changes),
    }),
    /** What the buttons of the page do: the statuses then follow by themselves. */
    send: (paymentId: number, sending: Sending): CryptoPayment => ({
      ...sendCoins(crypto, paymentId, sending),
    }),
    /** Off loses the IPNs: they are recorded but only sent by `resend`. */
    setDelivery: ({ mode }: { mode: 'on' | 'off' }): void => {
      crypto.isDelivering = mode === 'on'
    },
    /** Every IPN so far, oldest first. */
    ipns: (): Ipn[] => [...crypto.ipns],
    resend: (ipnId: number): void => deliverIpn(crypto, ipnId),
    /** Settles once every IPN was accepted or given up. */
    delivered: (): Promise<void> => crypto.deliveries.idle(),
    sign: (
      bodyText: string,
      { secret = crypto.ipnSecret, arraysAsObjects = false }: Signing = {},
    ): string => signIpn(bodyText, { secret, arraysAsObjects }),
    fail: (fault: Fault): void => faults.fail(fault),
  }
}

const createInput = z.strictObject({
  invoiceId: z.string(),
  coin: z.enum(coinCodes),
  parentId: z.int().optional(),
})
const changesInput = z.strictObject({
  paymentId: z.int(),
  payment_status: z.enum(paymentStatuses).optional(),
  actually_paid: z.number().optional(),
  parent_payment_id: z.int().nullable().optional(),
  price_amount: z.number().optional(),
  price_currency: z.string().optional(),
  pay_amount: z.number().optional(),
  pay_currency: z.string().optional(),
  outcome_amount: z.number().optional(),
  order_id: z.string().nullable().optional(),
  invoice_id: z.int().nullable().optional(),
  payment_extra_ids: z.array(z.int()).nullable().optional(),
})
const sendInput = z.strictObject({ paymentId: z.int(), sending: z.enum(sendings) })
const signInput = z.strictObject({
  bodyText: z.string(),
  secret: z.string().optional(),
  arraysAsObjects: z.boolean().optional(),
})

export function cryptoControlRoutes(control: CryptoControl): ControlRoutes {
  return {
    'GET /sandbox/ipns': () => control.ipns(),
    'POST /sandbox/create-payment': (input) => {
      const { invoiceId, ...options } = createInput.parse(input)
      return control.createPayment(invoiceId, options)
    },
    'POST /sandbox/set-payment': (input) => {
      const { paymentId, ...changes } = changesInput.parse(input)
      return control.setPayment(paymentId, changes)
    },
    'POST /sandbox/send': (input) => {
      const { paymentId, sending } = sendInput.parse(input)
      return control.send(paymentId, sending)
    },
    'POST /sandbox/delivery': (input) => control.setDelivery(deliveryInput.parse(input)),
    'POST /sandbox/resend': (input) =>
      control.resend(z.strictObject({ ipnId: z.int() }).parse(input).ipnId),
    'POST /sandbox/sign': (input) => {
      const { bodyText, ...options } = signInput.parse(input)
      return { header: control.sign(bodyText, options) }
    },
    'POST /sandbox/fail': (input) => control.fail(faultInput.parse(input)),
  }
}
