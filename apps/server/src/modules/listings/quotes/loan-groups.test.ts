import { dayMs } from '@pier/protocol/time'
import { expect, test } from 'vitest'
import { givenLoans } from '../../../../test/given/given-loans.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { listLoanGroups } from './quotes.repository.ts'

const app = useTestApp()
const given = givenLoans(app)

test('five loans of whole past months make a group, four of them or those of this month none', async () => {
  const loans = []
  for (let count = 0; count < 4; count++) loans.push(await given.running({ term: 30 }))
  await given.signed() // Never paid out.
  await app.database.moveClock(31 * dayMs)
  const ofFour = await listLoanGroups(app.db)
  await given.running({ term: 60 })
  const ofThisMonth = await listLoanGroups(app.db)
  await app.database.moveClock(31 * dayMs)

  const groups = await listLoanGroups(app.db)

  expect([ofFour, ofThisMonth]).toEqual([[], []])
  expect(groups.map(({ suffix, step, loans: count }) => [suffix, step, count])).toEqual(
    expect.arrayContaining([
      ['com', 3, 5],
      [null, null, 5],
    ]),
  )
  expect(groups).toHaveLength(2)
  expect(groups[0]).toMatchObject({
    withValue: 0,
    amountCents: [3_000_000, 3_000_000, 3_000_000, 3_000_000, 3_000_000],
    rateBps: [1325, 1325, 1325, 1325, 1325],
    termDays: [30, 30, 30, 30, 48],
    ltv: null,
  })
})
