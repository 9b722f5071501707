import { randomInt } from 'node:crypto'

/** Without I, O, 0 and 1: a code is read from paper. */
const letters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const length = 12

/** 60 random bits, as 7F3K-92QD-LM4T. */
export function drawCode(): string {
  const drawn = Array.from({ length }, () => letters[randomInt(letters.length)]).join('')
  return groupsOf(drawn)
}

/** A code as it was typed: dashes, spaces and case do not matter. Null if it cannot be one. */
export function readCode(typed: string): string | null {
  const plain = typed.replaceAll(/[\s-]/g, '').toUpperCase()
  const isCode = plain.length === length && [...plain].every((letter) => letters.includes(letter))
  return isCode ? groupsOf(plain) : null
}

const groupsOf = (plain: string): string => plain.replaceAll(/.{4}(?=.)/g, '$&-')
