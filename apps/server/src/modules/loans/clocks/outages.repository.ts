import { sql, type Kysely } from 'kysely'
import type { Tx } from '../../../platform/db/database.ts'
import type { DB } from '../../../platform/db/db-types.ts'

export type Part = 'api' | 'worker' | 'registrar'

/** Saves a heartbeat, returns the silence before it in ms. Concurrent calls wait and get none. */
export async function saveBeat(tx: Tx, part: Part): Promise<number> {
  const { rows } = await sql<{ silentMs: number }>`
    select (extract(epoch from now() - beat_at) * 1000)::float8 as silent_ms
    from heartbeats where part = ${part} for update
  `.execute(tx)
  await sql`
    insert into heartbeats (part, beat_at) values (${part}, now())
    on conflict (part) do update set beat_at = greatest(heartbeats.beat_at, excluded.beat_at)
  `.execute(tx)
  return rows[0]?.silentMs ?? 0
}

/** Silent parts, and for how long: since the last heartbeat or the last reviewed stop. */
export async function listSilent(
  db: Kysely<DB>,
  { leastMs }: { leastMs: number },
): Promise<{ part: Part; silentMs: number }[]> {
  const { rows } = await sql<{ part: Part; silentMs: number }>`
    select part, silent_ms::float8 as silent_ms from (
      select part, extract(epoch from least(now() - beat_at, (select app_now()) - (
        select max(ended_at) from clock_stops where part = heartbeats.part))) * 1000 as silent_ms
      from heartbeats) as silent
    where silent_ms >= ${leastMs}
      and not exists (select from clock_stops where part = silent.part and ended_at is null)
  `.execute(db)
  return rows
}

type Outage = { part: Part; reason: string; beganAt: Date; overAt: Date | null }

/** Null if it has an open outage already. */
export async function insertOutage(tx: Tx, outage: Outage): Promise<string | null> {
  const row = await tx
    .insertInto('clockStops')
    .values({ ...outage, noticedAt: tx.now })
    .onConflict((conflict) => conflict.column('part').where('endedAt', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

export async function markOver(tx: Tx, part: Part): Promise<void> {
  await tx
    .updateTable('clockStops')
    .set({ overAt: tx.now })
    .where('part', '=', part)
    .where('endedAt', 'is', null)
    .where('overAt', 'is', null)
    .execute()
}
