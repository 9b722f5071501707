import { randomInt } from 'node:crypto'
import { makeSecret, type Secret } from '../../platform/crypto/secret-text.ts'

/** RFC 9154 asks for 128 bits; these are 145. Registries differ in what a code must contain. */
const kinds = ['ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz', '0123456789', '!*-_.']
const letters = kinds.join('')
const length = 24

export function createAuthCode(): Secret {
  for (;;) {
    const code = Array.from({ length }, () => letters[randomInt(letters.length)]).join('')
    if (kinds.every((kind) => [...code].some((letter) => kind.includes(letter)))) {
      return makeSecret(code)
    }
  }
}
