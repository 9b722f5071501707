import { randomUUID } from 'node:crypto'
import { post } from '../../src/modules/ledger/ledger.service.ts'
import { inTransaction, type Database, type Tx } from '../../src/platform/db/database.ts'

/** Users who only exist to own money. Posts as the table owner, not with the rights of a role. */
export function givenLedger(database: () => { owner: Database }) {
  const inTx = <T>(work: (tx: Tx) => Promise<T>) => inTransaction(database().owner, work)
  return {
    inTx,
    someUser: async (): Promise<string> => {
      const id = randomUUID()
      await database().owner.pool.query(
        `insert into users (id, name, email, email_key, password_hash, pepper_id, data_key, created_at)
         values ($1, 'Mara', $2, $3, 'none', 'none', 'none', now())`,
        [id, `${id}@mail.example`, Buffer.from(id)],
      )
      return id
    },
    topUp: (userId: string, amountCents: number, reference = `test:${randomUUID()}`) =>
      inTx((tx) =>
        post(tx, {
          reference,
          kind: 'top_up',
          userId,
          legs: { available: amountCents, card_clearing: -amountCents },
        }),
      ),
  }
}
