import { expect, test } from 'vitest'
import { fillIn } from './contract-pdf.ts'
import { printable } from './pdf-page.ts'

test.each([
  ['letters of Europe and beyond stay', 'Łukasz Żółć, Ελένη, Дмитро', 'Łukasz Żółć, Ελένη, Дмитро'],
  ['what turns text around is taken out', 'Mara \u202Etsivqdnil\u202C', 'Mara tsivqdnil'],
  ['what cannot be seen is taken out', 'Ma\u0000ra\u200B Lind\u00ADqvist\n', 'Mara Lindqvist'],
  ['a letter the font does not know says which it is', '张伟', '<U+5F20><U+4F1F>'],
])('%s', (_case, text, printed) => {
  expect(printable(text)).toBe(printed)
})

test('what is filled in is not read as a field', () => {
  const values = { Borrower: '[Lender]', Lender: 'Teodor' }

  expect(fillIn('Between [Borrower] and [Lender].', values)).toEqual([
    { text: 'Between ', isBold: false },
    { text: '[Lender]', isBold: true },
    { text: ' and ', isBold: false },
    { text: 'Teodor', isBold: true },
    { text: '.', isBold: false },
  ])
})

test('no agreement is printed with a field left open', () => {
  expect(() => fillIn('Owed: [Total]', {})).toThrow('[Total]')
})
