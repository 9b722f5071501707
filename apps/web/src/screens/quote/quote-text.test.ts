import { expect, test } from 'vitest'
import { quoteOf } from '../../testing/given/quotes.ts'
import { ageText, cardOf, isPartOf, likeText } from './quote-text.ts'

const nowMs = Date.parse('2026-10-14T14:06:00Z')

test.each([
  ['2007-06-04', '19 years'],
  ['2025-10-14', '1 year'],
  ['2025-10-15', '11 months'],
  ['2026-09-01', '43 days'],
  ['2026-10-13', '1 day'],
  ['2026-10-20', '0 days'],
])('a name registered on %s is %s old', (day, age) => {
  expect(ageText(`${day}T00:00:00.000Z`, nowMs)).toBe(age)
})

test('the picture of a link shows public facts alone', () => {
  expect(cardOf(quoteOf(), nowMs)).toEqual({
    title: { domain: 'saltlantern.com', unicode: 'saltlantern.com' },
    figures: [
      ['Age', '19 years'],
      ['Registered', '4 Jun 2007'],
      ['Expires', '4 Jun 2028'],
    ],
  })
  expect(cardOf(quoteOf({ registered_at: null, expires_at: null }), nowMs)).toEqual({
    title: { domain: 'saltlantern.com', unicode: 'saltlantern.com' },
    note: 'What could this name borrow?',
  })
})

test('like names are named by their ending and length', () => {
  const like = quoteOf().like

  expect(likeText(like)).toBe('.com names of 9 to 13 characters')
  expect(likeText({ ...like, length_min: 1, length_max: 4 })).toBe(
    '.com names of up to 4 characters',
  )
  expect(likeText({ ...like, length_min: 14, length_max: null })).toBe(
    '.com names of 14 or more characters',
  )
})

test.each([
  'shop.saltlantern.com',
  'a.b-c.saltlantern.com',
  '_dmarc.saltlantern.com',
  'bücher.saltlantern.com',
])('%s is a part of a name', (part) => {
  expect(isPartOf('saltlantern.com', part)).toBe(true)
})

test.each([
  'saltlantern.com',
  'othersaltlantern.com',
  'shop.other.com',
  'Write to pay@else.example now.saltlantern.com',
  'Write\u00A0now.saltlantern.com',
  'write\u2800now.saltlantern.com',
  'call:+4940.saltlantern.com',
  'https://shop.saltlantern.com',
  'www.saltlantern.com',
  'Shop.saltlantern.com',
  `${'a'.repeat(240)}.saltlantern.com`,
])('%s is none', (part) => {
  expect(isPartOf('saltlantern.com', part)).toBe(false)
})
