import { sql } from 'kysely'
import { AppError } from './app-error.ts'
import { hmac } from './crypto/secrets.ts'
import { inOneStatement, type Db } from './db/database.ts'

export type Limit = { name: string; max: number; perSeconds: number }

/**
 * Counters in PostgreSQL, so that they hold over every process. Counted before the thing they
 * guard is tried, in a statement of its own: a refused or failed try still counts.
 */
export async function countTry(db: Db, limit: Limit, subject: string, key: Buffer) {
  const counted = sql<{ count: number }>`
    insert into limit_counters (subject, window_start, count, last_at, expires_at)
    select ${hmac(key, `${limit.name}|${subject}`)}, window_start, 1, app_now(),
      window_start + ${limit.perSeconds} * interval '1 second'
    from (${windowOf(limit)}) as current_window
    on conflict (subject, window_start) do update
      set count = limit_counters.count + 1, last_at = app_now()
    returning count
  `
  const { rows } = await inOneStatement(db, (connection) => counted.execute(connection))
  return rows[0]?.count ?? 0
}

/**
 * The same with a growing pause: `limit.max` tries are free, then each has to wait 2, 4, 8 …
 * seconds after the last, up to a quarter of an hour. A try inside the pause does not count.
 */
export async function limitTriesWithPause(db: Db, limit: Limit, subject: string, key: Buffer) {
  const pause = sql`least(power(2, limit_counters.count - ${limit.max} + 1), 900) * interval '1 second'`
  const isPaused = sql`limit_counters.count >= ${limit.max}
    and app_now() < limit_counters.last_at + ${pause}`
  const counted = sql<{ isPaused: boolean }>`
    insert into limit_counters (subject, window_start, count, last_at, expires_at)
    select ${hmac(key, `${limit.name}|${subject}`)}, window_start, 1, app_now(),
      window_start + ${limit.perSeconds} * interval '1 second'
    from (${windowOf(limit)}) as current_window
    on conflict (subject, window_start) do update set
      is_paused = ${isPaused},
      count = limit_counters.count + case when ${isPaused} then 0 else 1 end,
      last_at = case when ${isPaused} then limit_counters.last_at else app_now() end
    returning is_paused
  `
  const { rows } = await inOneStatement(db, (connection) => counted.execute(connection))
  if (rows[0]?.isPaused) throw new AppError('too_many_requests')
}

/** Windows are fixed pieces of time, so that a count is one row. */
const windowOf = ({ perSeconds }: Limit) =>
  sql`select to_timestamp(floor(extract(epoch from app_now()) / ${perSeconds}::int)
    * ${perSeconds}::int) as window_start`

/** Counts one try and refuses it when there were too many. */
export async function limitTries(db: Db, limit: Limit, subject: string, key: Buffer) {
  if ((await countTry(db, limit, subject, key)) > limit.max) throw new AppError('too_many_requests')
}

/** Takes one try back: it was correct, and only wrong ones count. */
export async function takeBackTry(db: Db, limit: Limit, subject: string, key: Buffer) {
  const takenBack = sql`
    update limit_counters set count = greatest(count - 1, 0)
    where subject = ${hmac(key, `${limit.name}|${subject}`)} and expires_at > (select app_now())
  `
  await inOneStatement(db, (connection) => takenBack.execute(connection))
}

/** Forgets all tries: whoever made them has shown who they are. */
export async function forgetTries(db: Db, limit: Limit, subject: string, key: Buffer) {
  const counted = hmac(key, `${limit.name}|${subject}`)
  await inOneStatement(db, (connection) =>
    connection.deleteFrom('limitCounters').where('subject', '=', counted).execute(),
  )
}

/** Some at a time: a flood may have left millions, and a statement may not take for ever. */
export async function deleteOldCounters(db: Db): Promise<void> {
  const batch = 5000
  let deleted = batch
  while (deleted === batch) {
    const deletion = sql`
      delete from limit_counters where ctid = any(array(
        select ctid from limit_counters where expires_at < (select app_now()) limit ${batch}))
    `
    const { numAffectedRows = 0n } = await inOneStatement(db, (connection) =>
      deletion.execute(connection),
    )
    deleted = Number(numAffectedRows)
  }
}
