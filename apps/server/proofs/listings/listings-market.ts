import { Agent, request as httpRequest } from 'node:http'
import { CamelCasePlugin, Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { DB } from '../../src/platform/db/db-types.ts'
import { insertManyListings } from '../../test/given/many-listings.ts'
import { makeSecrets } from '../../test/secrets.ts'
import { startApiNode } from '../../test/node.ts'
import { cpuSecondsOf, cpuSecondsOfCluster, parentOf } from '../shared/process-cost.ts'
import { openThrowAwayDatabase } from '../shared/throw-away-database.ts'

export type Market = Awaited<ReturnType<typeof openMarket>>
export type Statement = { sql: string; parameters: readonly unknown[] }

/** This many listings in a cluster of their own, and one API process for it. */
export async function openMarket(count: number) {
  const database = await openThrowAwayDatabase()
  const { pool } = database.owner
  await pool.query('alter system set autovacuum = off')
  await pool.query('select pg_reload_conf()')
  await fill(database.url, count)
  const api = await startApiNode({
    PIER_MODE: 'test',
    DATABASE_URL: database.url,
    PUBLIC_ORIGIN: 'http://localhost:4300',
    SMTP_URL: 'smtp://127.0.0.1:1',
    PASSWORD_COST: 'light',
    TRUSTED_PROXY_HOPS: '1',
    LOG_LEVEL: 'error',
    ...(await makeSecrets()),
  })
  const backend = await pool.query<{ pid: number }>('select pg_backend_pid() as pid')
  const postmaster = parentOf(backend.rows[0]?.pid ?? 0)
  const agent = new Agent({ keepAlive: true, maxSockets: 8 })

  return {
    count,
    pool,
    base: api.base,
    url: database.url,
    get: (path: string) => get(agent, `${api.base}/api${path}`),
    /** CPU seconds so far, of the engine and of the API. */
    readCost: () => ({ engine: cpuSecondsOfCluster(postmaster), api: cpuSecondsOf(api.pid) }),
    /** The statements that this work sends to the database. */
    async capture(work: (db: Kysely<DB>) => Promise<unknown>): Promise<Statement[]> {
      const statements: Statement[] = []
      const db = new Kysely<DB>({
        dialect: new PostgresDialect({ pool }),
        plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
        log: ({ query }) => {
          statements.push(query)
        },
      })
      await work(db)
      return statements
    },
    async stop() {
      agent.destroy()
      await api.stop()
      await database.stop()
    },
  }
}

/** On its own connection, without a statement timeout. */
async function fill(url: string, count: number): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  await insertManyListings({ pool: client }, { count })
  await client.query('vacuum listings')
  await client.query('checkpoint')
  await client.end()
}

let calls = 0

/** Each from an address of its own, so that rate limits do not apply. */
function get(agent: Agent, url: string): Promise<{ status: number; body: string }> {
  calls++
  const address = `198.${18 + (calls % 2)}.${(calls >> 9) & 255}.${(calls >> 1) & 255}`
  return new Promise((resolve, reject) => {
    const request = httpRequest(url, { agent, headers: { 'x-forwarded-for': address } })
    request.on('error', reject)
    request.on('response', (reply) => {
      const parts: Buffer[] = []
      reply.on('data', (part: Buffer) => parts.push(part))
      reply.on('error', reject)
      reply.on('end', () =>
        resolve({ status: reply.statusCode ?? 0, body: Buffer.concat(parts).toString() }),
      )
    })
    request.end()
  })
}
