import { expect, test } from 'vitest'
import { givenLoans } from '../../../../test/given/given-loans.ts'
import { givenOperators } from '../../../../test/given/given-operators.ts'
import { useTestApp } from '../../../../test/test-app.ts'

const app = useTestApp()
const given = { ...givenLoans(app), ...givenOperators(app) }
const query = (text: string, values: unknown[] = []) => app.database.owner.pool.query(text, values)
const oneDay = `interval '1 day'`

/** The clock was stopped for two hours, so a day was added. */
async function givenMoved() {
  const loan = await given.running({ term: 30 })
  const { due_at: agreed } = await loan.as('LENDER').read()
  await query(
    `insert into clock_stops (escrow_id, reason, began_at, ended_at)
     values ($1, 'outage', app_now() - interval '2 hours', app_now())`,
    [loan.id],
  )
  await query(`update payees set created_at = created_at - interval '2 days',
    active_from = active_from - interval '2 days'`)
  await query(`update escrows set due_at = due_at + ${oneDay} where id = $1`, [loan.id])
  return { loan, agreed }
}

test('a loan is read as it stood at one moment, also while its dates are being moved', async () => {
  const { loan, agreed } = await givenMoved()
  // Two equal states: the day is still to be added, or already is.
  const toBeAdded = `update escrows set clock_checked_at = clock_checked_at - ${oneDay},
    due_at = due_at - ${oneDay} where id = $1`
  const write = async () => {
    for (let each = 0; each < 400; each += 1) {
      await query(toBeAdded, [loan.id])
      await query(toBeAdded.replaceAll(' - ', ' + '), [loan.id])
    }
  }
  const { browser, ...side } = loan.as('LENDER')
  const support = await given.operator('support')
  const seen = new Set<number>()
  const see = (due: string | null | undefined) =>
    seen.add((Date.parse(due ?? '') - Date.parse(agreed ?? '')) / 86_400_000)
  const read = async () => {
    for (let each = 0; each < 50; each += 1) {
      see((await side.read()).due_at)
      const list = await browser.post('/escrow/lender', {})
      see(list.json<{ escrows: { due_at: string | null }[] }>().escrows[0]?.due_at)
      see((await support.get(`/loans/${loan.id}`)).json<{ due_at: string | null }>().due_at)
    }
  }
  await Promise.all([write(), read()])
  expect([...seen]).toEqual([1])
})
