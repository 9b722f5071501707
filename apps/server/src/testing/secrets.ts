import { randomBytes, randomUUID } from 'node:crypto'
import { exportJWK, generateKeyPair } from 'jose'

/** Fresh keys in the form of the environment, for tests and for a developer's machine. */
export async function makeSecrets() {
  const { privateKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true })
  const key = () => randomBytes(32).toString('base64')
  const word = () => randomUUID().replaceAll('-', '')
  return {
    ACCESS_KEYS: JSON.stringify([{ ...(await exportJWK(privateKey)), kid: 'k1' }]),
    PEPPERS: JSON.stringify([{ id: 'p1', key: key() }]),
    DATA_KEYS: JSON.stringify([{ id: 'd1', key: key() }]),
    BLIND_INDEX_KEY: key(),
    STRIPE_SECRET_KEY: `sk_test_${word()}`,
    STRIPE_WEBHOOK_SECRETS: `whsec_${word()}`,
    NOWPAYMENTS_API_KEY: word(),
    NOWPAYMENTS_IPN_SECRETS: word(),
  }
}
