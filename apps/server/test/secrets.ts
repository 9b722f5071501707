import { randomUUID } from 'node:crypto'
import { makeSealCertificate } from '@pier/stand-ins/timestamps/seal-certificate'
import { makeKeys } from '../src/cli/make-keys.ts'

/** Fresh keys in the form of the environment, for tests and for a developer's machine. */
export async function makeSecrets() {
  const { ofBoth, ofWorker } = makeKeys()
  const word = () => randomUUID().replaceAll('-', '')
  return {
    ...ofBoth,
    ...ofWorker,
    STRIPE_SECRET_KEY: `sk_test_${word()}`,
    STRIPE_WEBHOOK_SECRETS: `whsec_${word()}`,
    NOWPAYMENTS_API_KEY: word(),
    NOWPAYMENTS_IPN_SECRETS: word(),
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
