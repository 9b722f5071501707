import { setTimeout as sleep } from 'node:timers/promises'
import { minuteMs } from '@pier/protocol/time'
import { sql } from 'kysely'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { givenOperators } from '../../../test/given/given-operators.ts'
import { useTestApp } from '../../../test/test-app.ts'
import type { TestBrowser } from '../../../test/test-browser.ts'
import { keepBeating } from '../../modules/loans/clocks/outages.service.ts'
import { countTry } from '../limits.ts'
import { createLog } from '../log.ts'
import { inTransaction, openDatabase } from './database.ts'

const product = useTestApp()
const { given } = product
const query = (text: string) => product.database.owner.pool.query(text)

/** Commits of this database wait for standbys from now on; those of other test files never do. */
beforeAll(async () => {
  const name = new URL(product.database.url).pathname.slice(1)
  await query(`alter database ${name} set synchronous_commit = on`)
  await query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = '${name}' and pid <> pg_backend_pid()`)
  await untilSaving()
})
afterEach(letGo)

/** As when both standbys are lost. Until the server has noticed, commits do not wait for them. */
async function loseStandbys() {
  await query(`alter system set synchronous_standby_names = 'nobody'`)
  await query('select pg_reload_conf()')
  const isWaiting = async () => {
    void isSaved()
    await sleep(50)
    const waiting = `select from pg_stat_activity where wait_event = 'SyncRep'`
    return (await query(waiting)).rowCount !== 0
  }
  await expect.poll(isWaiting).toBe(true)
}

async function letGo() {
  await query('alter system reset synchronous_standby_names')
  await query('select pg_reload_conf()')
  await untilSaving()
}

async function untilSaving() {
  while (!(await isSaved())) await sleep(50)
}

function isSaved(): Promise<boolean> {
  const limit = { name: 'test', max: 1, perSeconds: 60 }
  return countTry(product.db, limit, 'test', Buffer.from('test')).then(
    () => true,
    () => false,
  )
}

const isReady = async () => (await product.inject({ url: '/health/ready' })).statusCode

async function turnOff(browser: TestBrowser, kind: 'offers' | 'messages') {
  const startedAt = performance.now()
  const reply = await browser.post('/notifications/preferences', { mail: { [kind]: false } })
  return { reply, ms: performance.now() - startedAt }
}

test('a commit that no standby confirms is answered in two seconds, and was saved in the end', async () => {
  const { browser } = await given.user()
  await loseStandbys()

  const { reply, ms } = await turnOff(browser, 'offers')

  expect(ms).toBeLessThan(2000)
  expect(reply.statusCode).toBe(503)
  expect(reply.headers).toMatchObject({ 'retry-after': '1' })
  expect(reply.json()).toEqual({
    code: 'outcome_unknown',
    message: 'This may have been saved. Check before you try again',
  })
  await letGo()
  await expect.poll(() => isMailed(browser, 'offers')).toBe(false)
  expect((await turnOff(browser, 'messages')).reply.statusCode).toBe(204)
})

async function isMailed(browser: TestBrowser, kind: string) {
  const reply = await browser.get('/notifications/preferences')
  return reply.json<{ mail: Record<string, boolean> }>().mail[kind]
}

test('commits that wait leave connections to reads, and the next are refused at once', async () => {
  const users = await Promise.all(Array.from({ length: 12 }, () => given.user()))
  const [first, last] = [users[0]?.browser, users.at(-1)?.browser]
  if (!first || !last) throw new Error('There are users')
  await loseStandbys()

  const answers = await Promise.all(users.map(({ browser }) => turnOff(browser, 'offers')))
  const next = await turnOff(first, 'messages')

  expect(answers.map(({ reply }) => reply.statusCode)).toEqual(users.map(() => 503))
  expect(Math.max(...answers.map(({ ms }) => ms))).toBeLessThan(2000)
  expect(next.ms).toBeLessThan(1000)
  expect(next.reply.json()).toMatchObject({ code: 'saving_paused' })
  expect((await first.get('/users/self')).statusCode).toBe(200)
  expect(await isReady()).toBe(200)
  await letGo()
  await expect.poll(async () => (await turnOff(last, 'messages')).reply.statusCode).toBe(204)
})

test('whoever waits for the row of a commit that waits is answered like it', async () => {
  const { browser } = await given.user()
  await loseStandbys()

  const answers = await Promise.all([1, 2, 3].map(() => turnOff(browser, 'offers')))

  expect(answers.map(({ reply }) => reply.statusCode)).toEqual([503, 503, 503])
  expect(Math.max(...answers.map(({ ms }) => ms))).toBeLessThan(2000)
})

test('so is whoever waits for it in another process, and what fails afterwards is said', async () => {
  const { email, browser } = await given.user()
  const lines: object[] = []
  const write = (line: string) => lines.push(JSON.parse(line) as object)
  const log = createLog({ level: 'info', name: 'other' }, { write })
  const other = openDatabase({ url: product.database.url, role: undefined, poolMax: 7, log })
  try {
    await loseStandbys()
    await turnOff(browser, 'offers')
    const startedAt = performance.now()

    const second = inTransaction(other, async (tx) => {
      await sql`insert into unwanted_mails (user_id, kind)
        select id, 'offers' from users where email = ${email} on conflict do nothing`.execute(tx)
      throw new Error('of a fault of ours')
    })

    await expect(second).rejects.toMatchObject({ code: 'outcome_unknown' })
    expect(performance.now() - startedAt).toBeLessThan(2000)
    await letGo()
    await expect
      .poll(() => lines)
      .toContainEqual(expect.objectContaining({ msg: 'what may have been saved was not' }))
  } finally {
    await other.destroy()
  }
})

test('a long transaction is none that waits for a standby', async () => {
  const slow = inTransaction(product.db, (tx) => sql`select pg_sleep(1.6)`.execute(tx))

  await expect(slow).resolves.toBeDefined()
})

test('the queue is not answered early: it would forget the jobs that it took', async () => {
  await loseStandbys()
  let isDone = false
  const write = sql`insert into limit_counters (subject, window_start, count, last_at, expires_at)
    values ('queue', app_now(), 1, app_now(), app_now())`
  const taken = product.db.writes
    .runPatiently(() => write.execute(product.db))
    .then(() => (isDone = true))
  await sleep(2500)

  expect(isDone).toBe(false)
  await letGo()
  await taken
})

test('a process that begins while nothing can be saved beats once something can', async () => {
  await loseStandbys()
  const heart = keepBeating(product.db, 'api')
  const beaten = heart.begun.then(() => 'beaten')
  const early = await Promise.race([beaten, sleep(2500).then(() => 'not yet')])
  await letGo()

  expect(early).toBe('not yet')
  expect(await beaten).toBe('beaten')
  heart.stop()
})

test('a count of tries that cannot be kept refuses the login, and does not fail', async () => {
  const { email, password } = await given.user()
  await loseStandbys()

  const reply = await product.browser().logIn({ email, password })

  expect(reply.statusCode).toBe(503)
  expect(reply.json()).toMatchObject({ code: 'saving_paused' })
})

test('an operator goes on reading while nothing can be saved', async () => {
  const operator = await givenOperators(product).operator('support')
  await product.database.moveClock(2 * minuteMs)
  await loseStandbys()

  const reply = await operator.get('/self')

  expect(reply.statusCode, reply.body).toBe(200)
})
