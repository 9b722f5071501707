import { randomUUID } from 'node:crypto'
import type pg from 'pg'

type Owner = { pool: Pick<pg.Pool | pg.Client, 'query'> }

/**
 * A market of any size in seconds, written directly to the tables: invented names of one owner,
 * terms and values spread as in a real market. Only for tests about size.
 */
export async function insertManyListings(
  { pool }: Owner,
  { count, batch = 100_000 }: { count: number; batch?: number },
): Promise<void> {
  const userId = await insertOwner({ pool })
  const finish = count > 10_000 ? await prepare({ pool }) : undefined
  for (let from = 1; from <= count; from += batch) {
    const to = Math.min(from + batch - 1, count)
    await pool.query(insertBatch, [userId, from, to])
  }
  await finish?.()
  await pool.query('analyze domains')
  await pool.query('analyze listings')
  await pool.query('analyze listing_blocks')
}

/** Many rows are written faster without triggers and indexes. Returns what restores them. */
async function prepare({ pool }: Owner): Promise<() => Promise<void>> {
  const { rows } = await pool.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes
     where tablename in ('listings', 'domains') and indexdef not like 'CREATE UNIQUE%'`,
  )
  for (const { name } of rows) await pool.query(`drop index ${name}`)
  for (const table of ['domains', 'listings']) {
    await pool.query(`alter table ${table} disable trigger all`)
  }
  return async () => {
    for (const { definition } of rows) await pool.query(definition)
    await pool.query(`insert into listing_blocks (block, active)
      select number >> 8, count(*) from listings where is_active group by 1`)
    for (const table of ['domains', 'listings']) {
      await pool.query(`alter table ${table} enable trigger all`)
    }
  }
}

async function insertOwner({ pool }: Owner): Promise<string> {
  const id = randomUUID()
  await pool.query(
    `insert into users (id, name, email, email_key, password_hash, pepper_id, data_key, created_at)
     values ($1, 'Many', $2, $3, 'none', 'none', 'none', now())`,
    [id, `${id}@mail.example`, Buffer.from(id)],
  )
  return id
}

/** The hash of a number looks random, and is the same in every run. */
const insertBatch = `
  with drawn as (
    select n, abs(hashint8extended(n, 1)) as a, abs(hashint8extended(n, 2)) as b,
      abs(hashint8extended(n, 3)) as c
    from generate_series($2::bigint, $3::bigint) as n
  ), named as (
    select *, (array['com','com','com','net','org','io','ai','co','shop','app'])[a % 10 + 1] as suffix,
      (array['harbour','bank','lantern','quay','tide','reef','pilot','salt','gull','wharf'])[b % 10 + 1]
        || (array['light','works','craft','yard','line','point','mark','field','gate','stone'])[c % 10 + 1]
        || n as label, gen_random_uuid() as domain_id
    from drawn
  ), owned as (
    insert into domains (id, user_id, name, unicode_name, suffix, status, verified_at, created_at)
    select domain_id, $1, label || '.' || suffix, label || '.' || suffix, suffix,
      case when b % 3 = 0 then 'CUSTODY_PAID' else 'EXTERNAL_VERIFIED' end, now(), now()
    from named
  )
  insert into listings (domain_id, user_id, name, unicode_name, suffix, amount_cents, term_days,
    rate_bps, adjusted_bps, value_cents, ltv_bps, registered_on, is_custody_ready, created_at,
    expires_at)
  select domain_id, $1, label || '.' || suffix, label || '.' || suffix, suffix, 5000 + (power(a % 1000, 2) * 20)::bigint * 5,
    7 + (b % 60) * 6, 500 + c % 3000, (500 + c % 3000) * (7 + (b % 60) * 6) / 365,
    case when a % 4 > 0 then 100000 + (c % 5000000) end,
    case when a % 4 > 0 then 500 + (b % 9000) end,
    current_date - (a % 9000)::integer, b % 3 = 0, now(), now() + (b % 30 + 1) * interval '1 day'
  from named`
