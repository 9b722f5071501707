import { expect, test } from 'vitest'
import { givenLoans } from '../../../../test/given/given-loans.ts'
import { until } from '../../../../test/given/given-payments.ts'
import { useTestApp } from '../../../../test/test-app.ts'

const app = useTestApp()
const given = givenLoans(app)

test('while a first listing waits for its domain, whoever has the domain can still write to its owner', async () => {
  const { pool } = app.database.owner
  const { browser, email } = await app.given.verifiedUser()
  const domain = await given.verifiedDomain(browser)
  const job = await pool.connect()
  try {
    await job.query(`begin; set local lock_timeout = '5s'`)
    await job.query('select from domains where id = $1 for no key update', [domain.id])
    const { rows: own } = await job.query<{ pid: number }>('select pg_backend_pid() as pid')
    const terms = { desired_loan_amount: 32_000, desired_term: 180, desired_apy: 14.5 }
    const listing = browser.post('/listings', { domain_id: domain.id, ...terms })
    await until(async () => {
      const waiting = await pool.query(
        'select from pg_stat_activity where $1 = any(pg_blocking_pids(pid))',
        [own[0]?.pid],
      )
      return waiting.rows.length > 0
    })

    // With the owner's row locked as a key, this would wait for the listing, which waits for us.
    await job.query(
      `insert into live_events (user_id, type, data, created_at)
       select id, 'domains', '{}', app_now() from users where email = $1`,
      [email],
    )
    await job.query('commit')

    expect((await listing).statusCode).toBe(201)
    const { rows } = await pool.query('select handle from users where email = $1', [email])
    expect(rows).toEqual([{ handle: expect.stringMatching(/^[a-z]+-\d+$/) }])
  } finally {
    job.release(true)
  }
})
