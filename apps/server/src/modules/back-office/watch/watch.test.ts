import { randomUUID } from 'node:crypto'
import { hourMs, minuteMs } from '@pier/protocol/time'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase, type Database } from '../../../platform/db/database.ts'
import { createMetrics } from '../../../platform/metrics.ts'
import { prepareChecks } from '../../../platform/watch/checks.ts'
import { givenCustody } from '../../../../test/given/given-custody.ts'
import { givenLoans } from '../../../../test/given/given-loans.ts'
import { givenOperators } from '../../../../test/given/given-operators.ts'
import { until } from '../../../../test/given/given-payments.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { watched } from '../../../../test/watch/watched.ts'
import { apiChecks, workerChecks } from './watch.service.ts'

const app = useTestApp({ withCustody: true, withPayments: true })
const given = { ...givenLoans(app), ...givenOperators(app), ...givenCustody(app) }
const query = (text: string, values: unknown[] = []) => app.database.owner.pool.query(text, values)

/** Each process with the rights that it has in production. */
const opened: Database[] = []
beforeAll(() => {
  const { url, log } = app.database
  for (const role of ['pier_worker', 'pier_api'])
    opened.push(openDatabase({ url, role, poolMax: 1, log }))
})
afterAll(() => Promise.all(opened.map((db) => db.destroy())))

/** What somebody who scrapes a worker and an API reads now. */
async function look(): Promise<Record<string, number>> {
  const seen = [workerChecks, apiChecks].map(async (checks, index) => {
    const metrics = createMetrics()
    const db = opened[index]
    if (!db) throw new Error('not open')
    for (const check of prepareChecks(metrics, checks)) await check.ask(db)
    return watched(await metrics.registry.metrics())
  })
  return Object.assign({}, ...(await Promise.all(seen))) as Record<string, number>
}

test('where nothing is wrong every gauge is there and says so', async () => {
  const seen = await look()

  expect(seen).toMatchObject({
    pier_dead_jobs: 0,
    pier_timers_late_seconds: 0,
    'pier_queue_age_seconds{queue="notifications.send-mail"}': 0,
    'pier_queue_age_seconds{queue="dead"}': 0,
    pier_mails_waiting: 0,
    pier_mails_oldest_seconds: 0,
    pier_mails_refused: 0,
    pier_registrar_commands_stuck: 0,
    pier_registrar_commands_oldest_seconds: 0,
    pier_custody_alarms: 0,
    pier_ledger_sum_cents: 0,
    pier_ledger_wrong_balances: 0,
    'pier_clocks_stopped{scope="all"}': 0,
    'pier_clocks_stopped{scope="transfers"}': 0,
    'pier_unsealed_seconds{chain="loans"}': 0,
    'pier_unsealed_seconds{chain="audit"}': 0,
    'pier_operator_items_late{queue="jobs"}': 0,
    pier_database_timeline: 1,
    pier_archive_failing_seconds: 0,
  })
  const now = Date.now() / 1000
  for (const { what } of [...workerChecks, ...apiChecks]) {
    expect(Math.abs((seen[`pier_checked_at_seconds{what="${what}"}`] ?? 0) - now)).toBeLessThan(60)
  }
})

test('the last comparison with each provider is shown, and what it left unexplained', async () => {
  expect((await look())['pier_reconciled_at_seconds{provider="card"}']).toBeUndefined()

  await given.job('payments.reconcile', {})

  const seen = await look()
  expect(seen).toMatchObject({
    'pier_reconciliation_difference_cents{provider="card"}': 0,
    'pier_reconciliation_unexplained{provider="crypto"}': 0,
  })
  const at = seen['pier_reconciled_at_seconds{provider="card"}'] ?? 0
  expect(Math.abs(at - app.database.now() / 1000)).toBeLessThan(60)
  await query(`insert into reconciliations (provider, from_time, cutoff, provider_cents, ledger_cents,
    difference_cents, unexplained, created_at) values
    ('card', app_now(), app_now(), 0, 0, 700, '[{"reference":"a"},{"reference":"b"}]', app_now())`)
  expect(await look()).toMatchObject({
    'pier_reconciliation_difference_cents{provider="card"}': 700,
    'pier_reconciliation_unexplained{provider="card"}': 2,
    'pier_reconciliation_unexplained{provider="crypto"}': 0,
  })
})

