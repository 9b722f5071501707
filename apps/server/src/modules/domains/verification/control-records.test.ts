import { dayMs, minuteMs } from '@pier/protocol/time'
import { expect, test } from 'vitest'
import { inTransaction } from '../../../platform/db/database.ts'
import type { ControlCheck } from '../../../providers/dns/control-verdict.ts'
import { givenDomains, someName } from '../../../../test/given/given-domains.ts'
import { until } from '../../../../test/given/given-payments.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import type { TestBrowser } from '../../../../test/test-browser.ts'
import { explainCheck, listSeen } from './control-text.ts'
import { findNextCheck, recordCheck } from './control.service.ts'

const product = useTestApp()
const { given, database } = product
const query = (text: string, values: unknown[] = []) => database.owner.pool.query(text, values)
const having = givenDomains(() => database.owner)

const read = async (browser: TestBrowser, id: string) =>
  (await browser.get(`/domains/${id}`)).json<{ status: string }>()

const record = (id: string, value: string, check: ControlCheck) =>
  inTransaction(product.db, (tx) =>
    recordCheck(tx, { domainId: id, value, check, publicOrigin: 'https://pier.example' }),
  )
const found: ControlCheck = { verified: true, via: 'dnssec', nameservers: ['ns1.example'] }
const missing = (reason: 'no-record' | 'timeout'): ControlCheck => ({
  verified: false,
  reason,
  seen: [],
  retryAfterMs: 1000,
})

test('servers that are silent end no proof, and a record that is there again starts the count anew', async () => {
  const { browser } = await given.user()
  const { id, record: value } = await having.domain(browser)
  await record(id, value, found)

  for (const check of [missing('no-record'), missing('timeout'), missing('timeout'), found]) {
    await record(id, value, check)
  }
  await record(id, value, missing('no-record'))
  expect(await read(browser, id)).toMatchObject({ status: 'EXTERNAL_VERIFIED' })
  await record(id, value, missing('timeout'))
  await record(id, value, missing('no-record'))

  expect(await read(browser, id)).toMatchObject({ status: 'EXTERNAL_UNVERIFIED' })
})

test('two who prove one name at once: one of them has it', async () => {
  const name = someName()
  const [one, two] = [await given.user(), await given.user()]
  const claims = [await having.domain(one.browser, name), await having.domain(two.browser, name)]

  await Promise.all(claims.map((claim) => record(claim.id, claim.record, found)))

  const { rows } = await query('select status from domains where name = $1 order by status', [name])
  expect(rows).toEqual([{ status: 'EXTERNAL_UNVERIFIED' }, { status: 'EXTERNAL_VERIFIED' }])
})

test('an answer about what is not asked for any more is dropped', async () => {
  const [{ browser }, holder] = [await given.user(), await given.user()]
  const removed = await having.domain(browser)
  await browser.delete(`/domains/${removed.id}`)
  const arrived = await having.domainInCustody(browser)
  const renewed = await having.domain(browser)
  const elsewhere = await having.domain(browser)
  const taken = await having.domain(holder.browser, elsewhere.name)
  await query(`update domains set status = 'CUSTODY_PAID' where id = $1`, [taken.id])

  await record(removed.id, removed.record, found)
  await record(arrived.id, arrived.record, missing('no-record'))
  await record(renewed.id, 'token=of-another-time', found)
  await record(elsewhere.id, elsewhere.record, found)

  const statuses = await query(`select status from domains where id = any($1::uuid[])`, [
    [removed.id, renewed.id, elsewhere.id],
  ])
  expect(statuses.rows).toEqual([0, 1, 2].map(() => ({ status: 'EXTERNAL_UNVERIFIED' })))
  expect(await read(browser, arrived.id)).toMatchObject({ status: 'CUSTODY_PAID' })
})

test('open tabs hear of every look', async () => {
  const { browser } = await given.user()
  const { id, name, record: value } = await having.domain(browser)
  const count = async () =>
    Number(
      (
        await query(
          `select count(*) from live_events join domains using (user_id)
           where domains.id = $1 and type = 'domains'`,
          [id],
        )
      ).rows[0].count,
    )
  await until(async () => {
    const read = 'select 1 from registrations where name = $1 and fetched_at is not null'
    return (await query(read, [name])).rows.length === 1 // This publishes an event too.
  })
  const before = await count()

  await record(id, value, missing('no-record'))
  await record(id, value, found)

  expect(await count()).toBe(before + 2)
})

test('a record is looked for at 1, 5 and 15 minutes, 1 and 6 hours, then every 6 hours for a week', () => {
  const added = Date.parse('2026-11-15T12:00:00Z')
  const expiresAt = new Date(added + 7 * dayMs)
  const minutes: number[] = []
  let next: Date | null = new Date(added + minuteMs)
  while (next) {
    minutes.push((next.getTime() - added) / minuteMs)
    next = findNextCheck({ expiresAt }, next)
  }

  expect(minutes.slice(0, 7)).toEqual([1, 5, 15, 60, 360, 720, 1080])
  expect(minutes.at(-1)).toBe(7 * 24 * 60 - 360)
})

test.each([
  'no-record',
  'wrong-value',
  'wildcard',
  'servers-disagree',
  'dnssec-bogus',
  'no-delegation',
  'timeout',
  'used-up',
  'in-custody',
] as const)('%s is said in a few sentences', (reason) => {
  const message = explainCheck({ found: false, reason, seen: [] })

  expect(message).toMatch(/^[A-Z].*\.$/)
  expect(message.length).toBeLessThan(160)
})

test('of what strangers put in their DNS ten short lines are shown, and nothing that hides', () => {
  const long = `\u202Eevil\u0000\n${'x'.repeat(500)}`
  const seen = listSeen({ found: false, reason: 'wrong-value', seen: Array(30).fill(long) })

  expect(seen).toHaveLength(10)
  expect(seen[0]).toMatch(/^\uFFFDevil\uFFFD\uFFFDx+$/)
  expect(seen[0]).toHaveLength(200)
})
