/** What is shown to whoever watches the product: few numbers, each from an index. */
import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { DB } from '../../../platform/db/db-types.ts'

const age = (moment: RawBuilder<unknown>, now: RawBuilder<unknown>) =>
  sql`coalesce(greatest(extract(epoch from ${now} - (${moment})), 0), 0)::float8`
/** By the clock of the product. */
const ageOf = (moment: RawBuilder<unknown>) => age(moment, sql`(select app_now())`)
const secondsOf = (moment: RawBuilder<unknown>) => sql`extract(epoch from ${moment})::float8`

async function one<T>(db: Kysely<DB>, columns: RawBuilder<unknown>): Promise<T> {
  const { rows } = await sql<T>`select ${columns}`.execute(db)
  const [row] = rows
  if (!row) throw new Error('The database gave no answer')
  return row
}

type Labelled = { label: string; value: number }[]
const byLabel = (rows: Labelled): Record<string, number> =>
  Object.fromEntries(rows.map(({ label, value }) => [label, value]))

export const countDeadJobs = (db: Kysely<DB>) =>
  one<{ dead: number }>(
    db,
    sql`(select count(*) from dead_jobs where resolved_at is null)::int as dead`,
  )

/** For how long the oldest due job of each queue has waited. The queue goes by the real time. */
export async function readQueueAges(db: Kysely<DB>): Promise<Record<string, number>> {
  const { rows } = await sql<Labelled[number]>`
    select queue.name as label, ${age(sql`oldest.due`, sql`now()`)} as value
    from pgboss.queue
      cross join lateral (select min(start_after) as due from pgboss.job
        where job.name = queue.name and job.state < 'active' and not job.blocked
          and job.start_after <= now()) as oldest
    where queue.name not like '\\_\\_pgboss%'
  `.execute(db)
  return byLabel(rows)
}

export const readTimerAge = (db: Kysely<DB>) =>
  one<{ late: number }>(db, sql`${ageOf(sql`select min(fire_at) from timers`)} as late`)

export const readMails = (db: Kysely<DB>) =>
  one<{ waiting: number; oldest: number; refused: number }>(
    db,
    sql`(select count(*) from mails where status = 'waiting')::int as waiting,
      ${ageOf(sql`select min(created_at) from mails where status = 'waiting'`)} as oldest,
      (select count(*) from mails
        where status = 'refused' and settled_at > (select app_now()) - interval '1 day')::int as refused`,
  )

/** When each part was last heard of, by the real time. */
export async function readHeartbeats(db: Kysely<DB>): Promise<Record<string, number>> {
  const { rows } = await sql<Labelled[number]>`
    select part as label, ${secondsOf(sql`beat_at`)} as value from heartbeats
  `.execute(db)
  return byLabel(rows)
}

export const readCommands = (db: Kysely<DB>) =>
  one<{ stuck: number; oldest: number; alarms: number }>(
    db,
    sql`(select count(*) from registrar_commands
        where state = 'stuck' and resolved_at is null)::int as stuck,
      ${ageOf(sql`select min(created_at) from registrar_commands where settled_at is null`)}
        as oldest,
      (select count(*) from custody_alarms where resolved_at is null)::int as alarms`,
  )

/**
 * For how long the oldest line of each chain has waited for its seal. Where nothing was written
 * nothing is sealed, so the time of the last seal alone says little.
 */
export const readSeals = (db: Kysely<DB>) =>
  one<{ loansWait: number; auditWait: number; loansAt: number | null; auditAt: number | null }>(
    db,
    sql`${ageOf(oldestUnsealedEvent)} as loans_wait,
      ${ageOf(sql`select at from audit_log where seq > (select coalesce(max(seq), 0) from audit_seals)
        order by seq limit 1`)} as audit_wait,
      (select ${secondsOf(sql`sealed_at`)} from escrow_seals order by id desc limit 1) as loans_at,
      (select ${secondsOf(sql`sealed_at`)} from audit_seals order by seq desc limit 1) as audit_at`,
  )

/** Looks as far back as the sealing does, and ends at the first that it finds. */
const oldestUnsealedEvent = sql`
  select at from escrow_events as event
  where at > coalesce((select sealed_at - interval '1 hour' from escrow_seals
      order by id desc limit 1), '-infinity')
    and seq > coalesce((select head.seq from escrow_seal_heads as head
      where head.escrow_id = event.escrow_id order by head.seal_id desc limit 1), 0)
  order by at limit 1`

type Reconciled = { provider: string; at: number; differenceCents: number; unexplained: number }

/** The newest comparison with each provider. */
export async function readReconciliations(db: Kysely<DB>): Promise<Reconciled[]> {
  const { rows } = await sql<Reconciled>`
    select provider, ${secondsOf(sql`created_at`)} as at,
      difference_cents::float8 as difference_cents, jsonb_array_length(unexplained) as unexplained
    from unnest(array['card', 'crypto']) as each (provider)
      cross join lateral (select created_at, difference_cents, unexplained from reconciliations
        where reconciliations.provider = each.provider order by id desc limit 1) as newest
  `.execute(db)
  return rows
}

/** Open stops of clocks, by whose clocks stand still. */
export async function readClockStops(db: Kysely<DB>): Promise<Record<string, number>> {
  const { rows } = await sql<Labelled[number]>`
    select label, count(stop.id)::int as value
    from unnest(array['all', 'transfers', 'tld', 'loan']) as scope (label)
      left join (select id, case when escrow_id is not null then 'loan'
          when suffix is not null then 'tld' when part = 'registrar' then 'transfers' else 'all' end
          as scope from clock_stops where ended_at is null) as stop on stop.scope = label
    group by label
  `.execute(db)
  return byLabel(rows)
}

/** Grows by one whenever another node becomes the primary. */
export const readTimeline = (db: Kysely<DB>) =>
  one<{ timeline: number }>(
    db,
    sql`(select timeline_id from pg_control_checkpoint())::int as timeline`,
  )

/** Since the last segment that was archived, where those after it fail. PostgreSQL goes by the real time. */
export const readArchive = (db: Kysely<DB>) =>
  one<{ failing: number }>(
    db,
    sql`(select case when last_failed_time > coalesce(last_archived_time, '-infinity')
          and current_setting('archive_mode') <> 'off'
        then ${age(sql`coalesce(last_archived_time, stats_reset)`, sql`now()`)} else 0 end
      from pg_stat_archiver)::float8 as failing`,
  )
