import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  createDataKey,
  decryptBytes,
  decryptText,
  encryptBytes,
  encryptText,
  unwrapDataKey,
} from './envelope.ts'

const of = (dataKey: string) => ({ id: 'u1', dataKey })
const ring = [{ id: 'd1', key: randomBytes(32) }]

test('what is sealed opens with the same key at the same place', () => {
  const { dataKey, wrapped } = createDataKey(ring, 'u1')

  const sealed = encryptText(dataKey, 'Skeppsbron 14', 'users|address|1')

  expect(sealed).not.toContain('Skeppsbron')
  expect(decryptText(unwrapDataKey(ring, of(wrapped)), sealed, 'users|address|1')).toBe(
    'Skeppsbron 14',
  )
})

test('a sealed value moved to another row does not open', () => {
  const { dataKey } = createDataKey(ring, 'u1')
  const sealed = encryptText(dataKey, 'secret', 'users|address|1')

  expect(() => decryptText(dataKey, sealed, 'users|address|2')).toThrow()
})

test('a changed byte does not open', () => {
  const { dataKey } = createDataKey(ring, 'u1')
  const [version, nonce, body = '', tag] = encryptText(dataKey, 'secret', 'p').split('.')
  const flipped = Buffer.from(body, 'base64url')
  flipped[0] = (flipped[0] ?? 0) ^ 1

  const changed = [version, nonce, flipped.toString('base64url'), tag].join('.')

  expect(() => decryptText(dataKey, changed, 'p')).toThrow()
})

test('a sealed file opens in its own place, and not with a changed byte', () => {
  const { dataKey } = createDataKey(ring, 'f1')
  const sealed = encryptBytes(dataKey, Buffer.from('%PDF'), 'files|sealed|1')
  const changed = Buffer.from(sealed)
  changed[14] = (changed[14] ?? 0) ^ 1

  expect(decryptBytes(dataKey, sealed, 'files|sealed|1').toString()).toBe('%PDF')
  expect(() => decryptBytes(dataKey, sealed, 'files|sealed|2')).toThrow()
  expect(() => decryptBytes(dataKey, changed, 'files|sealed|1')).toThrow()
})

test('a new key in front of the ring leaves old data keys readable', () => {
  const { dataKey, wrapped } = createDataKey(ring, 'u1')

  const rotated = [{ id: 'd2', key: randomBytes(32) }, ...ring]

  expect(unwrapDataKey(rotated, of(wrapped))).toEqual(dataKey)
  expect(createDataKey(rotated, 'u1').wrapped).toMatch(/^d2:/)
})

test('without the key of the ring a data key stays shut', () => {
  const { wrapped } = createDataKey(ring, 'u1')

  expect(() => unwrapDataKey([{ id: 'd1', key: randomBytes(32) }], of(wrapped))).toThrow()
  expect(() => unwrapDataKey([{ id: 'other', key: randomBytes(32) }], of(wrapped))).toThrow('d1')
})

test('a data key moved to another user does not open', () => {
  const { wrapped } = createDataKey(ring, 'u1')

  expect(() => unwrapDataKey(ring, { id: 'u2', dataKey: wrapped })).toThrow()
})
