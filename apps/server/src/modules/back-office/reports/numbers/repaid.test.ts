import type { CallOutput } from '@pier/protocol/calls/calls'
import { dayMs } from '@pier/protocol/time'
import { expect, test } from 'vitest'
import { givenLoans } from '../../../../../test/given/given-loans.ts'
import { useTestApp } from '../../../../../test/test-app.ts'

const app = useTestApp()
const given = givenLoans(app)

/** A node of its own each time: one keeps its answer for a minute. */
async function readRepaid() {
  const reply = await (await app.anotherNode()).inject('/api/repaid')
  expect(reply.statusCode).toBe(200)
  expect(reply.headers['cache-control']).toBe('public, max-age=60')
  return reply.json<CallOutput<'GET /repaid'>>()
}

async function repaid(terms: object = {}) {
  const loan = await given.running({ loan_amount: 31_540, term: 30, ...terms })
  await loan.as('LENDER').submit('finalize')
  return loan
}

test('before the first loan there is nothing, and it says so', async () => {
  expect(await readRepaid()).toEqual({ ended: 0, repaid: 0, since: null, loans: [] })
})

test('a repaid loan is shown only among five, without its name and exact amount, and not at once', async () => {
  for (let count = 0; count < 4; count++) await repaid()
  await app.database.moveClock(3 * dayMs)
  expect(await readRepaid()).toMatchObject({ ended: '<5', repaid: '<5', loans: [] })

  const fifth = await repaid()
  const among = await readRepaid()
  expect(among).toMatchObject({ ended: 5, repaid: 5 })
  expect(among.since).toMatch(/^\d{4}-\d\d-01$/)
  expect(among.loans).toHaveLength(4) // The fifth ended today.
  await app.database.moveClock(2 * dayMs)
  const text = JSON.stringify(await readRepaid())

  const [latest] = (await readRepaid()).loans
  const repaidOn = new Date(app.database.now() - 2 * dayMs).toISOString().slice(0, 10)
  expect(latest).toEqual({
    ending: '.com',
    letters: fifth.domain.name.indexOf('.'),
    amountCents: 3_200_000,
    termDays: 30,
    repaidOn,
    daysAfterDue: -30,
  })
  expect(text).not.toContain(fifth.domain.name)
})

test('a seizure among them is not told by what is left', async () => {
  const seized = await given.running({ term: 30 })
  await app.database.owner.pool.query(
    `update escrows set status = 'FINALIZED_LENDER_SEIZURE', phase = 'ENDED', ended_at = app_now()
     where id = $1`,
    [seized.id],
  )

  expect(await readRepaid()).toMatchObject({ ended: null, repaid: 5 })
})
