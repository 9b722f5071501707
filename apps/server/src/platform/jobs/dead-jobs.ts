import type { Kysely } from 'kysely'
import type { JobWithMetadata } from 'pg-boss'
import { inTransaction, type Database, type Tx } from '../db/database.ts'
import type { DB } from '../db/db-types.ts'
import { jobCatalogue, type JobName } from './job-catalogue.ts'
import { enqueueNamed, readJobData } from './queue.ts'

/** A job that is out of retries goes to the operators' inbox, never only to the log. */
export async function recordDeadJob(db: Database, job: JobWithMetadata): Promise<void> {
  await inTransaction(db, async (tx) => {
    await tx
      .insertInto('deadJobs')
      .values({
        queueJobId: job.sourceId ?? job.id,
        name: job.sourceName ?? job.name,
        data: JSON.stringify(readJobData(job.data).data),
        error: JSON.stringify(job.sourceOutput ?? job.output ?? {}),
        diedAt: tx.now,
      })
      .onConflict((conflict) => conflict.column('queueJobId').doNothing())
      .execute()
  })
}

export function findDeadJob(db: Kysely<DB>, id: string) {
  return db.selectFrom('deadJobs').selectAll().where('id', '=', id).executeTakeFirst()
}

/** If two operators settle it at once, one of them gets false. */
export async function settleDeadJob(
  tx: Tx,
  { id, by, resolution }: { id: string; by: string; resolution: 'retried' | 'resolved' },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('deadJobs')
    .set({ resolvedAt: tx.now, resolvedBy: by, resolution })
    .where('id', '=', id)
    .where('resolvedAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export const isJobName = (name: string): name is JobName => Object.hasOwn(jobCatalogue, name)

/** The same job, with the same data. It exists if, and only if, the transaction commits. */
export const sendAgain = (tx: Tx, job: { name: JobName; data: object }): Promise<void> =>
  enqueueNamed(tx, job.name, { data: job.data })
