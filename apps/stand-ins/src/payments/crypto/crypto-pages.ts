/** The page of an invoice, on which a person picks a coin and pretends to send it. */
import { createElement as h, type ReactNode } from 'react'
import { coinCodes, isCoin } from './coins.ts'
import { createPayment, sendCoins, sendings, setPayment } from './crypto-payments.ts'
import type { CryptoInvoice, CryptoPayment, CryptoState } from './crypto-state.ts'
import {
  type Answer,
  answerPage,
  answerRedirect,
  type SandboxRequest,
} from '../../http/http-server.ts'
import { renderFrame, renderMessage } from '../../http/page-frame.ts'

export function answerInvoicePage(crypto: CryptoState, request: SandboxRequest): Answer {
  const invoice = crypto.invoices.get(request.query.get('iid') ?? '')
  if (!invoice) {
    const text = 'There is no such invoice. Start again in the shop.'
    return answerPage(404, renderMessage({ title: 'Not found', text }))
  }
  if (request.method === 'POST') {
    act(crypto, invoice, new URLSearchParams(request.body))
    return answerRedirect(`/payment/?iid=${invoice.id}`)
  }
  const payments = crypto.paymentsOf.get(invoice.id) ?? []
  const isChoosing = payments.length === 0 || request.query.has('coin')
  return answerPage(200, isChoosing ? renderChoice(invoice) : renderPayments(invoice, payments))
}

/** A second click finds the payment moved on and does nothing. */
function act(crypto: CryptoState, invoice: CryptoInvoice, form: URLSearchParams): void {
  const coin = form.get('coin')
  if (isCoin(coin)) createPayment(crypto, invoice.id, { coin })

  const action = form.get('action')
  const payment = crypto.payments.get(Number(form.get('payment')))?.payment
  const sending = sendings.find((known) => known === action)
  if (!payment || !choicesOf(payment).some((choice) => choice.action === action)) return
  if (sending) sendCoins(crypto, payment.payment_id, sending)
  if (action === 'expire') {
    setPayment(crypto, payment.payment_id, { payment_status: 'expired' })
  }
}

function choicesOf({ payment_status, parent_payment_id }: CryptoPayment) {
  if (parent_payment_id !== null) return []
  if (payment_status === 'waiting') {
    return [
      { action: 'exact', text: 'Send the exact amount' },
      { action: 'half', text: 'Send less (half)' },
      { action: 'more', text: 'Send more' },
      { action: 'expire', text: 'Let it expire' },
    ]
  }
  const isPaid = payment_status === 'finished' || payment_status === 'partially_paid'
  return isPaid ? [{ action: 'again', text: 'Send again' }] : []
}

function priceText({ price_amount, price_currency }: CryptoInvoice): string {
  return `${price_currency.toUpperCase()} ${Number(price_amount).toFixed(2)}`
}

function renderChoice(invoice: CryptoInvoice): string {
  const buttons = coinCodes.map((coin) =>
    h('button', { key: coin, type: 'submit', name: 'coin', value: coin }, `Pay with ${coin}`),
  )
  const children = [
    h('p', { key: 'for' }, invoice.order_description),
    h('p', { key: 'amount', className: 'amount' }, priceText(invoice)),
    h('form', { key: 'form', method: 'post' }, buttons),
    invoice.cancel_url && renderLink(invoice.cancel_url, 'Cancel'),
  ]
  return renderFrame({ title: 'Pay with crypto', children })
}

const movingStatuses = ['confirming', 'confirmed', 'sending']

function renderPayments(invoice: CryptoInvoice, payments: CryptoPayment[]): string {
  const isMoving = payments.some(({ payment_status }) => movingStatuses.includes(payment_status))
  const isPart = payments.every(({ payment_status }) => payment_status === 'partially_paid')
  const back = (isPart ? invoice.partially_paid_url : null) ?? invoice.success_url
  const children = [
    h('p', { key: 'for' }, `${invoice.order_description ?? ''} ${priceText(invoice)}`),
    payments.map((payment) => renderPayment(payment)),
    renderLink(`/payment/?iid=${invoice.id}&coin=other`, 'Pay with another coin'),
    back && renderLink(back, 'Back to the shop'),
  ]
  return renderFrame({ title: 'Pay with crypto', refresh: isMoving, children })
}

function renderPayment(payment: CryptoPayment): ReactNode {
  const { payment_id, pay_amount, pay_currency, pay_address, actually_paid } = payment
  const buttons = choicesOf(payment).map(({ action, text }, index) =>
    h(
      'button',
      { key: action, name: 'action', value: action, className: index === 0 ? '' : 'quiet' },
      text,
    ),
  )
  const title = payment.parent_payment_id === null ? 'Payment' : 'Repeat deposit'
  return h(
    'section',
    { key: payment_id },
    h('h2', null, `${title} ${payment_id}: ${payment.payment_status}`),
    h('p', null, `Send ${pay_amount} ${pay_currency} to ${pay_address}`),
    actually_paid !== 0 && h('p', null, `Received ${actually_paid} ${pay_currency}`),
    h(
      'form',
      { method: 'post' },
      h('input', { type: 'hidden', name: 'payment', value: payment_id }),
      buttons,
    ),
  )
}

function renderLink(href: string, text: string): ReactNode {
  return h('p', { key: text }, h('a', { href }, text))
}
