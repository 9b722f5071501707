import type { Config } from '../../../platform/config.ts'
import { createCardProvider } from '../../../providers/card/card-provider.ts'
import { createCryptoProvider } from '../../../providers/crypto/crypto-provider.ts'

/** Both providers, and the keys that this module needs. */
export type PaymentClients = ReturnType<typeof openPaymentClients>

export function openPaymentClients(config: Config) {
  return {
    card: createCardProvider(config),
    crypto: createCryptoProvider(config),
    dataKeys: config.keys.data,
    limitKey: config.keys.blindIndex,
    publicOrigin: config.publicOrigin,
  }
}
