/**
 * Databases of releases that somebody may still have, filled by the product of their time, are brought
 * to the schema of today. `node tools/local/release-dump.ts` keeps one.
 */
import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { demoPassword } from '../demo/people.ts'
import { checkChains } from './modules/loans/integrity/chain-check.service.ts'
import { checkBooks } from './modules/ledger/ledger.service.ts'
import { checkAudit } from './modules/operators/audit/audit.service.ts'
import { readConfig } from './platform/config.ts'
import { openDatabase, type Database } from './platform/db/database.ts'
import { migrate } from './platform/db/migrate.ts'
import { readSteps } from './platform/db/steps.ts'
import { createLog } from './platform/log.ts'
import { useEmptyDatabases } from '../test/empty-database.ts'
import { startProduct } from '../test/product.ts'
import { makeReleaseSecrets } from '../test/release-secrets.ts'
import { schemaOf } from '../test/schema-of.ts'

const folder = join(import.meta.dirname, '../test-data/releases')
const releases = readdirSync(folder).filter((name) => name.endsWith('.sql.gz'))
const emptyDatabase = useEmptyDatabases()
const log = createLog({ level: 'silent', name: 'test' })
const made: string[] = []

describe.each(releases)('the database of %s', (release) => {
  const name = newName()
  const url = `${inject('clusterUrl')}${name}`
  const db = openDatabase({ url, role: undefined, poolMax: 4, log, isMigration: true })
  let before: Map<string, number>

  beforeAll(async () => {
    restore(gunzipSync(readFileSync(join(folder, release))).toString(), 'kept_release', name)
    before = await countRows(db)
    await migrate(db)
  })
  afterAll(async () => {
    await db.destroy()
    await dropAll()
  })

  test('takes the steps that it lacks, and loses no row', async () => {
    const after = await countRows(db)
    const { rows: taken } = await db.pool.query('select name from kysely_migration order by name')

    expect(taken).toEqual(readSteps().map(({ name }) => ({ name })))
    expect(before.get('escrows')).toBeGreaterThan(5)
    expect([...before].filter(([table, count]) => count !== after.get(table))).toEqual([])
  })

  test('has the schema of a new one', async () => {
    const fresh = await emptyDatabase()
    await migrate(fresh.db)
    // PostgreSQL writes some checks with other parentheses once it has read its own words.
    const ours = schemaOf(url)
    const wanted = schemaOf(readBack(fresh.url))

    expect(ours.length).toBeGreaterThan(800)
    expect({
      missing: wanted.filter((object) => !ours.includes(object)),
      extra: ours.filter((object) => !wanted.includes(object)),
    }).toEqual({ missing: [], extra: [] })
  })

  test('keeps the laws: its books sum to zero, and every chain and seal is whole', async () => {
    const { publicKeys } = (await configFor(url)).chain
    const chains = await checkChains(db, publicKeys)

    expect(await checkBooks(db)).toEqual({ sumCents: 0, wrongUsers: [] })
    expect(chains.faults).toEqual([])
    expect(chains.loans).toBe(before.get('escrows'))
    expect((await checkAudit(db, publicKeys)).faults).toEqual([])
  })

  test('is one that the product starts on, and reads a loan from', async () => {
    await standStill(db)
    const product = await startProduct(await configFor(url))
    try {
      const mara = product.browser()
      const login = await mara.logIn({ email: 'mara@demo.example', password: demoPassword })
      expect(login.statusCode, login.body).toBe(200)
      const { rows } = await db.pool.query<{ id: string; code: string }>(
        `select e.id, e.code from escrows as e join users as u on u.id = e.borrower_id
         where u.email = 'mara@demo.example' and e.ended_at is null`,
      )

      expect(rows.length).toBeGreaterThan(0)
      for (const { id, code } of rows) {
        const reply = await mara.get(`/escrow/${id}`)
        expect(reply.json()).toMatchObject({ id, code })
      }
    } finally {
      await product.stop()
    }
  })
})

/** A dump has the rights on the database itself, and so it brings a name along. */
function restore(dump: string, from: string, name: string) {
  const options = ['--quiet', '--set=ON_ERROR_STOP=1', `${inject('clusterUrl')}postgres`]
  const input = dump.replaceAll(from, name)
  execFileSync('psql', options, { input, stdio: ['pipe', 'ignore', 'pipe'] })
}

function readBack(url: string): string {
  const options = ['--create', '--schema-only', '--dbname', url]
  const dump = execFileSync('pg_dump', options, { encoding: 'utf8', maxBuffer: 2 ** 26 })
  const name = newName()
  restore(dump, new URL(url).pathname.slice(1), name)
  return `${inject('clusterUrl')}${name}`
}

function newName(): string {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  made.push(name)
  return name
}

async function countRows(db: Database): Promise<Map<string, number>> {
  const { rows } = await db.pool.query<{ table: string; rows: number }>(
    `select tablename as table, (xpath('/row/n/text()', query_to_xml(
        format('select count(*) as n from public.%I', tablename), false, true, '')))[1]::text::int
        as rows
     from pg_tables where schemaname = 'public' and tablename not like 'kysely%' order by 1`,
  )
  return new Map(rows.map(({ table, rows: count }) => [table, count]))
}

/** At the moment it was kept: whatever has come due since would happen to it. */
async function standStill(db: Database) {
  await db.pool.query(`update clock_offset set ahead_seconds =
    (select extract(epoch from max(at) - now()) from security_events)`)
}

async function configFor(url: string) {
  return readConfig({
    ...(await makeReleaseSecrets()),
    PIER_MODE: 'test',
    PASSWORD_COST: 'light',
    LOG_LEVEL: 'silent',
    DATABASE_URL: url,
    PUBLIC_ORIGIN: 'http://localhost:4300',
    SMTP_URL: 'smtp://127.0.0.1:9', // Nobody is written to.
  })
}

async function dropAll() {
  const client = new pg.Client(`${inject('clusterUrl')}postgres`)
  await client.connect()
  for (const name of made) await client.query(`drop database if exists ${name} with (force)`)
  await client.end()
}
