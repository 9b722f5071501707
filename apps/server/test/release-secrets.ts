import { createHash, createPrivateKey } from 'node:crypto'
import { makeSecrets } from './secrets.ts'

/**
 * The keys that the stored database of a release was made with. They are derived from fixed words,
 * so that a later version can decrypt it; whoever reads this file has them too.
 */
export async function makeReleaseSecrets() {
  return {
    ...(await makeSecrets()), // Nothing in the database depends on these.
    PEPPERS: JSON.stringify([{ id: 'p1', key: keyOf('pepper') }]),
    DATA_KEYS: JSON.stringify([{ id: 'd1', key: keyOf('data') }]),
    BLIND_INDEX_KEY: keyOf('blind index'),
    ...chainKeys(),
  }
}

const bytesOf = (name: string) => createHash('sha256').update(`kept release: ${name}`).digest()
const keyOf = (name: string) => bytesOf(name).toString('base64')

function chainKeys() {
  const start = Buffer.from('302e020100300506032b657004220420', 'hex') // Ed25519 in PKCS #8.
  const der = Buffer.concat([start, bytesOf('chain')])
  const { x = '' } = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }).export({
    format: 'jwk',
  })
  const publicKey = Buffer.from(x, 'base64url').toString('base64')
  return {
    CHAIN_PUBLIC_KEYS: JSON.stringify([{ id: 'c1', key: publicKey }]),
    CHAIN_PRIVATE_KEY: keyOf('chain'),
  }
}
