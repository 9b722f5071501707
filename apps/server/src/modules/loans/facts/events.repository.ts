import { randomUUID } from 'node:crypto'
import { sql, type Kysely, type OperationNodeSource, type Selectable } from 'kysely'
import type { Tx } from '../../../platform/db/database.ts'
import type { DB, EscrowEvents } from '../../../platform/db/db-types.ts'
import type { Json } from '../../../platform/crypto/canonical.ts'
import { firstHash, hashEvent, type ChainedEvent } from './chain.ts'
import { changedColumns, type Loan, type LoanChange } from './loans.repository.ts'

/** A write of another module that goes to the database in the same statement. */
export type Beside = OperationNodeSource

export type EventRow = Selectable<EscrowEvents>
export type NewEvent = Omit<ChainedEvent, 'escrowId' | 'seq' | 'at'>

/**
 * Appends an event and saves what changes in the loan with it, in one statement. The loan has to be
 * locked: otherwise the chain could fork.
 */
export async function appendEvent(
  tx: Tx,
  loan: Loan,
  event: NewEvent,
  { change = {}, besides = [] }: { change?: LoanChange; besides?: readonly Beside[] } = {},
): Promise<Loan> {
  const { row, head } = chain(tx, loan, event)
  const changed = { ...change, eventCount: head.eventCount, headHash: head.headHash }
  const save = tx.updateTable('escrows').set(changedColumns(changed)).where('id', '=', loan.id)
  const written = [insertionOf(tx, row), ...besides].map(
    (write, index) => sql`${sql.ref(`written_${index}`)} as (${write})`,
  )
  await sql`with ${sql.join(written)} ${save}`.execute(tx)
  return { ...loan, ...changed }
}

/** For a new loan, which is inserted with the head of its chain. */
export const firstEventOf = (tx: Tx, event: NewEvent) =>
  chain(tx, { id: randomUUID(), eventCount: 0, headHash: null }, event)

type Head = Pick<Loan, 'id' | 'eventCount' | 'headHash'>

function chain(tx: Tx, { id, eventCount, headHash }: Head, event: NewEvent) {
  const seq = eventCount + 1
  const prevHash = headHash ?? firstHash
  const hash = hashEvent({ ...event, escrowId: id, seq, at: tx.now.toISOString() }, prevHash)
  const row = { ...event, escrowId: id, seq, at: tx.now, prevHash, hash }
  return { row, head: { id, eventCount: seq, headHash: hash } }
}

const insertionOf = (tx: Tx, { data, ...row }: ReturnType<typeof chain>['row']) =>
  tx.insertInto('escrowEvents').values({ ...row, data: JSON.stringify(data) })

export async function insertEvent(tx: Tx, row: ReturnType<typeof chain>['row']): Promise<void> {
  await insertionOf(tx, row).execute()
}

export function listEvents(db: Kysely<DB>, escrowId: string) {
  return db
    .selectFrom('escrowEvents')
    .selectAll()
    .where('escrowId', '=', escrowId)
    .orderBy('seq')
    .execute()
}

/** One page, counted from the newest, in the order in which it happened. */
export function listNewestEvents(
  db: Kysely<DB>,
  { id, eventCount }: Pick<Loan, 'id' | 'eventCount'>,
  { page, limit }: { page: number; limit: number },
) {
  const last = eventCount - (page - 1) * limit
  return db
    .selectFrom('escrowEvents')
    .selectAll()
    .where('escrowId', '=', id)
    .where('seq', '>', last - limit)
    .where('seq', '<=', last)
    .orderBy('seq')
    .execute()
}

/** The step that led to this version. */
export function findTransitionEvent(
  db: Kysely<DB>,
  { escrowId, version }: { escrowId: string; version: number },
) {
  return db
    .selectFrom('escrowEvents')
    .select(['action', 'outcome', 'actorId', 'version'])
    .where('escrowId', '=', escrowId)
    .where('version', '=', version)
    .executeTakeFirst()
}

/** The content its hash covers. */
export function toChained(row: EventRow): ChainedEvent {
  const { prevHash: _prev, hash: _hash, at, data, ...event } = row
  // The column holds what the chain was given.
  return { ...event, at: at.toISOString(), data: data as { [key: string]: Json } }
}
