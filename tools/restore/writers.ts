import { setTimeout as sleep } from 'node:timers/promises'
import { post } from '../../apps/server/src/modules/ledger/ledger.service.ts'
import { sendMessage } from '../../apps/server/src/modules/messages/chat/messages.service.ts'
import { appendAudit } from '../../apps/server/src/modules/operators/audit/audit.repository.ts'
import {
  inTransaction,
  type Database,
  type Tx,
} from '../../apps/server/src/platform/db/database.ts'
import { queryDatabase } from '../local/stack.ts'

/** One write that the database has acknowledged, between these two moments of the clock. */
export type Write = { key: string; beganAt: number; ackedAt: number }

const pauseMs = 10

/** Money, chat and audit lines by the product's own code, one after the other, until `stop`. */
export async function startWriters(db: Database) {
  const { caller, userId } = await findPeople(db)
  const acknowledged: Write[] = []
  const failed: unknown[] = []
  const stopping = new AbortController()
  const write = async (what: string, work: (tx: Tx, key: string) => Promise<unknown>) => {
    for (let number = 0; !stopping.signal.aborted; number++) {
      const key = `restore:${what}:${spell(number)}`
      const beganAt = Date.now()
      try {
        await inTransaction(db, (tx) => work(tx, key))
        acknowledged.push({ key, beganAt, ackedAt: Date.now() })
      } catch (error) {
        failed.push(error)
        await sleep(100)
      }
      await sleep(pauseMs)
    }
  }
  const ofMoney = (tx: Tx, reference: string) => {
    const legs = { available: 100, card_clearing: -100 }
    return post(tx, { reference, kind: 'top_up', userId, legs })
  }
  const running = [
    write('money-a', ofMoney),
    write('money-b', ofMoney),
    write('chat', (tx, body) => sendMessage(tx, { ...caller, body })),
    write('audit', (tx, subject) => appendAudit(tx, { ...auditLine, subject })),
  ]
  return {
    acknowledged,
    failed,
    stop: async () => {
      stopping.abort()
      await Promise.all(running)
    },
  }
}

/** In letters: digits in a chat are taken for pieces of an account number. */
const spell = (number: number) => [...String(number)].map((digit) => 'abcdefghij'[+digit]).join('')

const auditLine = {
  operatorId: null,
  sessionId: null,
  action: 'restore-proof',
  userIds: [],
  reason: 'Written while a backup runs',
  data: {},
  network: null,
}

/** Somebody with money, and a side of a loan under way with a session. */
async function findPeople(db: Database) {
  const { rows } = await db.pool.query<{ userId: string; escrowId: string; sessionId: string }>(
    `select e.borrower_id as "userId", e.id as "escrowId", s.id as "sessionId"
     from escrows as e join sessions as s on s.user_id = e.borrower_id
     join ledger_balances as b on b.user_id = e.borrower_id
     where e.ended_at is null and s.ended_at is null order by s.created_at desc limit 1`,
  )
  const [caller] = rows
  if (!caller) throw new Error('Nobody in this world has a loan and a session')
  return { caller, userId: caller.userId }
}

/** What of it is in a database, by key. */
export async function listWritten(url: string): Promise<Set<string>> {
  const rows = await queryDatabase<{ key: string }>(
    url,
    `select reference as key from ledger_entries where reference like 'restore:%'
     union all select body from escrow_messages where body like 'restore:%'
     union all select subject from audit_log where subject like 'restore:%'`,
  )
  return new Set(rows.map(({ key }) => key))
}
