import { setTimeout as sleep } from 'node:timers/promises'
import { minuteMs } from '@pier/protocol/time'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { givenOperators } from '../../../test/given/given-operators.ts'
import { useTestApp } from '../../../test/test-app.ts'
import type { TestBrowser } from '../../../test/test-browser.ts'
import { countTry } from '../limits.ts'

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

/** As when both standbys are lost. */
async function loseStandbys() {
  await query(`alter system set synchronous_standby_names = 'nobody'`)
  await query('select pg_reload_conf()')
  await expect
    .poll(async () => (await query('show synchronous_standby_names')).rows[0])
    .toEqual({ synchronous_standby_names: 'nobody' })
}

async function letGo() {
  await query('alter system reset synchronous_standby_names')
  await query('select pg_reload_conf()')
  await untilSaving()
}

async function untilSaving() {
  const isSaved = () =>
    countTry(
      product.db,
      { name: 'test', max: 1, perSeconds: 60 },
      'test',
      Buffer.from('test'),
    ).then(
      () => true,
      () => false,
    )
  while (!(await isSaved())) await sleep(50)
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
    message: 'This may have been saved. Look before you try again',
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
