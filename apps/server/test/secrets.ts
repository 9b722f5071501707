import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto'
import { exportJWK, generateKeyPair } from 'jose'
import { makeSealCertificate } from '@pier/stand-ins/timestamps/seal-certificate'

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
    ...makeCustodyKeys(),
    ...makeChainKeys(),
    ...makeSealCertificate(),
    REGISTRAR_PASSWORD: word().slice(0, 16),
    ...nobodyThere,
  }
}

/** The environment of the API, which lacks the worker's keys as in production. */
export function withoutKeysOfWorker<E extends Record<string, string>>(env: E) {
  const { CUSTODY_PRIVATE_KEY: _code, CHAIN_PRIVATE_KEY: _chain, ...others } = env
  const { SEAL_P12: _seal, SEAL_PASSPHRASE: _phrase, ...open } = others
  const { REGISTRAR_PASSWORD: _registrar, ...rest } = open
  return rest
}

/** A registrar, a resolver and a server list that nobody answers at, until a stand-in starts. */
const nobodyThere = {
  REGISTRAR_HOST: '127.0.0.1',
  REGISTRAR_PORT: '9',
  REGISTRAR_USER: 'pier-one',
  REGISTRAR_CONTACT: 'PIER-CUSTODY',
  DNS_RESOLVER: '127.0.0.1:9',
  RDAP_BOOTSTRAP_URL: 'https://127.0.0.1:9/dns.json',
}

function makeCustodyKeys() {
  const { privateKey } = generateKeyPairSync('x25519')
  const { x = '', d = '' } = privateKey.export({ format: 'jwk' })
  return { CUSTODY_PUBLIC_KEY: toBase64(x), CUSTODY_PRIVATE_KEY: toBase64(d) }
}

function makeChainKeys() {
  const { privateKey } = generateKeyPairSync('ed25519')
  const { x = '', d = '' } = privateKey.export({ format: 'jwk' })
  const publicKeys = [{ id: 'c1', key: toBase64(x) }]
  return { CHAIN_PUBLIC_KEYS: JSON.stringify(publicKeys), CHAIN_PRIVATE_KEY: toBase64(d) }
}

const toBase64 = (text: string) => Buffer.from(text, 'base64url').toString('base64')
