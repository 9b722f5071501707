/**
 * Work for operators, in twelve queues. Lines are not stored: each is derived from current state
 * and disappears with it. Only assignments are stored, and dismissals of lines that would
 * otherwise never go away.
 */
import { isDismissible, operatorQueues, type OperatorQueue } from '@pier/protocol/operators'
import type { RawBuilder } from 'kysely'
import { AppError } from '../../../platform/app-error.ts'
import { readClock, type Db, type Tx } from '../../../platform/db/database.ts'
import { lineOfCase, sortLines } from './case-lines.ts'
import { approveName } from '../../listings/listings.service.ts'
import { listOpenCases } from './case-lines.repository.ts'
import {
  dormantLines,
  holdLines,
  riskLines,
  seizureLines,
  supportLines,
  userLines,
} from './loan-queues.repository.ts'
import { noticeLines } from './mail-queues.repository.ts'
import { findOperator, type Operator } from '../../operators/operators.service.ts'
import {
  countLines,
  deleteAssignment,
  findState,
  insertDismissal,
  listLines,
  listStates,
  saveAssignment,
  type QueueFilter,
  type QueueLine,
  type QueueLines,
} from './queues.repository.ts'
import {
  jobLines,
  paymentLines,
  renewalLines,
  transferLines,
} from './registry-queues.repository.ts'

const pageSize = 25

type CountedQueue = Exclude<OperatorQueue, 'disputes'>
const sources: Record<CountedQueue, QueueLines> = {
  seizures: seizureLines,
  transfers: transferLines,
  renewals: renewalLines,
  payments: paymentLines,
  risk: riskLines,
  holds: holdLines,
  notices: noticeLines,
  dormant: dormantLines,
  users: userLines,
  support: supportLines,
  jobs: jobLines,
}

export async function countQueues(
  db: Db,
): Promise<{ queue: OperatorQueue; count: number; late: number }[]> {
  const now = await readClock(db)
  const counted = []
  for (const queue of Object.keys(operatorQueues) as OperatorQueue[]) {
    counted.push({ queue, ...(await countQueue(db, queue, now)) })
  }
  return counted
}

async function countQueue(db: Db, queue: OperatorQueue, now: Date) {
  if (queue !== 'disputes') return countLines(db, { lines: sources[queue](now), now })
  const lines = await readCases(db, now)
  const late = lines.filter(({ deadlineAt }) => deadlineAt && deadlineAt < now).length
  return { count: lines.length, late }
}

const readCases = async (db: Db | Tx, now: Date): Promise<QueueLine[]> =>
  (await listOpenCases(db)).map((found) => lineOfCase(found, now))

export type QueuePage = { rows: QueueLine[]; states: string[]; total: number; pages: number }

export async function readQueue(
  db: Db,
  { queue, page, filter }: { queue: OperatorQueue; page: number; filter: QueueFilter },
): Promise<QueuePage> {
  const now = await readClock(db)
  const place = { limit: pageSize, offset: (page - 1) * pageSize }
  if (queue === 'disputes') {
    const all = await readCases(db, now)
    const lines = sortLines(all, filter)
    const rows = lines.slice(place.offset, place.offset + place.limit)
    const states = [...new Set(all.map(({ state }) => state))].sort()
    return { rows, states, ...sizeOf(lines.length) }
  }
  const lines: RawBuilder<unknown> = sources[queue](now)
  const { rows, total } = await listLines(db, { queue, lines, filter }, place)
  return { rows, states: await listStates(db, lines), ...sizeOf(total) }
}

const sizeOf = (total: number) => ({ total, pages: Math.max(1, Math.ceil(total / pageSize)) })

type Named = { queue: OperatorQueue; id: string }

/** Assigns a line to any operator, or to nobody. */
export async function assignLine(
  tx: Tx,
  { queue, id, operatorId }: Named & { operatorId: string | null },
): Promise<void> {
  await requireLine(tx, { queue, id })
  const line = { queue, subjectId: id }
  if (!operatorId) return deleteAssignment(tx, line)
  const operator = await findOperator(tx, operatorId)
  if (!operator?.joinedAt || operator.endedAt) throw new AppError('operator_not_found')
  return saveAssignment(tx, { ...line, operatorId })
}

/** Returns the state of a line. A line that is gone cannot be worked on. */
async function requireLine(tx: Tx, { queue, id }: Named): Promise<string> {
  const state =
    queue === 'disputes'
      ? (await readCases(tx, tx.now)).find((line) => line.id === id)?.state
      : await findState(tx, { lines: sources[queue](tx.now), id })
  if (!state) throw new AppError('queue_line_not_found')
  return state
}

/** An operator has checked the line and found it fine. It does not come back. */
export async function dismissLine(
  tx: Tx,
  { queue, id, operator }: Named & { operator: Operator },
): Promise<void> {
  const state = await requireLine(tx, { queue, id })
  if (!isDismissible(queue, state)) throw new AppError('queue_line_open')
  const line = { queue, subjectId: id, operatorId: operator.id }
  if (!(await insertDismissal(tx, line))) throw new AppError('queue_line_not_found')
  if (state === 'Looks like another') await approveName(tx, id)
}
