import { inTransaction, type Db, type Tx } from './db/database.ts'

const batchSize = 2000

/** Does a sweep piece by piece, each in a transaction of its own, until a piece is not full. */
export async function inBatches(db: Db, work: (tx: Tx, limit: number) => Promise<number>) {
  while ((await inTransaction(db, (tx) => work(tx, batchSize))) === batchSize);
}
