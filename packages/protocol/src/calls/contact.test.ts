import { expect, test } from 'vitest'
import { answerContactCall, contactCall } from './contact.ts'

const written = { name: 'Ada', email: 'ada@pier.test', topic: 'other', message: 'a'.repeat(20) }
const isTaken = (changed: Partial<typeof written>) =>
  contactCall.body.safeParse({ ...written, ...changed }).success

test('a message is as long as the table wants it, where an emoji is one character', () => {
  expect(isTaken({})).toBe(true)
  expect(isTaken({ message: '🐟'.repeat(20) })).toBe(true)
  expect(isTaken({ message: '🐟'.repeat(19) })).toBe(false)
  expect(isTaken({ message: `   ${'a'.repeat(19)}   ` })).toBe(false)
})

test('a name of one character is none', () => {
  expect(isTaken({ name: '🐟🐟' })).toBe(true)
  expect(isTaken({ name: '🐟' })).toBe(false)
  expect(isTaken({ name: ' a ' })).toBe(false)
})

test('an answer has ten characters', () => {
  const isAnswer = (text: string) =>
    answerContactCall.body.safeParse({ reason: 'It is answered.', text }).success

  expect(isAnswer('🐟'.repeat(10))).toBe(true)
  expect(isAnswer('🐟'.repeat(9))).toBe(false)
})
