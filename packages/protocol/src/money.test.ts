import { expect, test } from 'vitest'
import { centsOf, formatMoney, formatRate, groupDollars, parseDollars } from './money.ts'

test.each([
  [0, '$0.00'],
  [1, '$0.01'],
  [99, '$0.99'],
  [100, '$1.00'],
  [99_999, '$999.99'],
  [100_000, '$1,000.00'],
  [1_450_000, '$14,500.00'],
  [100_000_000, '$1,000,000.00'],
  [-1218, '\u2212$12.18'],
  [-5, '\u2212$0.05'],
  [-0, '$0.00'],
  [Number.MAX_SAFE_INTEGER, '$90,071,992,547,409.91'],
])('%i cents read %s', (cents, text) => {
  expect(formatMoney(cents)).toBe(text)
})

test('with `whole` the cents are left out only if they are zero', () => {
  expect(formatMoney(1_450_000, { whole: true })).toBe('$14,500')
  expect(formatMoney(1_450_050, { whole: true })).toBe('$14,500.50')
  expect(formatMoney(0, { whole: true })).toBe('$0')
})

test('with signs, a positive amount has a plus and zero has no sign', () => {
  expect(formatMoney(15_000, { signed: true })).toBe('+$150.00')
  expect(formatMoney(-1218, { signed: true })).toBe('\u2212$12.18')
  expect(formatMoney(0, { signed: true })).toBe('$0.00')
})

test.each([0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])('%d is not money', (amount) => {
  expect(() => formatMoney(amount)).toThrow(RangeError)
})

test('rates have two decimals', () => {
  expect(formatRate(1800)).toBe('18.00%')
  expect(formatRate(592)).toBe('5.92%')
  expect(formatRate(5)).toBe('0.05%')
  expect(formatRate(0)).toBe('0.00%')
  expect(formatRate(123_456)).toBe('1,234.56%')
})

test.each([
  ['14500', '14,500'],
  ['14500.00', '14,500.00'],
  ['1234567.5', '1,234,567.50'],
  ['$ 14,500', '14,500'],
  ['500', '500'],
  ['', ''],
  ['14.500,00', '14.500,00'],
  ['12k', '12k'],
])('"%s" is shown as "%s" once the field is left', (typed, shown) => {
  expect(groupDollars(typed)).toBe(shown)
})

test.each([
  ['14500', 1_450_000],
  ['14,500', 1_450_000],
  ['$14,500.50', 1_450_050],
  ['$ 25', 2500],
  ['  80.5 ', 8050],
  ['0.01', 1],
  ['0', 0],
  ['007', 700],
  ['1,000,000.00', 100_000_000],
  ['9999999999999.99', 999_999_999_999_999],
])('"%s" is %i cents', (text, cents) => {
  expect(parseDollars(text)).toBe(cents)
})

test.each([
  '',
  ' ',
  '$',
  '.',
  '.5',
  '5.',
  '1.234',
  '14,50',
  '1,2345',
  ',500',
  '14.500,00',
  '1 000',
  '-5',
  '\u22125',
  '+5',
  '1e5',
  '0x10',
  'Infinity',
  '١٢',
  '５',
  '12345678901234',
  '5\n6',
])('"%s" is not an amount', (text) => {
  expect(parseDollars(text)).toBeNull()
})

test('what is shown can be typed back, to the cent', () => {
  for (let cents = 0; cents < 2_000_000; cents += 997)
    expect(parseDollars(formatMoney(cents))).toBe(cents)
})

test('dollars of a call are whole cents again, whatever binary makes of them', () => {
  expect([0, 0.07, 1.1, 8.29, 184.2, 1.005e6, -12.18].map(centsOf)).toEqual([
    0, 7, 110, 829, 18_420, 100_500_000, -1218,
  ])
})
