/**
 * Stands in for NOWPayments over a real socket, in its own wire format: invoices, payments and
 * signed IPNs. For tests, proofs and development, never production.
 */
import { answerControl } from '../../http/control-routes.ts'
import { createCryptoApi } from './crypto-api.ts'
import { createCryptoControl, cryptoControlRoutes } from './crypto-control.ts'
import { answerInvoicePage } from './crypto-pages.ts'
import { createCryptoState } from './crypto-state.ts'
import { createDeliveries } from '../webhooks/deliveries.ts'
import { createFaults } from '../../http/faults.ts'
import { answerPage, type ServerPlace, startServer } from '../../http/http-server.ts'
import { renderMessage } from '../../http/page-frame.ts'

export type CryptoSandboxOptions = ServerPlace & {
  apiKey: string
  ipnSecret: string
  /** The time between two statuses of coins that were sent. */
  stepMs?: number | undefined
  /** The delays before each retry of an IPN; by default five over a minute. */
  retryDelaysMs?: number[] | undefined
}

export type CryptoSandbox = Awaited<ReturnType<typeof startCryptoSandbox>>

export async function startCryptoSandbox(options: CryptoSandboxOptions) {
  const { apiKey, ipnSecret, stepMs = 300, retryDelaysMs } = options
  const deliveries = createDeliveries({ timeoutMs: 3000, retryDelaysMs })
  const crypto = createCryptoState({ ipnSecret, stepMs, deliveries })
  const faults = createFaults()
  const control = createCryptoControl(crypto, faults)
  const routes = cryptoControlRoutes(control)
  const answerApi = createCryptoApi(crypto, apiKey)
  const server = await startServer(options, faults, (request) => {
    if (request.path.startsWith('/v1/')) return answerApi(request)
    if (request.path === '/payment/') return answerInvoicePage(crypto, request)
    if (request.path.startsWith('/sandbox/')) return answerControl(routes, request)
    const text = 'This server stands in for the crypto processor. Payments start in the shop.'
    return answerPage(request.path === '/' ? 200 : 404, renderMessage({ title: 'Crypto', text }))
  })
  crypto.origin = server.origin

  return {
    port: server.port,
    origin: server.origin,
    control,
    close: async (): Promise<void> => {
      for (const timer of crypto.timers) clearTimeout(timer)
      deliveries.close()
      await server.close()
    },
  }
}
