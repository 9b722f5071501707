/**
 * What the product asks all day is answered by indexes: of some thousand loans, and of two people with
 * a thousand each, no call reads a large table whole or more pages than it may. `pnpm bench scale` asks
 * the same of any size.
 */
import type { PgBoss } from 'pg-boss'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findFault, planCases } from '../test/plans/plan-cases.ts'
import { heavy, insertManyRows } from '../test/plans/many-rows.ts'
import { listLargeTables, openPlanReader } from '../test/plans/read-plans.ts'
import { useTestDatabase } from '../test/test-database.ts'
import { listEvents } from './modules/loans/facts/events.repository.ts'
import { listMessages, readMarks } from './modules/messages/chat/messages.repository.ts'
import { listNotificationsOfUser } from './modules/notifications/notifications.repository.ts'
import type { Database } from './platform/db/database.ts'
import { attachQueue } from './platform/jobs/queue.ts'

const database = useTestDatabase()
let reader: ReturnType<typeof openPlanReader>
let queue: PgBoss
let large: string[]

beforeAll(async () => {
  await insertManyRows(database.url, {
    loans: 6000,
    users: 1500,
    messagesOfLoan: 4,
    noticesOfLoan: 6,
  })
  reader = openPlanReader(database.url)
  queue = await attachQueue(reader.db)
  large = await listLargeTables(reader.db.pool, 5000)
})
afterAll(async () => {
  await queue.stop({ graceful: false, close: false })
  await reader.stop()
})

test('there are large tables to be read whole', () => {
  expect(large).toEqual(
    expect.arrayContaining(['escrows', 'offers', 'escrow_messages', 'escrow_messages_00']),
  )
})

test.each(planCases)('$name reads no more than it may', async (each) => {
  expect(findFault(each, await reader.plansOf(each.run), large)).toBeUndefined()
})

test('a table that is read whole is found out, and so is a call that reads too much', async () => {
  const ask = (sql: string) => reader.plansOf(({ pool }) => pool.query(sql))
  const whole = await ask(`select from escrow_messages where body = 'none'`)
  const much = await ask(
    'select count(*) from (select from offers order by number limit 3000) as o',
  )

  expect(findFault({ buffersMax: 1_000_000 }, whole, large)).toMatch(
    /^reads all of .*escrow_messages_\d\d/,
  )
  expect(findFault({ buffersMax: 2 }, much, large)).toMatch(/^reads \d+ pages, of at most 2$/)
})

const ofOneLoan = { escrowId: heavy.loan, userId: heavy.borrower }
const ofOne: [string, (db: Database) => Promise<unknown>][] = [
  ['the chat of a loan', (db) => listMessages(db, ofOneLoan)],
  ['how far each side has read', (db) => readMarks(db, ofOneLoan)],
  ['the history of a loan', (db) => listEvents(db, heavy.loan)],
  ['the notices of somebody', (db) => listNotificationsOfUser(db, { ...ofOneLoan, limit: 50 })],
]
test.each(ofOne)('%s lies in one partition, and no other is looked at', async (_what, run) => {
  const read = (await reader.plansOf(run)).flatMap((plan) => plan.read)
  const partitions = [...new Set(read)].filter((table) => /_\d\d$/.test(table))

  const tables = partitions.map((partition) => partition.slice(0, -3))
  expect(tables.length).toBeGreaterThan(0)
  expect(tables).toEqual([...new Set(tables)])
})
