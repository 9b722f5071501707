/** What a request for a checkout session must look like; refusals are Stripe's own. */
import type { PaymentDetails } from './card-objects.ts'
import { CardRefusal } from './card-refusal.ts'
import { type FormTree, type FormValue, isBranch, listOf, textOf } from './form-body.ts'

export type SessionParams = {
  amountTotal: number
  currency: string
  name: string
  successUrl: string
  cancelUrl: string | null
  expiresAt: number
  clientReferenceId: string | null
  customerEmail: string | null
  metadata: Record<string, string>
  payment: PaymentDetails
  allowedTypes: string[] | null
}

const sessionKeys = new Set(
  `adaptive_pricing after_expiration allow_promotion_codes allowed_payment_method_types automatic_tax
  billing_address_collection branding_settings cancel_url client_reference_id consent_collection
  currency custom_fields custom_text customer customer_account customer_creation customer_email
  customer_update discounts excluded_payment_method_types expand expires_at integration_identifier
  invoice_creation line_items locale managed_payments metadata mode name_collection optional_items
  origin_context payment_intent_data payment_method_collection payment_method_configuration
  payment_method_data payment_method_options permissions phone_number_collection
  redirect_on_completion return_url saved_payment_method_options setup_intent_data
  shipping_address_collection shipping_options submit_type subscription_data success_url
  tax_id_collection ui_mode wallet_options`.split(/\s+/),
)

export function readSessionParams(form: FormTree, now: number): SessionParams {
  refuseUnknownKeys(form, sessionKeys)
  if (requireText(form, 'mode') !== 'payment') {
    throw refuseParam('mode', 'This sandbox only takes `payment` as mode.')
  }
  const uiMode = textOf(form['ui_mode']) ?? 'hosted_page'
  if (uiMode !== 'hosted_page') {
    throw refuseParam('ui_mode', 'This sandbox only takes `hosted_page` as ui_mode.')
  }
  const cancelUrl = textOf(form['cancel_url']) ?? null
  if (cancelUrl !== null) checkUrl(cancelUrl, 'cancel_url')
  const intentData = isBranch(form['payment_intent_data']) ? form['payment_intent_data'] : {}
  const allowed = listOf(form['allowed_payment_method_types']).map(String)

  return {
    ...readItems(form),
    successUrl: checkUrl(requireText(form, 'success_url'), 'success_url'),
    cancelUrl,
    expiresAt: readExpiry(form, now),
    clientReferenceId: readReference(form),
    customerEmail: readEmail(form),
    metadata: readMetadata(form['metadata'], 'metadata'),
    payment: {
      metadata: readMetadata(intentData['metadata'], 'payment_intent_data[metadata]'),
      description: textOf(intentData['description']) ?? null,
    },
    allowedTypes: allowed.length === 0 ? null : allowed,
  }
}

export function refuseUnknownKeys(form: Record<string, unknown>, known: Set<string>): void {
  const unknown = Object.keys(form).find((key) => !known.has(key))
  if (unknown === undefined) return
  const message = `Received unknown parameter: ${unknown}`
  throw new CardRefusal({ code: 'parameter_unknown', param: unknown, message })
}

export function readInteger(value: FormValue | undefined, param: string): number {
  const text = requireText({ [param]: value ?? '' }, param)
  if (/^-?\d{1,15}$/.test(text)) return Number(text)
  const message = `Invalid integer: ${text}`
  throw new CardRefusal({ code: 'parameter_invalid_integer', param, message })
}

export function readMetadata(value: FormValue | undefined, param: string): Record<string, string> {
  if (!isBranch(value)) return {}
  const entries = Object.entries(value).map(([key, item]) => [key, textOf(item) ?? ''] as const)
  const tooLong = entries.find(([key, item]) => key.length > 40 || item.length > 500)
  if (entries.length > 50 || tooLong) {
    throw refuseParam(param, 'Metadata takes 50 keys of 40 characters, with values up to 500.')
  }
  return Object.fromEntries(entries)
}

function readItems(form: FormTree): { amountTotal: number; currency: string; name: string } {
  const items = listOf(form['line_items'])
  if (items.length === 0) throw refuseMissingParam('line_items')

  const read = items.map((item, index) => readItem(item, `line_items[${index}]`))
  const amountTotal = read.reduce((sum, { amount }) => sum + amount, 0)
  const [{ currency, name } = { currency: 'usd', name: '' }] = read
  const range = amountTotal < 50 ? 'amount_too_small' : 'amount_too_large'
  if (amountTotal < 50 || amountTotal > 99_999_999) {
    const bound = amountTotal < 50 ? 'at least $0.50' : 'no more than $999,999.99'
    const message = `The Checkout Session's total amount due must add up to ${bound} ${currency}`
    throw new CardRefusal({ code: range, message, param: 'line_items' })
  }
  return { amountTotal, currency, name }
}

function readItem(item: FormValue, param: string) {
  const price = isBranch(item) ? item['price_data'] : undefined
  if (!isBranch(item) || !isBranch(price)) throw refuseMissingParam(`${param}[price_data]`)
  const product = price['product_data']
  if (!isBranch(product)) throw refuseMissingParam(`${param}[price_data][product_data]`)

  const unitAmount = readInteger(price['unit_amount'], `${param}[price_data][unit_amount]`)
  const quantity = readInteger(item['quantity'], `${param}[quantity]`)
  if (unitAmount < 0 || quantity < 1) throw refuseParam(param, 'Invalid non-negative integer')
  return {
    amount: unitAmount * quantity,
    currency: requireText(price, 'currency').toLowerCase(),
    name: requireText(product, 'name'),
  }
}

const expiryMin = 30 * 60
const expiryMax = 24 * 60 * 60

function readExpiry(form: FormTree, now: number): number {
  if (form['expires_at'] === undefined) return now + expiryMax
  const expiresAt = readInteger(form['expires_at'], 'expires_at')
  const subject = 'The `expires_at` timestamp must be'
  if (expiresAt < now + expiryMin) {
    throw refuseParam('expires_at', `${subject} at least 30 minutes from session creation.`)
  }
  if (expiresAt > now + expiryMax) {
    throw refuseParam('expires_at', `${subject} less than 24 hours from session creation.`)
  }
  return expiresAt
}

function readReference(form: FormTree): string | null {
  const reference = textOf(form['client_reference_id']) ?? null
  if (reference === null || /^[\w-]{1,200}$/.test(reference)) return reference
  throw refuseParam('client_reference_id', 'Invalid client_reference_id')
}

function readEmail(form: FormTree): string | null {
  const email = textOf(form['customer_email']) ?? null
  if (email === null || /^[^@\s]+@[^@\s]+$/.test(email)) return email
  const message = `Invalid email address: ${email}`
  throw new CardRefusal({ code: 'email_invalid', param: 'customer_email', message })
}

function checkUrl(url: string, param: string): string {
  if (/^https?:\/\//.test(url) && URL.canParse(url)) return url
  throw new CardRefusal({ code: 'url_invalid', param, message: 'Not a valid URL' })
}

function requireText(form: FormTree, key: string): string {
  const text = textOf(form[key])
  if (text === undefined || text === '') throw refuseMissingParam(key)
  return text
}

export function refuseMissingParam(param: string): CardRefusal {
  const message = `Missing required param: ${param}.`
  return new CardRefusal({ code: 'parameter_missing', param, message })
}

export function refuseParam(param: string, message: string): CardRefusal {
  return new CardRefusal({ param, message })
}
