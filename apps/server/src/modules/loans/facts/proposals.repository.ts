import type { Outcome, Party } from '@pier/protocol/lifecycles/loan'
import type { Kysely } from 'kysely'
import type { Tx } from '../../../platform/db/database.ts'
import type { DB } from '../../../platform/db/db-types.ts'

/** A later due date, or how a dispute ends. */
export type ProposedTerms = {
  dueOn?: string
  paysInterest?: boolean
  outcome?: Outcome
  valueDate?: string
  statement?: string
}
export type Proposal = {
  id: string
  escrowId: string
  kind: 'EXTENSION' | 'SETTLEMENT'
  proposedBy: Party
  terms: ProposedTerms
  createdAt: Date
}

/** What one side has proposed since then, whatever became of it. */
export async function countProposals(
  db: Kysely<DB>,
  { escrowId, by, since }: { escrowId: string; by: Party; since: Date },
): Promise<number> {
  const { count } = await db
    .selectFrom('escrowProposals')
    .select((row) => row.fn.countAll<string>().as('count'))
    .where('escrowId', '=', escrowId)
    .where('proposedBy', '=', by)
    .where('createdAt', '>', since)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function insertProposal(
  tx: Tx,
  { terms, ...proposal }: Omit<Proposal, 'id' | 'createdAt'>,
): Promise<void> {
  await tx
    .insertInto('escrowProposals')
    .values({ ...proposal, terms: JSON.stringify(terms), status: 'OPEN', createdAt: tx.now })
    .execute()
}

export async function listOpenProposals(db: Kysely<DB>, escrowId: string): Promise<Proposal[]> {
  const rows = await db
    .selectFrom('escrowProposals')
    .select(['id', 'escrowId', 'kind', 'proposedBy', 'terms', 'createdAt'])
    .where('escrowId', '=', escrowId)
    .where('status', '=', 'OPEN')
    .orderBy('createdAt')
    .execute()
  return rows as Proposal[]
}

/** The one that waits, or the last that was agreed to. */
export async function findLastProposal(
  db: Kysely<DB>,
  { escrowId, kind, by }: { escrowId: string; kind: Proposal['kind']; by: Party },
): Promise<Proposal | undefined> {
  const row = await db
    .selectFrom('escrowProposals')
    .select(['id', 'escrowId', 'kind', 'proposedBy', 'terms', 'createdAt'])
    .where('escrowId', '=', escrowId)
    .where('kind', '=', kind)
    .where('proposedBy', '=', by)
    .where('status', 'in', ['OPEN', 'ACCEPTED'])
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row as Proposal | undefined
}

export async function countAccepted(
  db: Kysely<DB>,
  { escrowId, kind }: { escrowId: string; kind: Proposal['kind'] },
): Promise<number> {
  const { count } = await db
    .selectFrom('escrowProposals')
    .select((row) => row.fn.countAll<string>().as('count'))
    .where('escrowId', '=', escrowId)
    .where('kind', '=', kind)
    .where('status', '=', 'ACCEPTED')
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Those of one side, or all that are open. */
export async function decideProposals(
  tx: Tx,
  { escrowId, by }: { escrowId: string; by?: Party },
  status: 'ACCEPTED' | 'DECLINED' | 'WITHDRAWN',
): Promise<void> {
  await tx
    .updateTable('escrowProposals')
    .set({ status, decidedAt: tx.now })
    .where('escrowId', '=', escrowId)
    .where('status', '=', 'OPEN')
    .$if(by !== undefined, (query) => query.where('proposedBy', '=', by ?? ''))
    .execute()
}
