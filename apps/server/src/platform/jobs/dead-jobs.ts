import type { JobWithMetadata } from 'pg-boss'
import { inTransaction, type Database } from '../db/database.ts'

/** A job out of tries becomes a line in the operator's inbox, never only a log line. */
export async function recordDeadJob(db: Database, job: JobWithMetadata): Promise<void> {
  await inTransaction(db, async (tx) => {
    await tx
      .insertInto('deadJobs')
      .values({
        queueJobId: job.sourceId ?? job.id,
        name: job.sourceName ?? job.name,
        data: JSON.stringify(job.data),
        error: JSON.stringify(job.sourceOutput ?? job.output ?? {}),
        diedAt: tx.now,
      })
      .onConflict((conflict) => conflict.column('queueJobId').doNothing())
      .execute()
  })
}
