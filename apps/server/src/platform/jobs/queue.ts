import { PgBoss, type ConstructorOptions } from 'pg-boss'
import { runForeignSql, type Database, type Tx } from '../db/database.ts'
import type { Log } from '../log.ts'
import type { JobName, Jobs } from './job-catalogue.ts'

/** Puts a job in the queue. It exists if, and only if, the transaction commits. */
export function enqueue<N extends JobName>(
  tx: Tx,
  name: N,
  data: Jobs[N],
  /** Not before this has passed on the wall: what another machine asked us to wait. */
  options: { afterMs?: number } = {},
): Promise<void> {
  return tx.sendJob(tx, name, data, options)
}

/** Lets transactions of this database enqueue jobs. Only the worker adds running them. */
export async function attachQueue(
  db: Database,
  log: Log,
  options: ConstructorOptions = { supervise: false, schedule: false },
): Promise<PgBoss> {
  const boss = new PgBoss({
    ...options,
    db: { executeSql: (text, values) => runForeignSql(db, text, values) },
    migrate: false,
    createSchema: false,
  })
  boss.on('error', (error) => log.warn({ error: error.message }, 'queue'))
  await boss.start()
  db.sendJob = async (tx, name, data, { afterMs = 0 } = {}) => {
    const inTx = {
      executeSql: (text: string, values?: unknown[]) => runForeignSql(tx, text, values),
    }
    const id = await boss.send(name, data, { db: inTx, startAfter: Math.ceil(afterMs / 1000) })
    if (!id) throw new Error(`The queue refused a job: ${name}`)
  }
  return boss
}
