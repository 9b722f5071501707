/** What the product does all day, each with the most pages that it may read however much there is. */
import { randomUUID } from 'node:crypto'
import { operatorQueues, type OperatorQueue } from '@pier/protocol/operators'
import { dayMs } from '@pier/protocol/time'
import { readQueue } from '../../src/modules/back-office/queues/queues.service.ts'
import { readDomains } from '../../src/modules/domains/portfolio/read-domains.ts'
import {
  countMatching,
  listMatching,
  readNewestAsText,
} from '../../src/modules/listings/directory/directory.repository.ts'
import { listLoans } from '../../src/modules/loans/facts/loan-lists.repository.ts'
import { viewOwnLoan } from '../../src/modules/loans/views/read-loan.ts'
import { listMessages, readMarks } from '../../src/modules/messages/chat/messages.repository.ts'
import { markMessagesRead, sendMessage } from '../../src/modules/messages/chat/messages.service.ts'
import {
  deleteOldMails,
  deleteReadNotices,
  listNotificationsOfUser,
} from '../../src/modules/notifications/notifications.repository.ts'
import { findMailOf } from '../../src/modules/notifications/mail-reports.repository.ts'
import { listOffers } from '../../src/modules/offers/records/offer-lists.repository.ts'
import { inTransaction, readClock, type Database } from '../../src/platform/db/database.ts'
import { pumpTimers } from '../../src/platform/jobs/timers.ts'
import { findLiveEnd, isStillKept, listMissed } from '../../src/platform/live/hub.ts'
import { deleteOldLiveEvents } from '../../src/platform/live/publish.ts'
import { heavy } from './many-rows.ts'
import type { Plan } from './read-plans.ts'

export type PlanCase = {
  name: string
  /** Of all its statements together. */
  buffersMax: number
  run: (db: Database) => Promise<unknown>
}

/** Of a chat with 5,000 messages, and of somebody with 1,000 offers and 5,000 notices. */
export const planCases: PlanCase[] = [
  {
    name: 'a page of the directory',
    buffersMax: 60,
    run: (db) => readNewestAsText(db, { below: 50_000, skip: 200, limit: 12 }),
  },
  {
    name: 'a search by ending, with its count',
    buffersMax: 150,
    run: async (db) => {
      const filters = { suffix: 'ai' }
      await listMatching(db, { filters, sort: 'newest', limit: 12, offset: 0 })
      await countMatching(db, { filters, max: 1000 })
    },
  },
  ...(['BORROWER', 'LENDER'] as const).map((role) => ({
    name: `a hundred of the offers of a ${role.toLowerCase()}`,
    buffersMax: 1800,
    run: (db: Database) =>
      listOffers(db, {
        userId: role === 'BORROWER' ? heavy.borrower : heavy.lender,
        role,
        limit: 100,
      }),
  })),
  {
    name: 'what is unread in a chat, and how far the other has read',
    buffersMax: 80,
    run: (db) => readMarks(db, { escrowId: heavy.loan, userId: heavy.borrower }),
  },
  {
    name: 'the last hundred messages of a chat',
    buffersMax: 60,
    run: (db) => listMessages(db, { escrowId: heavy.loan, limit: 100 }),
  },
  { name: 'a message', buffersMax: 200, run: send },
  {
    name: 'all messages are read',
    buffersMax: 60,
    run: (db) =>
      inTransaction(db, (tx) =>
        markMessagesRead(tx, { escrowId: heavy.loan, userId: heavy.lender }),
      ),
  },
  {
    name: 'a loan',
    buffersMax: 120,
    run: (db) => viewOwnLoan(db, { escrowId: heavy.loan, userId: heavy.borrower }),
  },
  {
    name: 'a hundred loans of an ordinary lender',
    buffersMax: 500,
    run: async (db) =>
      listLoans(db, {
        userId: await someLender(db),
        role: 'LENDER',
        page: { limit: 100, offset: 0 },
        now: await readClock(db),
      }),
  },
  {
    name: 'the names of an ordinary owner',
    buffersMax: 400,
    run: async (db) =>
      readDomains(
        db,
        { id: await someLender(db), now: await readClock(db) },
        { page: 1, limit: 100, filter: 'all' },
      ),
  },
  {
    name: 'the newest notices',
    buffersMax: 250,
    run: (db) => listNotificationsOfUser(db, { userId: heavy.borrower, limit: 50 }),
  },
  {
    name: 'all queues of operators but one',
    buffersMax: 200,
    run: async (db) => {
      for (const queue of queues) await readQueue(db, { queue, page: 1, filter: {} })
    },
  },
  {
    name: 'a batch of the sweep of read notices',
    buffersMax: 3000,
    run: (db) =>
      inTransaction(db, (tx) =>
        deleteReadNotices(tx, { before: daysAgo(tx.now, 90), after: null, limit: 500 }),
      ),
  },
  {
    name: 'a batch of the sweep of mails',
    buffersMax: 6000,
    run: (db) => inTransaction(db, (tx) => deleteOldMails(tx, daysAgo(tx.now, 60), 500)),
  },
  {
    name: 'a batch of the sweep of live events',
    buffersMax: 1500,
    run: (db) => inTransaction(db, (tx) => deleteOldLiveEvents(tx, daysAgo(tx.now, 2), 100)),
  },
  {
    name: 'a tab that comes back, and what it has missed',
    buffersMax: 150,
    run: async (db) => {
      const end = await findLiveEnd(db)
      await isStillKept(db, end)
      await listMissed(db, { userId: heavy.borrower, after: end - 500n })
    },
  },
  {
    name: 'a mail that is found by its id',
    buffersMax: 40,
    run: (db) => findMailOf(db, [randomUUID()]),
  },
  { name: 'a look for due timers', buffersMax: 20, run: pumpTimers },
]

