import { dayMs } from '@pier/protocol/time'
import { expect, test } from 'vitest'
import { givenLoans } from '../../../../test/given/given-loans.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { listCohorts } from './numbers.repository.ts'

const app = useTestApp()
const given = givenLoans(app)

test('loans are counted by quarter of funding, and counts below three are masked', async () => {
  const now = new Date(app.database.now())
  const quarter = `${now.getUTCFullYear()}-Q${Math.floor(now.getUTCMonth() / 3) + 1}`
  const loans = []
  for (let count = 0; count < 4; count++) loans.push(await given.running({ term: 30 }))
  const [first, second] = loans
  await first?.as('LENDER').submit('finalize')
  await second?.as('LENDER').submit('escalate')

  const reply = await app.inject({ url: '/api/numbers' })

  expect(reply.headers['cache-control']).toBe('public, max-age=60')
  expect(reply.json()).toMatchObject({
    cohorts: [
      { quarter, funded: 4, repaid: '<3', running: 3, late_1_to_7: 0, seized: 0, disputed: '<3' },
    ],
    rulings: [],
    medians: { hours_to_confirm: null },
  })
  expect(reply.json<{ medians: { hours_to_fund: number } }>().medians.hours_to_fund).toBeLessThan(1)

  await app.database.moveClock(39 * dayMs)
  expect(await listCohorts(app.db)).toMatchObject([{ running: 0, late30: 3, lateMore: 0 }])
})
