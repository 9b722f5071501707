import { randomUUID } from 'node:crypto'
import type { Database } from '../platform/db/database.ts'

/**
 * A market of any size in seconds, written past the services: invented names of one owner, terms and
 * values spread as a market spreads them. Only for what is about size.
 */
export async function insertManyListings(
  { pool }: Database,
  { count, batch = 100_000 }: { count: number; batch?: number },
): Promise<void> {
  const userId = await insertOwner({ pool })
  for (let from = 1; from <= count; from += batch) {
    const to = Math.min(from + batch - 1, count)
    await pool.query(insertBatch, [userId, from, to])
  }
  await pool.query('analyze domains')
  await pool.query('analyze listings')
  await pool.query('analyze listing_blocks')
}

async function insertOwner({ pool }: Pick<Database, 'pool'>): Promise<string> {
  const id = randomUUID()
  await pool.query(
    `insert into users (id, name, email, email_key, password_hash, pepper_id, data_key, created_at)
     values ($1, 'Many', $2, $3, 'none', 'none', 'none', now())`,
    [id, `${id}@mail.example`, Buffer.from(id)],
  )
  return id
}

/** The hash of a number spreads like chance, and is the same in every run. */
const insertBatch = `
  with drawn as (
    select n, abs(hashint8extended(n, 1)) as a, abs(hashint8extended(n, 2)) as b,
      abs(hashint8extended(n, 3)) as c
    from generate_series($2::bigint, $3::bigint) as n
  ), named as (
    select *, (array['com','com','com','net','org','io','ai','co','shop','app'])[a % 10 + 1] as suffix,
      (array['harbour','bank','lantern','quay','tide','reef','pilot','salt','gull','wharf'])[b % 10 + 1]
        || (array['light','works','craft','yard','line','point','mark','field','gate','stone'])[c % 10 + 1]
        || n as label
    from drawn
  ), owned as (
    insert into domains (user_id, name, unicode_name, suffix, status, verified_at, created_at)
    select $1, label || '.' || suffix, label || '.' || suffix, suffix,
      case when b % 3 = 0 then 'CUSTODY_PAID' else 'EXTERNAL_VERIFIED' end, now(), now()
    from named returning id, name
  )
  insert into listings (domain_id, user_id, name, unicode_name, suffix, amount_cents, term_days,
    rate_bps, adjusted_bps, value_cents, ltv_bps, registered_on, is_custody_ready, created_at,
    expires_at)
  select owned.id, $1, name, name, suffix, 5000 + (power(a % 1000, 2) * 20)::bigint * 5,
    7 + (b % 60) * 6, 500 + c % 3000, (500 + c % 3000) * (7 + (b % 60) * 6) / 365,
    case when a % 4 > 0 then 100000 + (c % 5000000) end,
    case when a % 4 > 0 then 500 + (b % 9000) end,
    current_date - (a % 9000)::integer, b % 3 = 0, now(), now() + (b % 30 + 1) * interval '1 day'
  from owned join named on named.label || '.' || named.suffix = owned.name`
