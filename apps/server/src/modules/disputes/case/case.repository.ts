import type { DisputeReason } from '@pier/protocol/loans/disputes'
import type { Party } from '@pier/protocol/lifecycles/loan'
import { sql, type Kysely } from 'kysely'
import type { Tx } from '../../../platform/db/database.ts'
import type { DB } from '../../../platform/db/db-types.ts'

export type Dispute = {
  id: string
  number: string
  escrowId: string
  openedBy: Party | 'SYSTEM'
  reason: DisputeReason
  statement: string | null
  fromPhase: string
  openedAt: Date
  closedAt: Date | null
  outcome: string | null
}
export type StatementKind = 'statement' | 'reply'
export type Statement = { party: Party; kind: StatementKind; body: string; at: Date }
export type Question = {
  id: string
  party: Party
  question: string
  askedBy: string
  askedAt: Date
  answerBy: Date
  answer: string | null
  answeredAt: Date | null
}

export async function findDispute(db: Kysely<DB>, id: string): Promise<Dispute | undefined> {
  const found = db.selectFrom('escrowDisputes').selectAll().where('id', '=', id)
  return (await found.executeTakeFirst()) as Dispute | undefined
}

/** The newest dispute of a loan, open or closed. */
export async function findLastDispute(
  db: Kysely<DB>,
  escrowId: string,
): Promise<Dispute | undefined> {
  const found = db
    .selectFrom('escrowDisputes')
    .selectAll()
    .where('escrowId', '=', escrowId)
    .orderBy('number', 'desc')
    .limit(1)
  return (await found.executeTakeFirst()) as Dispute | undefined
}

/** The text with which a party opened the case counts as its statement. */
export async function listStatements(db: Kysely<DB>, dispute: Dispute): Promise<Statement[]> {
  const { id, openedBy, openedAt, statement } = dispute
  const rows = (await db
    .selectFrom('disputeStatements')
    .select(['party', 'kind', 'body', 'at'])
    .where('disputeId', '=', id)
    .orderBy('at')
    .execute()) as Statement[]
  if (openedBy === 'SYSTEM' || !statement) return rows
  return [{ party: openedBy, kind: 'statement', body: statement, at: openedAt }, ...rows]
}

/** Returns false if the party has already made this statement. */
export async function insertStatement(
  tx: Tx,
  statement: { disputeId: string; party: Party; kind: StatementKind; body: string },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows: count } = await tx
    .insertInto('disputeStatements')
    .values({ ...statement, at: tx.now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return count === 1n
}

export async function listQuestions(db: Kysely<DB>, disputeId: string): Promise<Question[]> {
  const { rows } = await sql<Question>`
    select q.id, q.party, q.question, o.name as asked_by, q.asked_at, q.answer_by, q.answer,
      q.answered_at
    from dispute_questions as q join operators as o on o.id = q.asked_by
    where q.dispute_id = ${disputeId} order by q.asked_at, q.id
  `.execute(db)
  return rows
}

type Asked = {
  disputeId: string
  party: Party
  question: string
  askedBy: string
  answerBy: Date
}

export async function insertQuestion(tx: Tx, question: Asked): Promise<string> {
  const { id } = await tx
    .insertInto('disputeQuestions')
    .values({ ...question, askedAt: tx.now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Returns false if it was answered already. */
export async function saveAnswer(
  tx: Tx,
  { id, answer }: { id: string; answer: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('disputeQuestions')
    .set({ answer, answeredAt: tx.now })
    .where('id', '=', id)
    .where('answeredAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function findAssigned(
  db: Kysely<DB>,
  { queue, subjectId }: { queue: string; subjectId: string },
): Promise<{ id: string; name: string; email: string } | undefined> {
  return db
    .selectFrom('assignments')
    .innerJoin('operators', 'operators.id', 'assignments.operatorId')
    .select(['operators.id', 'operators.name', 'operators.email'])
    .where('assignments.queue', '=', queue)
    .where('assignments.subjectId', '=', subjectId)
    .where('operators.endedAt', 'is', null)
    .executeTakeFirst()
}
