import { expect, test } from 'vitest'
import type { Values } from '../../../ui/form/use-form.ts'
import { alertChecks, type AlertField, alertFields, readTyped } from './alert-fields.ts'
import { moreText, newText } from './found-text.ts'

const nothing = Object.fromEntries(
  Object.keys(alertChecks).map((name) => [name, '']),
) as Values<AlertField>

test('an alert can look for everything the directory filters by', () => {
  const asked = { ...nothing, search: ' keel ', tld: 'com', length_min: '3', length_max: '5' }
  const money = { amount_min: '$2,000', apr_max: '12.5 %', term_max: '90', ltv_max: '60%' }

  expect(readTyped({ ...asked, ...money, age_min: '5', custody_ready: 'true' })).toEqual({
    search: 'keel',
    tld: 'com',
    length_min: '3',
    length_max: '5',
    amount_min: '2000',
    apr_max: '12.5',
    term_max: '90',
    ltv_max: '60',
    age_min: '5',
    custody_ready: 'true',
  })
  expect(readTyped(nothing)).toEqual({})
  expect(Object.keys(alertChecks).length).toBe(alertFields.length + 1)
})

test('what is no number and a range that ends before it starts are said below their field', () => {
  const { amount_min: amount, apr_max: apr, length_max: length } = alertChecks

  expect(amount('cheap', nothing)).toBe('Enter a whole number')
  expect(apr('101', nothing)).toBe('Enter a number from 0 to 100')
  expect(length('4', { ...nothing, length_min: '5' })).toBe(
    'Must not be lower than the first value',
  )
  expect(length('5', { ...nothing, length_min: '5' })).toBeNull()
  expect(amount('', nothing)).toBeNull()
})

test('how much is new is counted up to a hundred, and what is not shown is said', () => {
  expect([newText(1), newText(100)]).toEqual(['1 new', '100 or more new'])
  expect(moreText({ total: 12, shown: 12 })).toBeNull()
  expect(moreText({ total: 13, shown: 12 })).toBe('1 more matches.')
  expect(moreText({ total: 1500, shown: 12 })).toBe('1,488 more match.')
})
