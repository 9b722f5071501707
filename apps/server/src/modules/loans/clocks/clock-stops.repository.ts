import { sql, type Kysely } from 'kysely'
import type { Tx } from '../../../platform/db/database.ts'
import type { DB } from '../../../platform/db/db-types.ts'

/** Stops one loan, one TLD or all loans. */
export type ClockStop = {
  escrowId: string | null
  suffix: string | null
  reason: string
  stoppedBy: string
}

export async function insertStop(tx: Tx, stop: ClockStop): Promise<string> {
  const { id } = await tx
    .insertInto('clockStops')
    .values({ ...stop, beganAt: tx.now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export function findStop(db: Kysely<DB>, id: string) {
  return db.selectFrom('clockStops').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The open loans affected by a stop of a TLD or of all loans. */
export async function listLoansOfStop(db: Kysely<DB>, stopId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select e.id from escrows as e join domains as d on d.id = e.domain_id
      join clock_stops as s on s.id = ${stopId}
    where e.ended_at is null and s.escrow_id is null and (s.suffix is null or s.suffix = d.suffix)
      and (s.part is distinct from 'registrar' or e.status = 'NEW')
    order by e.number
  `.execute(db)
  return rows.map(({ id }) => id)
}

/** If an outage does not count, only the time since it was noticed does. */
export function endStop(
  tx: Tx,
  { id, operatorId, counts }: { id: string; operatorId: string; counts: boolean },
) {
  return tx
    .updateTable('clockStops')
    .set({ endedAt: tx.now, startedBy: operatorId })
    .$if(!counts, (update) =>
      update.set((row) => ({ beganAt: row.fn.coalesce('noticedAt', 'beganAt') })),
    )
    .where('id', '=', id)
    .where('endedAt', 'is', null)
    .returning(['escrowId', 'suffix'])
    .executeTakeFirst()
}

/** Includes outages nobody has reviewed yet. */
export async function isEveryClockStopped(db: Kysely<DB>): Promise<boolean> {
  const { rows } = await sql<{ isStopped: boolean }>`
    select exists (select from clock_stops
      where ended_at is null and (part is not null or (escrow_id is null and suffix is null)))
      as is_stopped
  `.execute(db)
  return rows[0]?.isStopped ?? false
}

/** Ms of operators' stops and API or worker outages of a loan since then. Overlaps count once. */
export async function sumStops(
  tx: Tx,
  { escrowId, suffix, since }: { escrowId: string; suffix: string; since: Date },
): Promise<number> {
  const { rows } = await sql<{ ms: number }>`
    select coalesce(sum(extract(epoch from upper(span) - lower(span)) * 1000), 0)::float8 as ms
    from unnest((
      select range_agg(tstzrange(greatest(began_at, ${since}), coalesce(ended_at, ${tx.now})))
      from clock_stops
      where (stopped_by is not null or part in ('api', 'worker'))
        and coalesce(ended_at, ${tx.now}) > ${since}
        and (escrow_id = ${escrowId}
          or (escrow_id is null and (suffix is null or suffix = ${suffix}))))) as span
  `.execute(tx)
  return rows[0]?.ms ?? 0
}

/** Active stops; for one loan, past ones too. */
export async function listStops(db: Kysely<DB>, about?: { escrowId: string; suffix: string }) {
  const { rows } = await sql<{
    id: string
    scope: 'loan' | 'tld' | 'way' | 'all'
    what: string
    reason: string
    beganAt: Date
    endedAt: Date | null
    operator: string | null
    noticedAt: Date | null
    overAt: Date | null
  }>`
    select s.id, s.reason, s.began_at, s.ended_at, s.noticed_at, s.over_at, o.name as operator,
      case when s.escrow_id is not null then 'loan' when s.suffix is not null then 'tld'
        when s.part = 'registrar' then 'way' else 'all' end as scope,
      coalesce(e.code, '.' || s.suffix,
        case when s.part = 'registrar' then 'Transfers to us' else 'Everybody' end) as what
    from clock_stops as s left join escrows as e on e.id = s.escrow_id
      left join operators as o on o.id = s.stopped_by
    where ${
      about
        ? sql`s.escrow_id = ${about.escrowId} or (s.escrow_id is null
      and (s.suffix is null or s.suffix = ${about.suffix})
      and (s.part is distinct from 'registrar' or s.began_at < coalesce((
        select custody_at from escrows where id = ${about.escrowId}), 'infinity')))`
        : sql`s.ended_at is null`
    }
    order by s.began_at desc limit 200
  `.execute(db)
  return rows
}
