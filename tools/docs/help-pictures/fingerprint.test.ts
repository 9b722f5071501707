import { expect, test } from 'vitest'
import { plain } from './fingerprint.ts'

test('the same words with other figures, dates and codes are the same picture', () => {
  const one = plain('Repay $15,358.08 by 30 Oct 2026, 15 d 3 h left, LN-78B8QQ, kelp-23876')
  const other = plain('Repay $9.10 by 2 May, 1 d 12 h left, LN-3HTP7D, spindrift-52414')

  expect(one).not.toContain('15')
  expect(plain('by 30 Oct 2026')).toBe(plain('by 2 May'))
  expect(plain('sha256 7b49fbe6…b2b6')).toBe(plain('sha256 abcdefab…cafe'))
  expect(other).toBe(one)
})

test('another word is another picture', () => {
  expect(plain('Confirm $10.00')).not.toBe(plain('Confirm receipt of $10.00'))
})
