import { sql, type Kysely } from 'kysely'
import { inOneStatement, type Db, type Tx } from '../../../platform/db/database.ts'
import type { DB } from '../../../platform/db/db-types.ts'

const idleMinutes = 15
const wholeHours = 8

export type OperatorSession = { id: string; operatorId: string; now: Date; usedAt: Date }

export async function insertSession(
  tx: Tx,
  session: { operatorId: string; tokenHash: Buffer; label: string; network: string },
): Promise<string> {
  const { id } = await tx
    .insertInto('operatorSessions')
    .values((values) => ({
      ...session,
      // The step of the code just used: the database allows one session per code.
      step: values.selectFrom('operators').select('lastStep').where('id', '=', session.operatorId),
      createdAt: tx.now,
      usedAt: tx.now,
    }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Not ended, not idle for too long, and not older than a working day. */
export async function findOpenSession(
  db: Kysely<DB>,
  tokenHash: Buffer,
): Promise<OperatorSession | undefined> {
  const { rows } = await sql<OperatorSession>`
    select s.id, s.operator_id, s.used_at, app_now() as now
    from operator_sessions as s join operators as o on o.id = s.operator_id
    where s.token_hash = ${tokenHash} and s.ended_at is null and o.ended_at is null
      and s.used_at > (select app_now()) - make_interval(mins => ${idleMinutes})
      and s.created_at > (select app_now()) - make_interval(hours => ${wholeHours})
  `.execute(db)
  return rows[0]
}

export async function touchSession(db: Db, { id, now }: OperatorSession): Promise<void> {
  await inOneStatement(db, (connection) =>
    connection.updateTable('operatorSessions').set({ usedAt: now }).where('id', '=', id).execute(),
  )
}

export async function endOperatorSession(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('operatorSessions')
    .set({ endedAt: tx.now })
    .where('id', '=', id)
    .where('endedAt', 'is', null)
    .execute()
}

/** Ends all sessions of an operator except the newest `keep`. */
export async function endOlderSessions(tx: Tx, operatorId: string, keep: number): Promise<void> {
  await sql`
    update operator_sessions set ended_at = ${tx.now} where id in (
      select id from operator_sessions where operator_id = ${operatorId} and ended_at is null
      order by created_at desc, id offset ${keep})
  `.execute(tx)
}

export async function isSessionOpen(tx: Tx, id: string): Promise<boolean> {
  const open = tx.selectFrom('operatorSessions').select('id').where('id', '=', id)
  return (await open.where('endedAt', 'is', null).executeTakeFirst()) !== undefined
}
