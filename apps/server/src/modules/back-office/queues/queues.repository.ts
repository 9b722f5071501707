import type { OperatorQueue } from '@pier/protocol/operators'
import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Tx } from '../../../platform/db/database.ts'
import type { DB } from '../../../platform/db/db-types.ts'

/** A queue line. The next action is added where it is presented. */
export type QueueLine = {
  id: string
  title: string
  detail: string
  state: string
  since: Date
  deadlineAt: Date | null
  atRiskCents: string | number | null
  link: string | null
  assignee: { id: string; name: string } | null
}
/** A query that returns these columns, except the assignee. */
export type QueueLines = (now: Date) => RawBuilder<unknown>

export type QueueFilter = {
  state?: string | undefined
  operatorId?: string | undefined
  search?: string | undefined
}

const assigned = (queue: OperatorQueue, lines: RawBuilder<unknown>) => sql`
  select lines.*, o.id as operator_id, case when o.id is not null
    then json_build_object('id', o.id, 'name', o.name) end as assignee
  from (${lines}) as lines
    left join assignments as a on a.queue = ${queue} and a.subject_id = lines.id
    left join operators as o on o.id = a.operator_id`

/** The most urgent first: by deadline, then by age. */
export async function listLines(
  db: Kysely<DB>,
  {
    queue,
    lines,
    filter,
  }: { queue: OperatorQueue; lines: RawBuilder<unknown>; filter: QueueFilter },
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: QueueLine[]; total: number }> {
  const { state = null, operatorId = null, search = null } = filter
  const { rows } = await sql<QueueLine & { total: string }>`
    select found.*, count(*) over () as total from (${assigned(queue, lines)}) as found
    where (${state}::text is null or state = ${state})
      and (${operatorId}::uuid is null or operator_id = ${operatorId})
      and (${search}::text is null
        or strpos(lower(concat_ws(' ', title, detail, id)), lower(${search})) > 0)
    order by deadline_at nulls last, since, id limit ${limit} offset ${offset}
  `.execute(db)
  if (rows.length === 0 && offset > 0) {
    const first = await listLines(db, { queue, lines, filter }, { limit: 1, offset: 0 })
    return { rows: [], total: first.total }
  }
  return { rows, total: Number(rows[0]?.total ?? 0) }
}

export async function listStates(db: Kysely<DB>, lines: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ state: string }>`
    select distinct state from (${lines}) as lines order by state
  `.execute(db)
  return rows.map(({ state }) => state)
}

export async function countLines(
  db: Kysely<DB>,
  { lines, now }: { lines: RawBuilder<unknown>; now: Date },
): Promise<{ count: number; late: number }> {
  const { rows } = await sql<{ count: string; late: string }>`
    select count(*), count(*) filter (where deadline_at < ${now}) as late from (${lines}) as lines
  `.execute(db)
  return { count: Number(rows[0]?.count ?? 0), late: Number(rows[0]?.late ?? 0) }
}

export async function findState(
  db: Kysely<DB>,
  { lines, id }: { lines: RawBuilder<unknown>; id: string },
): Promise<string | undefined> {
  const { rows } = await sql<{ state: string }>`
    select state from (${lines}) as lines where lines.id = ${id} limit 1
  `.execute(db)
  return rows[0]?.state
}

type Line = { queue: OperatorQueue; subjectId: string }

export async function saveAssignment(
  tx: Tx,
  { queue, subjectId, operatorId }: Line & { operatorId: string },
): Promise<void> {
  await tx
    .insertInto('assignments')
    .values({ queue, subjectId, operatorId, at: tx.now })
    .onConflict((conflict) =>
      conflict.columns(['queue', 'subjectId']).doUpdateSet({ operatorId, at: tx.now }),
    )
    .execute()
}

export async function deleteAssignment(tx: Tx, { queue, subjectId }: Line): Promise<void> {
  await tx
    .deleteFrom('assignments')
    .where('queue', '=', queue)
    .where('subjectId', '=', subjectId)
    .execute()
}

/** Returns false if it was dismissed already. */
export async function insertDismissal(
  tx: Tx,
  { queue, subjectId, operatorId }: Line & { operatorId: string },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('dismissals')
    .values({ queue, subjectId, operatorId, at: tx.now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}
