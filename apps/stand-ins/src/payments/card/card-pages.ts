/** The hosted page on which a person pays a checkout session. */
import { createElement as h } from 'react'
import type { SessionRecord } from './card-objects.ts'
import { CardRefusal } from './card-refusal.ts'
import { getSession, paySession } from './card-sessions.ts'
import type { CardState } from './card-state.ts'
import {
  type Answer,
  answerPage,
  answerRedirect,
  type SandboxRequest,
} from '../../http/http-server.ts'
import { renderFrame, renderMessage } from '../../http/page-frame.ts'

export function answerPayPage(card: CardState, { method, path, body }: SandboxRequest): Answer {
  try {
    const session = getSession(card, path.slice('/pay/'.length))
    if (session.status !== 'open') return answerPage(200, renderEnded(session))
    if (method !== 'POST') return answerPage(200, renderPayForm(session))
    return answerSubmit(card, session, new URLSearchParams(body))
  } catch (error) {
    if (!(error instanceof CardRefusal)) throw error
    const text = 'There is no such checkout session. Start again in the shop.'
    return answerPage(error.status, renderMessage({ title: 'Not found', text }))
  }
}

const declinedCard = '4000000000000002'

function answerSubmit(card: CardState, session: SessionRecord, form: URLSearchParams): Answer {
  if (form.has('cancel') && session.cancel_url !== null) return answerRedirect(session.cancel_url)
  const number = (form.get('card') ?? '').replaceAll(/\D/g, '')
  if (number.length !== 16) {
    return answerPage(422, renderPayForm(session, 'Your card number is incomplete.'))
  }
  const isPaid = paySession(card, session.id, { card: number === declinedCard ? 'declined' : 'ok' })
  if (!isPaid) return answerPage(402, renderPayForm(session, 'Your card was declined.'))
  return answerRedirect(session.success_url.replaceAll('{CHECKOUT_SESSION_ID}', session.id))
}

function moneyText(cents: number, currency: string): string {
  const digits = String(Math.abs(cents)).padStart(3, '0')
  return `${currency.toUpperCase()} ${digits.slice(0, -2)}.${digits.slice(-2)}`
}

const cancelButton = {
  type: 'submit',
  name: 'cancel',
  value: 'yes',
  className: 'quiet',
  formNoValidate: true,
} as const

function renderPayForm(session: SessionRecord, problem?: string): string {
  const { amount_total, currency, cancel_url, hidden } = session
  const amount = moneyText(amount_total, currency)
  const field = {
    name: 'card',
    inputMode: 'numeric',
    autoComplete: 'off',
    required: true,
    defaultValue: '4242 4242 4242 4242',
  } as const
  const children = [
    h('p', { key: 'for' }, hidden.name),
    h('p', { key: 'amount', className: 'amount' }, amount),
    problem && h('p', { key: 'problem', className: 'bad', role: 'alert' }, problem),
    h(
      'form',
      { key: 'form', method: 'post' },
      h('label', null, 'Card number', h('input', field)),
      h('button', { type: 'submit' }, `Pay ${amount}`),
      cancel_url && h('button', cancelButton, 'Cancel'),
    ),
    h('p', { key: 'hint' }, '4000 0000 0000 0002 is declined; any other number pays.'),
  ]
  return renderFrame({ title: 'Pay by card', children })
}

function renderEnded({ status, success_url, cancel_url, id }: SessionRecord): string {
  if (status === 'complete') {
    const href = success_url.replaceAll('{CHECKOUT_SESSION_ID}', id)
    const text = 'This has been paid. Nothing more is due.'
    return renderMessage({ title: 'Already paid', text, link: { href, text: 'Back to the shop' } })
  }
  const text = 'This checkout has expired and nothing was charged. Start again in the shop.'
  const link = cancel_url === null ? undefined : { href: cancel_url, text: 'Back to the shop' }
  return renderMessage({ title: 'Expired', text, link })
}
