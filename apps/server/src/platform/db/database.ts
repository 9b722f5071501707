import {
  CamelCasePlugin,
  CompiledQuery,
  Kysely,
  PostgresDialect,
  sql,
  type Transaction,
} from 'kysely'
import pg from 'pg'
import type { Log } from '../log.ts'
import type { DB } from './db-types.ts'
import { openHotReads, type HotDb } from './hot-reads.ts'
import { clientThatNames, plannedAnew } from './named-statements.ts'
import { watchOutages, type Outages } from './outage.ts'
import { createWaker, type WakeChannel } from './wake.ts'
import { limitWrites, type Writes } from './writes.ts'

/** Puts jobs into a queue within the caller's transaction. Implemented by `platform/jobs`. */
type SendJobs = (tx: Kysely<DB>, name: string, jobs: NewJob[]) => Promise<void>
export type NewJob = { data: object; afterMs?: number | undefined }

/**
 * What a transaction collects and writes once, just before it commits: one statement for all jobs
 * or all notices, instead of one for each.
 */
export type Outbox<T> = {
  /** Write order. Notices create mails, and both create jobs, so jobs are written last. */
  turn: 1 | 2 | 3 | 4
  write: (tx: Tx, items: T[]) => Promise<void>
  /** Who sleeps until this is written and committed. */
  wakes?: WakeChannel
}
type Collected = Map<Outbox<unknown>, unknown[]>

/** The database to read from. Outside a transaction it also opens one. */
export type Db = Kysely<DB> & { sendJobs: SendJobs; writes: Writes; wake: Wake }
type Wake = (channels: Iterable<WakeChannel>) => void

/** One open transaction: the database, the one moment at which all of it happens, the queue, the outboxes. */
export type Tx = Transaction<DB> & {
  now: Date
  sendJobs: SendJobs
  writes: Writes
  collected: Collected
  /** Once it has committed. */
  wake: Wake
}

export type Database = Db & HotDb & { pool: pg.Pool; outages: Outages }

type DatabaseSettings = {
  url: string
  role: string | undefined
  poolMax: number
  log: Log
  /** Behind a pooler in transaction mode, which has no sessions of ours to set anything for. */
  isPooled?: boolean
  /** A schema change may take long, but must not make others wait long for its locks. */
  isMigration?: boolean
  /** Reads all there is, for as long as that takes, whatever its login says. */
  isEndless?: boolean
}

const timeouts = { statement_timeout: 30_000, idle_in_transaction_session_timeout: 30_000 }
/** Said outright, because the library leaves a zero out. */
const endless = ['statement_timeout=0', 'idle_in_transaction_session_timeout=0']
const migrationTimeouts = { statement_timeout: 0, lock_timeout: 5_000 }

export function openDatabase(settings: DatabaseSettings): Database {
  const { url, role, poolMax, log, isMigration = false, isPooled = false } = settings
  const { isEndless = false } = settings
  const options = [...(role ? [`role=${role}`] : []), ...(isEndless ? endless : [])]
  const pool = new pg.Pool({
    connectionString: url,
    max: poolMax,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    ...(!isPooled && !isEndless && (isMigration ? migrationTimeouts : timeouts)),
    ...(!isPooled && !isMigration && { Client: clientThatNames() }),
    ...(options.length > 0 && { options: options.map((each) => `-c ${each}`).join(' ') }),
  })
  // A connection that PostgreSQL drops while it is checked out raises on the client, not on the
  // pool, and would end the process.
  const outages = watchOutages(pool, log)
  const lost = (error: Error) => outages.failed(error, 'database connection lost')
  pool.on('error', lost)
  pool.on('connect', (client) => {
    client.on('error', lost)
  })
  const kysely = new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    // Keys inside a JSON column are data, not column names.
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })
  const sendJobs: SendJobs = () =>
    Promise.reject(new Error('No queue is attached to this database'))
  const writes = limitWrites(poolMax, log, () => hasWaitingCommit(pool))
  const wake = createWaker(pool, outages)
  const hotReads = isPooled ? undefined : openHotReads({ url, role, outages })
  const closePool = kysely.destroy.bind(kysely)
  const destroy = async () => {
    await hotReads?.end()
    await closePool()
  }
  return Object.assign(kysely, { pool, sendJobs, outages, writes, wake, hotReads, destroy })
}

