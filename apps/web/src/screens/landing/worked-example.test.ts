import { expect, test } from 'vitest'
import { exampleRows } from './worked-example.ts'

test('the worked example of the landing page comes out to the cent', () => {
  expect(exampleRows()).toEqual([
    { label: '$10,000 for 90 days at 24.00% APR', value: 'Adjusted 5.92%' },
    { label: 'Interest, $6.58 a day', value: '$591.78' },
    { label: 'Repaid on the due date', value: '$10,591.78' },
    { label: 'Repaid after 30 days instead', value: '$10,197.26' },
  ])
})
