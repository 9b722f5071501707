/** One hash per table, to show that a refused call changed nothing. */
import { invariant } from '../../src/platform/app-error.ts'
import type { useTestApp } from '../test-app.ts'

type App = ReturnType<typeof useTestApp>
type Hashes = Map<string, string>

/** Written by background work, and by rate limits, which count refused requests too. */
const restless = ['limit_counters', 'heartbeats', 'timers']

export async function hashTables(app: App): Promise<Hashes> {
  const { pool } = app.database.owner
  const { rows: tables } = await pool.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
       and not relispartition and relname <> all($1)`,
    [restless],
  )
  const parts = tables.map(
    ({ name }) => `select '${name}' as name, count(*) || ':' ||
      coalesce(sum(hashtextextended(t::text, 0)), 0) as hash from ${name} as t`,
  )
  const { rows } = await pool.query<{ name: string; hash: string }>(parts.join(' union all '))
  return new Map(rows.map(({ name, hash }) => [name, hash]))
}

export const changedIn = (before: Hashes, after: Hashes): string[] =>
  [...after].filter(([name, hash]) => before.get(name) !== hash).map(([name]) => name)

/** Waits until jobs have finished what building the world left to them, and nothing falls due. */
export async function untilQuiet(app: App): Promise<void> {
  await app.database.owner.pool.query(`update timers set fire_at = fire_at + interval '1 year'`)
  const busy = `select from mails where status = 'waiting'
    union all select from pgboss.job where state in ('created', 'retry', 'active')
      and start_after <= now()`
  let before = await hashTables(app)
  let quiet = 0
  for (let tries = 0; quiet < 3 && tries < 300; tries++) {
    await new Promise((resolve) => {
      setTimeout(resolve, 150)
    })
    const { rowCount } = await app.database.owner.pool.query(busy)
    const after = await hashTables(app)
    quiet = rowCount === 0 && changedIn(before, after).length === 0 ? quiet + 1 : 0
    before = after
  }
  // Otherwise a refused call would be blamed for what a job did.
  invariant(quiet >= 3, 'given: jobs are still at work')
}
