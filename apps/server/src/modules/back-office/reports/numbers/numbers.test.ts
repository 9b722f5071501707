import type { CallOutput } from '@pier/protocol/calls/calls'
import { dayMs } from '@pier/protocol/time'
import { expect, test } from 'vitest'
import { givenLoans } from '../../../../../test/given/given-loans.ts'
import { useTestApp } from '../../../../../test/test-app.ts'

const app = useTestApp()
const given = givenLoans(app)

/** A node of its own each time: one keeps its answer for a minute. */
async function readNumbers() {
  const reply = await (await app.anotherNode()).inject('/api/numbers')
  expect(reply.headers['cache-control']).toBe('public, max-age=60')
  return reply.json<CallOutput<'GET /numbers'>>()
}

test('before the first loan all counts are zero, and there is no quarter', async () => {
  expect(await readNumbers()).toMatchObject({
    since: null,
    totals: { paid_out: 0, ended: 0, open: 0, amount: null, in_time: 0 },
    cohorts: [],
    late: [
      { to: 7, count: 0 },
      { to: 30, count: 0 },
      { to: 90, count: 0 },
      { to: null, count: 0 },
    ],
    decided: { seizures_confirmed: 0, median_hours: null },
    custody: { held: 0, lost: 0 },
  })
})

test('loans are counted by quarter of funding, and counts below five are hidden with their sums', async () => {
  const now = new Date(app.database.now())
  const quarter = `${now.getUTCFullYear()}-Q${Math.floor(now.getUTCMonth() / 3) + 1}`
  const loans = []
  for (let count = 0; count < 6; count++) loans.push(await given.running({ term: 30 }))
  const [first, second] = loans
  await first?.as('LENDER').submit('finalize')
  await second?.as('LENDER').submit('escalate')

  const numbers = await readNumbers()
  expect(numbers.cohorts).toMatchObject([
    {
      quarter,
      funded: null,
      repaid: '<5',
      running: 5,
      late: 0,
      seized: 0,
      medians: { apr: 13.25 },
    },
  ])
  expect(numbers.totals).toMatchObject({ paid_out: null, ended: '<5', open: 5, amount: null })

  await app.database.moveClock(39 * dayMs)
  const later = await readNumbers()
  expect(later.cohorts).toMatchObject([{ quarter, repaid: '<5', running: 0, late: 5 }])
  expect(later.late).toMatchObject([
    { from: 1, to: 7, count: 0 },
    { from: 8, to: 30, count: 5 },
    { from: 31, to: 90, count: 0 },
    { from: 91, to: null, count: 0 },
  ])

  const reply = await (await app.anotherNode()).inject('/api/numbers.csv')
  expect(reply.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(reply.body).toContain(
    `"Loans by quarter","${quarter}","Repaid","1 to 4"`.replaceAll('"', ''),
  )
  expect(reply.body).toContain(`Loans by quarter,${quarter},Paid out,left out`)
})

test('an answer that could not be read is not kept by anybody on the way', async () => {
  const node = await app.anotherNode()
  const { pool } = app.database.owner
  await pool.query('alter table escrows rename to escrows_away')
  try {
    for (const url of ['/api/numbers', '/api/numbers.csv', '/api/repaid']) {
      const reply = await node.inject(url)
      expect(reply.statusCode).toBeGreaterThanOrEqual(500)
      expect(reply.headers['cache-control']).toBe('no-store')
    }
  } finally {
    await pool.query('alter table escrows_away rename to escrows')
  }
})
