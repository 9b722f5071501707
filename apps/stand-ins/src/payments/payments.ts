import { startCardSandbox } from './card/card-sandbox.ts'
import { startCryptoSandbox } from './crypto/crypto-sandbox.ts'

export type Payments = Awaited<ReturnType<typeof startPayments>>

type Secrets = {
  STRIPE_SECRET_KEY: string
  STRIPE_WEBHOOK_SECRETS: string
  NOWPAYMENTS_API_KEY: string
  NOWPAYMENTS_IPN_SECRETS: string
}

type Place = {
  /** Where the product receives webhooks. */
  apiOrigin: string
  cardPort?: number
  cryptoPort?: number
  /** The time between two statuses of coins that were sent. */
  stepMs?: number
}

/** Both payment stand-ins, and what the product needs to know about them. */
export async function startPayments(secrets: Secrets, place: Place) {
  const { apiOrigin, cardPort = 0, cryptoPort = 0, stepMs = 10 } = place
  const card = await startCardSandbox({
    port: cardPort,
    secretKey: secrets.STRIPE_SECRET_KEY,
    webhookSecrets: secrets.STRIPE_WEBHOOK_SECRETS.split(','),
    webhookUrl: `${apiOrigin}/api/webhooks/stripe`,
  })
  const crypto = await startCryptoSandbox({
    port: cryptoPort,
    apiKey: secrets.NOWPAYMENTS_API_KEY,
    ipnSecret: secrets.NOWPAYMENTS_IPN_SECRETS,
    stepMs,
  })
  return {
    env: {
      STRIPE_API_BASE: card.origin,
      NOWPAYMENTS_API_BASE: `${crypto.origin}/v1`,
      NOWPAYMENTS_CALLBACK_URL: `${apiOrigin}/api/webhooks/nowpayments`,
    },
    card: card.control,
    crypto: crypto.control,
    close: async (): Promise<void> => {
      await card.close()
      await crypto.close()
    },
  }
}
