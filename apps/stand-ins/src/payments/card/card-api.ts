/** The part of Stripe's `/v1` that a shop with hosted checkout uses. */
import { answerRefusal, createIdempotency, type Idempotency } from './card-idempotency.ts'
import { readPage, expandAll, getObject } from './card-reading.ts'
import { newId, presentSession } from './card-objects.ts'
import { CardRefusal } from './card-refusal.ts'
import { createRefund } from './card-reversals.ts'
import {
  readInteger,
  readMetadata,
  readSessionParams,
  refuseMissingParam,
  refuseParam,
  refuseUnknownKeys,
} from './card-session-params.ts'
import { createSession, expireSession } from './card-sessions.ts'
import { type CardState, nowOf } from './card-state.ts'
import { type FormTree, listOf, parseForm, textOf } from './form-body.ts'
import type { Answer, Handler, SandboxRequest } from '../../http/http-server.ts'
import { find } from './journal.ts'

export function createCardApi(card: CardState, secretKey: string): Handler {
  const idempotency = createIdempotency()
  return async (request) => {
    const answer = await answerOrRefuse(card, request, { secretKey, idempotency })
    if (!answer) return undefined
    return { ...answer, headers: { ...answer.headers, ...commonHeaders(request) } }
  }
}

function commonHeaders({ headers }: SandboxRequest): Record<string, string> {
  const version = headers['stripe-version']
  const key = headers['idempotency-key']
  return {
    'request-id': newId('req'),
    'stripe-version': typeof version === 'string' ? version : '2026-10-28.endive',
    ...(typeof key === 'string' && { 'idempotency-key': key }),
  }
}

type Access = { secretKey: string; idempotency: Idempotency }

async function answerOrRefuse(
  card: CardState,
  request: SandboxRequest,
  { secretKey, idempotency }: Access,
): Promise<Answer | undefined> {
  try {
    checkKey(request, secretKey)
    if (request.fault === 'status500') return answerBroken({})
    return await idempotency.once(request, () => {
      if (request.fault === 'hang') return request.gone.then(() => undefined)
      if (request.fault === 'status500_stored')
        return answerBroken({ 'stripe-should-retry': 'false' })
      return answerOk(route(card, request))
    })
  } catch (error) {
    if (error instanceof CardRefusal) return answerRefusal(error)
    throw error
  }
}

function answerOk(value: unknown): Answer {
  const headers = { 'content-type': 'application/json' }
  return { status: 200, headers, body: JSON.stringify(value, null, 2) }
}

function answerBroken(headers: Record<string, string>): Answer {
  const message = 'An unknown error occurred'
  const answer = answerRefusal(new CardRefusal({ status: 500, type: 'api_error', message }))
  return { ...answer, headers: { ...answer.headers, ...headers } }
}

function checkKey({ headers }: SandboxRequest, secretKey: string): void {
  const given = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1]
  if (given === secretKey) return
  const message =
    given === undefined
      ? 'You did not provide an API key.'
      : `Invalid API Key provided: ${given.slice(0, 8)}****${given.slice(-4)}`
  throw new CardRefusal({ status: 401, message })
}

function route(card: CardState, request: SandboxRequest): unknown {
  const { method, path, body, query } = request
  const form = method === 'POST' ? parseForm(body) : parseForm(query.toString())
  const [, , resource = '', ...rest] = path
    .replace('checkout/sessions', 'checkout.sessions')
    .split('/')
  const call = [method, resource, ...rest.map((part, index) => (index === 0 ? ':id' : part))].join(
    ' ',
  )
  const expands = listOf(form['expand']).map((item) => textOf(item) ?? '')
  const [id = ''] = rest

  if (call === 'POST checkout.sessions') {
    const session = createSession(card, readSessionParams(form, nowOf(card)))
    return expandAll(card, presentSession(session), expands)
  }
  if (call === 'POST checkout.sessions :id expire') {
    return expandAll(card, presentSession(expireSession(card, id)), expands)
  }
  if (call === 'POST refunds') return expandAll(card, refundFrom(card, form), expands)
  if (call === `GET ${resource}`) {
    const page = readPage(card, { resource, form, path })
    if (page) return expandAll(card, page, expands)
  }
  if (call === `GET ${resource} :id`) {
    const found = getObject(card, resource, id)
    if (found) return expandAll(card, found, expands)
  }
  const message = `Unrecognized request URL (${method}: ${path}).`
  throw new CardRefusal({ status: 404, message })
}

const refundKeys = new Set(['payment_intent', 'charge', 'amount', 'metadata', 'reason', 'expand'])
const refundReasons = ['duplicate', 'fraudulent', 'requested_by_customer'] as const

function refundFrom(card: CardState, form: FormTree) {
  refuseUnknownKeys(form, refundKeys)
  const charge = textOf(form['charge'])
  const paymentIntent =
    textOf(form['payment_intent']) ?? (charge && find(card.charges, charge)?.payment_intent)
  if (paymentIntent === undefined) throw refuseMissingParam('payment_intent')
  const given = textOf(form['reason'])
  const reason = refundReasons.find((known) => known === given)
  if (given !== undefined && !reason) throw refuseParam('reason', `Invalid reason: ${given}`)

  return createRefund(card, paymentIntent, {
    reason,
    amount: form['amount'] === undefined ? undefined : readInteger(form['amount'], 'amount'),
    metadata: readMetadata(form['metadata'], 'metadata'),
  })
}
