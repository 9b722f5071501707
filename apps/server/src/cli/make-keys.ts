import { generateKeyPairSync, randomBytes } from 'node:crypto'

/** Fresh keys in the form of the environment: those of both processes, and those of the worker alone. */
export function makeKeys() {
  const access = jwkOf('ed25519')
  const custody = jwkOf('x25519')
  const chain = jwkOf('ed25519')
  return {
    ofBoth: {
      ACCESS_KEYS: JSON.stringify([{ ...access, kid: 'k1' }]),
      PEPPERS: JSON.stringify([{ id: 'p1', key: randomKey() }]),
      DATA_KEYS: JSON.stringify([{ id: 'd1', key: randomKey() }]),
      BLIND_INDEX_KEY: randomKey(),
      CUSTODY_PUBLIC_KEY: toBase64(custody.x),
      CHAIN_PUBLIC_KEYS: JSON.stringify([{ id: 'c1', key: toBase64(chain.x) }]),
    },
    ofWorker: {
      CUSTODY_PRIVATE_KEY: toBase64(custody.d),
      CHAIN_PRIVATE_KEY: toBase64(chain.d),
    },
  }
}

export const randomWord = () => randomBytes(24).toString('base64url')
const randomKey = () => randomBytes(32).toString('base64')
const toBase64 = (text = '') => Buffer.from(text, 'base64url').toString('base64')

function jwkOf(kind: 'ed25519' | 'x25519') {
  const { privateKey } = generateKeyPairSync(kind as 'ed25519')
  return privateKey.export({ format: 'jwk' })
}
