import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { invariant } from '../app-error.ts'
import type { KeyRing } from '../config.ts'

/**
 * Envelope encryption. Each user has a data key, wrapped by a key of the ring; their restricted
 * fields are encrypted with the data key. Deleting the wrapped data key makes the fields unreadable
 * everywhere, backups included. A field's place is authenticated, so that a value moved to another
 * row or column does not decrypt.
 */
export function createDataKey(
  ring: KeyRing,
  ownerId: string,
): { dataKey: Buffer; wrapped: string } {
  const [active] = ring
  invariant(active, 'the ring of data keys is empty')
  const dataKey = randomBytes(32)
  return { dataKey, wrapped: `${active.id}:${seal(active.key, dataKey, `data-key|${ownerId}`)}` }
}

export function unwrapDataKey(
  ring: KeyRing,
  { id: ownerId, dataKey: wrapped }: { id: string; dataKey: string },
): Buffer {
  const [id = '', sealed = ''] = wrapped.split(':')
  const entry = ring.find((candidate) => candidate.id === id)
  invariant(entry, `no data key called ${id}`)
  return open(entry.key, sealed, `data-key|${ownerId}`)
}

/** `place` says where the value is stored: table, column and row. */
export const encryptText = (dataKey: Buffer, text: string, place: string): string =>
  seal(dataKey, Buffer.from(text, 'utf8'), place)

export const decryptText = (dataKey: Buffer, sealed: string, place: string): string =>
  open(dataKey, sealed, place).toString('utf8')

/** The same for files, without the third that base64 would add. */
export function encryptBytes(dataKey: Buffer, plain: Buffer, place: string): Buffer {
  const nonce = randomBytes(nonceLength)
  const cipher = createCipheriv('aes-256-gcm', dataKey, nonce).setAAD(Buffer.from(place))
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

export function decryptBytes(dataKey: Buffer, sealed: Buffer, place: string): Buffer {
  const tagAt = sealed.length - tagLength
  const nonce = sealed.subarray(0, nonceLength)
  const decipher = createDecipheriv('aes-256-gcm', dataKey, nonce, { authTagLength: tagLength })
  decipher.setAAD(Buffer.from(place)).setAuthTag(sealed.subarray(tagAt))
  return Buffer.concat([decipher.update(sealed.subarray(nonceLength, tagAt)), decipher.final()])
}

const nonceLength = 12
const tagLength = 16

function seal(key: Buffer, plain: Buffer, place: string): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(place))
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()])
  return ['v1', nonce, sealed, cipher.getAuthTag()]
    .map((part) => (typeof part === 'string' ? part : part.toString('base64url')))
    .join('.')
}

function open(key: Buffer, text: string, place: string): Buffer {
  const [version, ...parts] = text.split('.')
  const [nonce, sealed, tag] = parts.map((part) => Buffer.from(part, 'base64url'))
  invariant(version === 'v1' && nonce && sealed && tag, 'a sealed value has its four parts')
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: 16 })
  decipher.setAAD(Buffer.from(place)).setAuthTag(tag)
  return Buffer.concat([decipher.update(sealed), decipher.final()])
}