test('a dead job counts until an operator has settled it', async () => {
  await query(
    `insert into dead_jobs (queue_job_id, name, data, error, died_at)
     values ($1, 'platform.clean-up', '{}', '{}', app_now() - interval '2 days')`,
    [randomUUID()],
  )
  expect(await look()).toMatchObject({
    pier_dead_jobs: 1,
    'pier_operator_items{queue="jobs"}': 1,
    'pier_operator_items_late{queue="jobs"}': 1,
  })
  const admin = await given.operator('admin')
  const { rows } = await query('select id from dead_jobs')

  await admin.post(`/jobs/${rows[0]?.id}/resolve`)

  expect(await look()).toMatchObject({ pier_dead_jobs: 0, 'pier_operator_items{queue="jobs"}': 0 })
})

test('a queue is as old as its oldest due job: what is for later does not count', async () => {
  // A queue that no worker of this test knows.
  await query(`insert into pgboss.queue
    select (jsonb_populate_record(queue, '{"name": "nobody.works"}')).* from pgboss.queue
    where name = 'platform.clean-up'`)
  await query(`insert into pgboss.job_common (name, start_after) values
    ('nobody.works', now() - interval '90 seconds'), ('nobody.works', now() - interval '5 seconds'),
    ('nobody.works', now() + interval '1 hour')`)
  const age = (await look())['pier_queue_age_seconds{queue="nobody.works"}']
  expect(age).toBeGreaterThan(89)
  expect(age).toBeLessThan(150)

  await query(`update pgboss.job_common set state = 'completed'
    where name = 'nobody.works' and start_after < now() - interval '1 minute'`)

  expect((await look())['pier_queue_age_seconds{queue="nobody.works"}']).toBeLessThan(80)
})

test('a refused mail counts for a day, a waiting one with its age until it is sent', async () => {
  await query(`insert into mails (to_address, kind, page, created_at) values
    ('later@pier.test', 'test', '{}', app_now() - interval '10 minutes')`)
  const [mail] = (
    await query(
      `insert into mails (to_address, kind, page, created_at) values ('bounce@pier.test', 'test',
     '{"subject":"No","heading":"No","paragraphs":["No."]}', app_now()) returning id`,
    )
  ).rows

  await given.job('notifications.send-mail', { mailId: mail?.id })

  const seen = await look()
  expect(seen).toMatchObject({ pier_mails_waiting: 1, pier_mails_refused: 1 })
  expect(seen.pier_mails_oldest_seconds).toBeGreaterThan(599)
  await query(`update mails set status = 'sent', settled_at = app_now() where status = 'waiting'`)
  await query(`update mails set settled_at = settled_at - interval '25 hours'`)
  expect(await look()).toMatchObject({
    pier_mails_waiting: 0,
    pier_mails_oldest_seconds: 0,
    pier_mails_refused: 0,
  })
})

test('a stuck command counts until somebody settles it, and a waiting one has an age', async () => {
  const owner = await given.owner()
  await given.quote(owner.browser, owner.id)
  app.custody.registry.fail({ kind: 'refuse', command: 'transfer', code: 2001 })

  await owner.browser.post(`/domains/${owner.id}/transfer`, { transferCode: owner.code })

  await until(async () => (await look()).pier_registrar_commands_stuck === 1)
  expect(await look()).toMatchObject({ 'pier_operator_items{queue="transfers"}': 1 })
  await query(
    `insert into registrar_commands (domain_id, kind, created_at)
    values ($1, 'lock', app_now() - interval '5 minutes')`,
    [owner.id],
  )
  expect((await look()).pier_registrar_commands_oldest_seconds).toBeGreaterThan(299)
  await query(`update registrar_commands set state = 'done', settled_at = app_now()
    where settled_at is null`)
  await query(`update registrar_commands set resolved_at = app_now() where state = 'stuck'`)
  expect(await look()).toMatchObject({
    pier_registrar_commands_stuck: 0,
    pier_registrar_commands_oldest_seconds: 0,
  })
})