/**
 * Whether a commit waits for a standby, and for longer than one that is there takes. PostgreSQL shows what a connection waits for to its login alone,
 * and where a role stands in for that, it is put aside.
 */
async function hasWaitingCommit(pool: pg.Pool): Promise<boolean> {
  const results = (await pool.query(`
    begin read only;
    set local role none;
    select from pg_stat_activity where wait_event = 'SyncRep' and datname = current_database()
      and query_start < clock_timestamp() - interval '0.8 seconds' limit 1;
    commit`)) as unknown as pg.QueryResult[] // One for each statement.
  return results[2]?.rowCount === 1
}

/**
 * Runs one unit of work. Its time is read first and stays the same throughout, so that everything
 * it writes carries one moment. No network inside: a Tx has no provider to call.
 */
export function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db.writes.run(async () => {
    const wakes = new Set<WakeChannel>()
    const result = await db
      .transaction()
      .execute((transaction) => workIn(db, transaction, work, wakes))
    if (wakes.size > 0) db.wake(wakes)
    return result
  })
}

/** A write that stands alone and commits by itself. Not for what a person asks us to save. */
export function inOneStatement<T>(
  db: Db,
  write: (connection: Kysely<DB>) => Promise<T>,
): Promise<T> {
  return db.writes.run(() => write(db), 'saving_paused')
}

async function workIn<T>(
  db: Db,
  transaction: Transaction<DB>,
  work: (tx: Tx) => Promise<T>,
  wakes = new Set<WakeChannel>(),
): Promise<T> {
  const now = await readClock(transaction)
  const { sendJobs, writes } = db
  const wake: Wake = (channels) => {
    for (const channel of channels) wakes.add(channel)
  }
  const tx = Object.assign(transaction, { now, sendJobs, writes, wake, collected: new Map() })
  const result = await work(tx)
  await writeCollected(tx)
  return result
}

export function writeAtEnd<T>(tx: Tx, outbox: Outbox<T>, item: T): Promise<void> {
  const key = outbox as Outbox<unknown>
  const items = tx.collected.get(key)
  if (items) items.push(item)
  else tx.collected.set(key, [item])
  return Promise.resolve()
}

async function writeCollected(tx: Tx): Promise<void> {
  for (;;) {
    const [next] = [...tx.collected].toSorted(([one], [other]) => one.turn - other.turn)
    if (!next) return
    const [outbox, items] = next
    tx.collected.delete(outbox)
    await outbox.write(tx, items)
    if (outbox.wakes) tx.wake([outbox.wakes])
  }
}

/**
 * Reads a consistent snapshot, whatever is written meanwhile. The database refuses writes in it,
 * including those of outboxes. A caller with an open transaction reads in that one.
 */
export function inSnapshot<T>(db: Db | Tx, read: (snapshot: Tx) => Promise<T>): Promise<T> {
  if (isOpen(db)) return read(db)
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((transaction) => workIn(db, transaction, read))
}

const isOpen = (db: Db | Tx): db is Tx => db.isTransaction

/** The one clock of the product: the database's, moved by an offset in tests and the demo. */
export async function readClock(db: Kysely<DB>): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select app_now() as now`.execute(db)
  const now = rows[0]?.now
  if (!now) throw new Error('The database did not tell the time')
  return now
}

/**
 * Runs SQL that another library wrote, on the connection of `db`, names left as they are. The tables of
 * a queue are empty now and full then, so no plan made for the one may stay for the other.
 */
export async function runForeignSql(db: Kysely<DB>, text: string, values: unknown[] = []) {
  const anew = `${plannedAnew} ${text}`
  const result = await db.withoutPlugins().executeQuery(CompiledQuery.raw(anew, values))
  return { rows: [...result.rows] }
}
