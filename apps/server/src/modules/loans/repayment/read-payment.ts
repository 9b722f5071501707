import { centsOf } from '@pier/protocol/money'

type PaymentBody =
  | { amount?: number | undefined; paid_on?: string | undefined; reference?: string | undefined }
  | null
  | undefined

/** A payment as it is typed, with its amount in cents. */
export function readPayment(body: PaymentBody) {
  const amountCents = body?.amount === undefined ? undefined : centsOf(body.amount)
  return { amountCents, paidOn: body?.paid_on, reference: body?.reference?.trim() || undefined }
}