test('a change at the registry that was not ours is an open alarm', async () => {
  const owner = await given.inCustody()
  app.custody.registry.getDomain(owner.name).nameservers.splice(0, 1, 'ns9.thief.com')

  await given.job('custody.check-holding', { domainId: owner.id })

  expect(await look()).toMatchObject({ pier_custody_alarms: 1 })
  await query('update custody_alarms set resolved_at = app_now()')
  expect(await look()).toMatchObject({ pier_custody_alarms: 0 })
})

test('an answer of the registrar is seen by its time', async () => {
  await query('delete from heartbeats')
  expect((await look())['pier_heartbeat_at_seconds{part="registrar"}']).toBeUndefined()

  await query(`insert into heartbeats values ('registrar', now() - interval '20 minutes')`)

  const at = (await look())['pier_heartbeat_at_seconds{part="registrar"}'] ?? 0
  expect(Math.abs(at - (Date.now() / 1000 - 1200))).toBeLessThan(60)
})

test('what is written to a chain waits for its seal, and then for nothing', async () => {
  const seal = async () => {
    await given.job('escrow.seal', {})
    await given.job('operator.seal-audit', {})
  }
  const loan = await given.running()
  await seal()
  await loan.as('LENDER').submit('escalate', { reason: 'TERMS', statement: 'It says 210 days' })
  await given.operator('admin').then((admin) => admin.get('/queues'))
  await app.database.moveClock(30 * minuteMs) // Within the hour that the next seal looks back over.
  const waiting = await look()
  expect(waiting['pier_unsealed_seconds{chain="loans"}']).toBeGreaterThan(1799)
  expect(waiting['pier_unsealed_seconds{chain="audit"}']).toBeGreaterThan(1799)

  await seal()

  const sealed = await look()
  const now = app.database.now() / 1000
  for (const chain of ['loans', 'audit']) {
    expect(sealed[`pier_unsealed_seconds{chain="${chain}"}`]).toBeLessThan(60)
    const at = sealed[`pier_sealed_at_seconds{chain="${chain}"}`] ?? 0
    expect(Math.abs(at - now)).toBeLessThan(60)
  }
})

test('stopped clocks are shown by whose they are', async () => {
  await query(`insert into clock_stops (reason, began_at, part, noticed_at, suffix) values
    ('a', app_now(), 'registrar', app_now(), null), ('b', app_now(), 'api', app_now(), null),
    ('c', app_now(), null, null, 'com')`)
  expect(await look()).toMatchObject({
    'pier_clocks_stopped{scope="all"}': 1,
    'pier_clocks_stopped{scope="transfers"}': 1,
    'pier_clocks_stopped{scope="tld"}': 1,
    'pier_clocks_stopped{scope="loan"}': 0,
  })

  await query(`update clock_stops set ended_at = app_now() where part = 'api'`)

  expect(await look()).toMatchObject({ 'pier_clocks_stopped{scope="all"}': 0 })
})

test('a balance that somebody changed by hand is seen without a job that tells', async () => {
  const { browser } = await given.owner()
  const { id } = (await browser.get('/users/self')).json<{ id: string }>()
  const client = await app.database.owner.pool.connect()
  const byHand = async (cents: number) => {
    await client.query('set session_replication_role = replica')
    await client.query(
      'update ledger_balances set available_cents = available_cents + $2 where user_id = $1',
      [id, cents],
    )
    await client.query('set session_replication_role = origin')
  }

  await byHand(100)

  expect(await look()).toMatchObject({ pier_ledger_sum_cents: 100, pier_ledger_wrong_balances: 1 })
  await byHand(-100)
  client.release()
  expect(await look()).toMatchObject({ pier_ledger_sum_cents: 0, pier_ledger_wrong_balances: 0 })
})

test('a deadline that nobody takes up is late by its age', async () => {
  await query(
    `insert into timers (job, subject_id, fire_at)
     values ('listings.expire', $1, app_now() + interval '1 hour')`,
    [randomUUID()],
  )
  const client = await app.database.owner.pool.connect()
  await client.query('begin')
  await client.query(`select from timers where job = 'listings.expire' for update`) // The worker waits.

  await app.database.moveClock(hourMs + 10 * minuteMs)

  expect((await look()).pier_timers_late_seconds).toBeGreaterThan(599)
  await client.query('rollback')
  client.release()
  await until(async () => (await look()).pier_timers_late_seconds === 0)
})
