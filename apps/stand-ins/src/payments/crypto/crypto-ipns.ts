import { createHmac, randomInt } from 'node:crypto'
import type { CryptoPayment, CryptoState, Ipn } from './crypto-state.ts'

/** Keys are in random order, as from the vendor, so that nobody can verify the raw text. */
export function recordIpn(crypto: CryptoState, payment: CryptoPayment): void {
  const body = JSON.stringify(shuffleKeys({ ...payment, fee: shuffleKeys(payment.fee) }))
  const arraysAsObjects = randomInt(2) === 1
  const ipn: Ipn = {
    id: crypto.ipns.length + 1,
    paymentId: payment.payment_id,
    body,
    signature: signIpn(body, { secret: crypto.ipnSecret, arraysAsObjects }),
    outcome: { attempts: 0, delivered: false },
  }
  crypto.ipns.push(ipn)
  if (crypto.isDelivering) deliverIpn(crypto, ipn.id)
}

export function deliverIpn(crypto: CryptoState, id: number): void {
  const ipn = crypto.ipns[id - 1]
  if (!ipn) throw new Error(`No IPN ${id}`)
  const invoiceId = crypto.payments.get(ipn.paymentId)?.payment.invoice_id
  const url = crypto.invoices.get(String(invoiceId))?.ipn_callback_url
  if (!url) return
  ipn.outcome = { attempts: 0, delivered: false }
  const headers = () => ({ 'x-nowpayments-sig': ipn.signature })
  crypto.deliveries.send({ url, body: ipn.body, headers, outcome: ipn.outcome })
}

type Signing = { secret: string; arraysAsObjects: boolean }

/** The vendor has signed arrays both as arrays and as objects with the keys 0, 1 and so on. */
export function signIpn(bodyText: string, { secret, arraysAsObjects }: Signing): string {
  const sorted = sortKeys(JSON.parse(bodyText), arraysAsObjects)
  return createHmac('sha512', secret.trim()).update(JSON.stringify(sorted), 'utf8').digest('hex')
}

function sortKeys(value: unknown, arraysAsObjects: boolean): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value) && !arraysAsObjects) {
    return value.map((item) => sortKeys(item, arraysAsObjects))
  }
  const entries = Object.entries(value as Record<string, unknown>)
  const sorted = entries.toSorted(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(sorted.map(([key, item]) => [key, sortKeys(item, arraysAsObjects)]))
}

function shuffleKeys(value: object): object {
  const drawn = Object.entries(value).map((entry) => ({ entry, lot: Math.random() }))
  return Object.fromEntries(drawn.toSorted((a, b) => a.lot - b.lot).map(({ entry }) => entry))
}