/** That of renewals looks at each name that ends within 45 days, and so grows with those we hold. */
const queues = (Object.keys(operatorQueues) as OperatorQueue[]).filter(
  (queue) => queue !== 'renewals',
)

const daysAgo = (now: Date, days: number) => new Date(now.getTime() - days * dayMs)

/** Whoever lent on the loan after those of the two who have so many. */
async function someLender({ pool }: Database): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    `select lender_id as id from escrows where number > $1 order by number limit 1`,
    [heavy.offers],
  )
  const [row] = rows
  if (!row) throw new Error('there are too few loans')
  return row.id
}

async function send(db: Database): Promise<void> {
  const { rows } = await db.pool.query<{ id: string }>(
    `insert into sessions (user_id, refresh_hash, bind_hash, label, network, used_mfa, created_at,
       refreshed_at) values ($1, $2, $2, 'none', 'none', false, now(), now()) returning id`,
    [heavy.borrower, Buffer.from(randomUUID())],
  )
  const input = { userId: heavy.borrower, sessionId: rows[0]?.id ?? '', escrowId: heavy.loan }
  await inTransaction(db, (tx) => sendMessage(tx, { ...input, body: `It is paid ${randomUUID()}` }))
}

/** Small, and read whole on purpose. */
const readWhole = ['listing_blocks']

/** Why it costs more than it may; nothing if it does not. */
export function findFault(
  { buffersMax }: Pick<PlanCase, 'buffersMax'>,
  plans: Plan[],
  largeTables: string[],
): string | undefined {
  const buffers = sumBuffers(plans)
  const large = largeTables.filter((table) => !readWhole.includes(table))
  const scanned = plans.flatMap((plan) => plan.scanned).filter((table) => large.includes(table))
  if (scanned.length > 0) return `reads all of ${[...new Set(scanned)].join(', ')}`
  return buffers > buffersMax ? `reads ${buffers} pages, of at most ${buffersMax}` : undefined
}

export const sumBuffers = (plans: Plan[]): number =>
  plans.reduce((sum, { buffers }) => sum + buffers, 0)
