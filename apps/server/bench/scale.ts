/**
 * `pnpm bench scale`: what the product sends all day reads as many pages of a large database as it may,
 * and no growing table whole. The full size is 10⁷ listings, 10⁶ loans and 10⁷ messages and events; it
 * takes long and 40 GB. `--small` is a hundredth of it, and `--loans=100000` anything between.
 */
import pg from 'pg'
import { readQueue } from '../src/modules/back-office/queues/queues.service.ts'
import {
  listQuarters,
  sumCustody,
  sumDecisions,
  sumLoans,
} from '../src/modules/back-office/reports/numbers/numbers.repository.ts'
import type { Database } from '../src/platform/db/database.ts'
import { attachQueue } from '../src/platform/jobs/queue.ts'
import { insertManyListings } from '../test/given/many-listings.ts'
import { findFault, planCases, sumBuffers } from '../test/plans/plan-cases.ts'
import { insertManyRows } from '../test/plans/many-rows.ts'
import { listLargeTables, openPlanReader } from '../test/plans/read-plans.ts'
import { openThrowAwayDatabase } from '../proofs/shared/throw-away-database.ts'
import { printRows } from './shared/rows.ts'

const given = process.argv.find((option) => option.startsWith('--loans='))?.slice(8)
const loans = Number(given ?? (process.argv.includes('--small') ? 1e4 : 1e6))
const listings = loans * 10
const rowsOfLargeMin = 20_000

/** Known to grow with all that there is: told, and held to nothing. */
const growing: [name: string, run: (db: Database) => Promise<unknown>][] = [
  ['the queue of renewals', (db) => readQueue(db, { queue: 'renewals', page: 1, filter: {} })],
  ['the page of numbers, by quarters', listQuarters],
  ['the page of numbers, sums of loans', sumLoans],
  ['the page of numbers, decisions', sumDecisions],
  ['the page of numbers, custody', sumCustody],
]

const database = await openThrowAwayDatabase()
try {
  await fill()
  await measure()
} finally {
  await database.stop()
}

async function fill(): Promise<void> {
  const startedAt = performance.now()
  const { pool } = database.owner
  await pool.query('alter system set autovacuum = off')
  await pool.query('alter system set max_wal_size = 10000')
  await pool.query('select pg_reload_conf()')
  const client = new pg.Client(database.url) // Without a time limit.
  await client.connect()
  await insertManyListings({ pool: client }, { count: listings })
  await client.end()
  const size = { loans, users: Math.ceil(loans / 5), messagesOfLoan: 10, noticesOfLoan: 12 }
  await insertManyRows(database.url, size)
  const { rows } = await pool.query<{ size: string }>(
    'select pg_size_pretty(pg_database_size(current_database())) as size',
  )
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  console.log(`${listings} listings and ${loans} loans, ${rows[0]?.size}, after ${seconds} s`)
}

async function measure(): Promise<void> {
  const reader = openPlanReader(database.url)
  const { db } = reader
  const queue = await attachQueue(db)
  const large = await listLargeTables(db.pool, rowsOfLargeMin)
  let highest = 0
  let scans = 0
  for (const each of planCases) {
    const plans = await reader.plansOf(each.run)
    const buffers = sumBuffers(plans)
    const fault = findFault(each, plans, large)
    highest = Math.max(highest, buffers / each.buffersMax)
    if (fault?.startsWith('reads all')) scans++
    if (fault) process.exitCode = 1
    console.log(
      `${each.name.padEnd(60)} ${String(buffers).padStart(6)} pages of ${each.buffersMax}` +
        `, ${plans.length} statements${fault ? `: ${fault}` : ''}`,
    )
    if (fault) for (const plan of plans) console.log(`  ${plan.buffers} ${oneLine(plan.sql)}`)
  }
  for (const [name, run] of growing) {
    const startedAt = performance.now()
    const buffers = sumBuffers(await reader.plansOf(run))
    // It does the work twice.
    const seconds = ((performance.now() - startedAt) / 2 / 1000).toFixed(1)
    console.log(`${name.padEnd(60)} ${String(buffers).padStart(9)} pages, ${seconds} s`)
  }
  await queue.stop({ graceful: false, close: false })
  await reader.stop()
  const of = `${loans} loans`
  printRows([
    {
      bar: 'scale',
      what: `most pages read of those allowed, ${of}`,
      measured: highest,
      goal: 1,
      is: 'at most',
    },
    {
      bar: 'scale',
      what: `large tables read whole, ${of}`,
      measured: scans,
      goal: 0,
      is: 'at most',
    },
  ])
}

function oneLine(sql: string): string {
  return sql.replaceAll(/\s+/g, ' ').trim().slice(0, 160)
}
