import { diffieHellman, generateKeyPairSync, hkdfSync } from 'node:crypto'
import { invariant } from '../app-error.ts'
import { decryptText, encryptText } from './envelope.ts'
import { publicBytesOf, readPrivateKey, readPublicKey } from './x25519.ts'

/**
 * Anybody can encrypt to this public key, one process can decrypt: X25519 with an ephemeral key,
 * HKDF with SHA-256, AES-256-GCM. The API has only the public key, so that whoever reads its memory
 * and the database decrypts nothing. `place` is authenticated here too: a value decrypts at no
 * other.
 */
export function encryptFor(publicKey: Buffer, text: string, place: string): string {
  const once = generateKeyPairSync('x25519')
  const ephemeral = publicBytesOf(once.privateKey)
  const secret = diffieHellman({
    privateKey: once.privateKey,
    publicKey: readPublicKey(publicKey),
  })
  const key = deriveKey(secret, { ephemeral, recipient: publicKey })
  return `${version}:${ephemeral.toString('base64url')}:${encryptText(key, text, place)}`
}

export function decryptBox(privateKey: Buffer, sealed: string, place: string): string {
  const [found, ephemeralText = '', body = ''] = sealed.split(':')
  const ephemeral = Buffer.from(ephemeralText, 'base64url')
  invariant(found === version && ephemeral.length === 32, 'a sealed box has its three parts')
  const own = readPrivateKey(privateKey)
  const secret = diffieHellman({ privateKey: own, publicKey: readPublicKey(ephemeral) })
  return decryptText(deriveKey(secret, { ephemeral, recipient: publicBytesOf(own) }), body, place)
}

const version = 'box1'

/** Both public keys go in, so that a ciphertext is bound to its recipient. */
function deriveKey(
  secret: Buffer,
  { ephemeral, recipient }: { ephemeral: Buffer; recipient: Buffer },
): Buffer {
  const salt = Buffer.concat([ephemeral, recipient])
  return Buffer.from(hkdfSync('sha256', secret, salt, 'pier sealed box', 32))
}
