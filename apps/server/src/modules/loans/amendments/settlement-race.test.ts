import { expect, test } from 'vitest'
import { givenLoans } from '../../../../test/given/given-loans.ts'
import { useTestApp } from '../../../../test/test-app.ts'

const app = useTestApp()
const given = givenLoans(app)

async function waitingBackends(): Promise<number> {
  const { rows } = await app.database.owner.pool.query(
    `select count(*)::int from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows[0].count
}

/** The borrower's password was just reset: risky actions are blocked for three days. */
async function disputedAndPaused() {
  const loan = await given.running()
  await loan.as('LENDER').submit('escalate', { statement: 'It was never repaid.' })
  await app.database.owner.pool.query(
    `update users set restricted_until = app_now() + '72 hours' where email = $1`,
    [loan.borrower.email],
  )
  return loan
}

test('a paused borrower gives no domain away by agreeing to a default', async () => {
  const loan = await disputedAndPaused()
  await loan.as('LENDER').submit('settlement', { outcome: 'DEFAULT' })

  expect(await loan.as('BORROWER').try('settlement/accept')).toBe('403 restricted')
})

test('a restricted borrower cannot accept a default that is proposed while the acceptance waits for a lock', async () => {
  const loan = await disputedAndPaused()
  const { version } = await loan.as('LENDER').read()
  const client = await app.database.owner.pool.connect()
  try {
    await client.query('begin')
    await client.query('select 1 from users where email = $1 for no key update', [
      loan.borrower.email,
    ])
    const answer = loan.as('BORROWER').try('settlement/accept', { version: version + 1 })
    await expect.poll(waitingBackends).toBeGreaterThan(0)
    await loan.as('LENDER').submit('settlement', { outcome: 'DEFAULT' })
    await client.query('commit')

    expect(await answer).toBe('403 restricted')
  } finally {
    client.release()
  }
  expect(await loan.as('LENDER').read()).toMatchObject({ status: 'ESCALATED' })
})
