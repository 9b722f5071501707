/**
 * Stands in for Stripe over a real socket, in its own wire format: hosted checkout, refunds,
 * disputes, the balance and signed webhooks. For tests, proofs and development, never production.
 */
import { createCardApi } from './card-api.ts'
import { cardControlRoutes, createCardControl } from './card-control.ts'
import { answerPayPage } from './card-pages.ts'
import { expireOverdueSessions } from './card-sessions.ts'
import { createCardState } from './card-state.ts'
import { answerControl } from '../../http/control-routes.ts'
import { createDeliveries } from '../webhooks/deliveries.ts'
import { createFaults } from '../../http/faults.ts'
import { answerPage, type ServerPlace, startServer } from '../../http/http-server.ts'
import { renderMessage } from '../../http/page-frame.ts'

export type CardSandboxOptions = ServerPlace & {
  secretKey: string
  webhookSecrets: string[]
  webhookUrl: string | (() => string)
  /** The delays before each retry of a webhook; by default five over a minute. */
  retryDelaysMs?: number[] | undefined
}

export type CardSandbox = Awaited<ReturnType<typeof startCardSandbox>>

export async function startCardSandbox(options: CardSandboxOptions) {
  const { secretKey, webhookSecrets, webhookUrl, retryDelaysMs } = options
  if (secretKey.startsWith('sk_live_')) throw new Error('A sandbox never takes a live key')

  const deliveries = createDeliveries({ timeoutMs: 10_000, retryDelaysMs })
  const card = createCardState({ webhookSecrets, webhookUrl, deliveries })
  const faults = createFaults()
  const control = createCardControl(card, faults)
  const routes = cardControlRoutes(control)
  const answerApi = createCardApi(card, secretKey)
  const server = await startServer(options, faults, (request) => {
    if (request.path.startsWith('/v1/')) return answerApi(request)
    if (request.path.startsWith('/pay/')) return answerPayPage(card, request)
    if (request.path.startsWith('/sandbox/')) return answerControl(routes, request)
    const text = 'This server stands in for the card processor. Payments start in the shop.'
    return answerPage(request.path === '/' ? 200 : 404, renderMessage({ title: 'Cards', text }))
  })
  card.origin = server.origin
  const sweeping = setInterval(() => expireOverdueSessions(card), 1000)

  return {
    port: server.port,
    origin: server.origin,
    control,
    close: async (): Promise<void> => {
      clearInterval(sweeping)
      deliveries.close()
      await server.close()
    },
  }
}
