import { generateKeyPairSync, randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decryptBox, encryptFor } from './sealed-box.ts'

const makePair = () => {
  const { privateKey } = generateKeyPairSync('x25519')
  const { x = '', d = '' } = privateKey.export({ format: 'jwk' })
  return { publicKey: Buffer.from(x, 'base64url'), privateKey: Buffer.from(d, 'base64url') }
}
const { publicKey, privateKey } = makePair()
const place = 'transfers|auth_code|1'

test('what is sealed to a public key opens with its private key, whatever it says', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(decryptBox(privateKey, encryptFor(publicKey, text, place), place)).toBe(text)
    }),
  )
})

test('a box shows nothing of what is in it, and never looks the same twice', () => {
  const one = encryptFor(publicKey, 'Skeppsbron-14', place)

  expect(one).not.toContain('Skeppsbron')
  expect(encryptFor(publicKey, 'Skeppsbron-14', place)).not.toBe(one)
})

test('the public key that encrypts does not decrypt', () => {
  const sealed = encryptFor(publicKey, 'secret', place)

  expect(() => decryptBox(publicKey, sealed, place)).toThrow()
  expect(() => decryptBox(makePair().privateKey, sealed, place)).toThrow()
})

test('a box moved to another row does not open', () => {
  const sealed = encryptFor(publicKey, 'secret', place)

  expect(() => decryptBox(privateKey, sealed, 'transfers|auth_code|2')).toThrow()
})

test('a box of which anything was changed or cut does not open', () => {
  const sealed = encryptFor(publicKey, 'secret', place)
  const [version, ephemeral, body] = sealed.split(':')
  const other = randomBytes(32).toString('base64url')
  const zero = Buffer.alloc(32).toString('base64url')

  for (const changed of [
    '',
    `box2:${ephemeral}:${body}`,
    `${version}:${other}:${body}`,
    `${version}:${zero}:${body}`,
    `${version}:${ephemeral}`,
    sealed.slice(0, -2),
    `${version}:${ephemeral}:${encryptFor(publicKey, 'other', place).split(':')[2]}`,
  ]) {
    expect(() => decryptBox(privateKey, changed, place), changed).toThrow()
  }
})
