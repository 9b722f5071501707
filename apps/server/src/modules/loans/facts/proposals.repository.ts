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

/** One party's proposals since then, whatever their status. */
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

/** The newest one that is open or accepted. */
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

/** All open ones, or those of one party. */
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
