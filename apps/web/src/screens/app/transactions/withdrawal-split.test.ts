import { expect, test } from 'vitest'
import { splitWithdrawal } from './withdrawal-split.ts'

test.each([
  [5000, 8000, 5000, 0],
  [8000, 8000, 8000, 0],
  [8001, 8000, 8000, 1],
  [5000, 0, 0, 5000],
])(
  'of %i with %i on cards, %i go to a card and %i to an address',
  (amountCents, cardCents, ...to) => {
    const { toCardCents, toAddressCents } = splitWithdrawal({ amountCents, cardCents })

    expect([toCardCents, toAddressCents]).toEqual(to)
  },
)
