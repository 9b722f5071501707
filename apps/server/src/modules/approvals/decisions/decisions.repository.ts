import { limits } from '@pier/protocol/limits'
import type { Party } from '@pier/protocol/lifecycles/loan'
import type { DecisionKind, DecisionState } from '@pier/protocol/operators'
import { sql, type Kysely, type Updateable } from 'kysely'
import type { Json } from '../../../platform/crypto/canonical.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { DB, Decisions } from '../../../platform/db/db-types.ts'
import { closeTo, peopleOfDecision } from '../../operators/operators.service.ts'

export type Decision = {
  id: string
  number: string
  kind: DecisionKind
  subjectId: string
  escrowId: string | null
  disputeId: string | null
  appealOf: string | null
  documentId: string | null
  terms: { [key: string]: Json }
  reasons: string
  exhibits: number[]
  state: DecisionState
  proposedBy: string
  proposedAt: Date
  decidedBy: string | null
  decidedAt: Date | null
  decidedNote: string | null
  takesEffectAt: Date | null
  acceptedBy: Party[]
  appealedBy: Party | null
  appealedAt: Date | null
  appeal: string | null
  doneAt: Date | null
}
/** With the names of both operators. */
export type NamedDecision = Decision & { proposer: string; decider: string | null }

export type NewDecision = Pick<
  Decision,
  | 'kind'
  | 'subjectId'
  | 'escrowId'
  | 'disputeId'
  | 'appealOf'
  | 'documentId'
  | 'terms'
  | 'reasons'
  | 'exhibits'
  | 'proposedBy'
>

/** The deadline for the second approval. */
export const lapsesAt = ({ proposedAt }: Pick<Decision, 'proposedAt'>): Date =>
  new Date(proposedAt.getTime() + limits.proposalHours * 3_600_000)

/** One proposed or announced decision per subject: undefined if there is one already. */
export async function insertDecision(tx: Tx, decision: NewDecision): Promise<string | undefined> {
  const inserted = await tx
    .insertInto('decisions')
    .values({
      ...decision,
      terms: JSON.stringify(decision.terms),
      state: 'proposed',
      proposedAt: tx.now,
    })
    .onConflict((conflict) =>
      conflict.column('subjectId').where('state', 'in', ['proposed', 'announced']).doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  return inserted?.id
}

export async function lockDecisionRow(tx: Tx, id: string): Promise<Decision | undefined> {
  const found = tx.selectFrom('decisions').selectAll().where('id', '=', id).forUpdate()
  return (await found.executeTakeFirst()) as Decision | undefined
}

export async function saveDecision(
  tx: Tx,
  id: string,
  change: Updateable<Decisions>,
): Promise<void> {
  await tx.updateTable('decisions').set(change).where('id', '=', id).execute()
}

const named = sql`select d.*, p.name as proposer, c.name as decider from decisions as d
  join operators as p on p.id = d.proposed_by left join operators as c on c.id = d.decided_by`

export async function findDecision(db: Kysely<DB>, id: string): Promise<NamedDecision | undefined> {
  const { rows } = await sql<NamedDecision>`${named} where d.id = ${id}`.execute(db)
  return rows[0]
}

export async function listDecisionsOf(db: Kysely<DB>, escrowId: string): Promise<NamedDecision[]> {
  const { rows } = await sql<NamedDecision>`
    ${named} where d.escrow_id = ${escrowId} order by d.number
  `.execute(db)
  return rows
}

type Filter = {
  kind?: string | undefined
  isOpen: boolean
  limit: number
  offset: number
  reader: { emailKey: Buffer }
}

/** Proposed ones first, then the newest. Leaves out decisions that concern the reader as a user. */
export async function listDecisions(
  db: Kysely<DB>,
  { kind, isOpen, limit, offset, reader }: Filter,
) {
  const where = sql`where (${kind ?? null}::text is null or d.kind = ${kind ?? null})
    and (${!isOpen} or d.state in ('proposed', 'announced', 'appealed'))
    and not exists (select from (${peopleOfDecision}) as people
      where user_id in (${closeTo(reader.emailKey)}))`
  const { rows } = await sql<NamedDecision>`
    ${named} ${where} order by (d.state = 'proposed') desc, d.number desc
    limit ${limit} offset ${offset}
  `.execute(db)
  const { rows: counted } = await sql<{ count: string }>`
    select count(*) from decisions as d ${where}
  `.execute(db)
  return { decisions: rows, total: Number(counted[0]?.count ?? 0) }
}

/** Marks open decisions as overtaken once their dispute has closed. */
export async function overtakeStale(tx: Tx, escrowId: string): Promise<void> {
  await sql`
    update decisions as d set state = 'overtaken'
    where d.escrow_id = ${escrowId} and d.state in ('proposed', 'announced', 'appealed')
      and d.dispute_id is not null and exists (select from escrow_disputes
        where id = d.dispute_id and closed_at is not null)
  `.execute(tx)
}

/** Who ever proposed or decided anything about the same subject and dispute. */
export async function listKeys(
  db: Kysely<DB>,
  { subjectId, disputeId }: Pick<Decision, 'subjectId' | 'disputeId'>,
): Promise<{ proposers: string[]; deciders: string[] }> {
  const { rows } = await sql<{ proposedBy: string; decidedBy: string | null }>`
    select proposed_by, decided_by from decisions
    where subject_id = ${subjectId} and dispute_id is not distinct from ${disputeId}
  `.execute(db)
  return {
    proposers: rows.map(({ proposedBy }) => proposedBy),
    deciders: rows.flatMap(({ decidedBy }) => (decidedBy ? [decidedBy] : [])),
  }
}

/** A ruling that was appealed and that nobody has decided on yet. */
export async function findAppealed(
  db: Kysely<DB>,
  disputeId: string,
): Promise<Decision | undefined> {
  const found = db
    .selectFrom('decisions')
    .selectAll()
    .where('disputeId', '=', disputeId)
    .where('state', '=', 'appealed')
  return (await found.executeTakeFirst()) as Decision | undefined
}

export async function findLoanNamed(db: Kysely<DB>, escrowId: string) {
  const { rows } = await sql<{ unicodeName: string; amountCents: string }>`
    select unicode_name, amount_cents from escrows join domains on domains.id = domain_id
    where escrows.id = ${escrowId}
  `.execute(db)
  return rows[0] && { ...rows[0], amountCents: Number(rows[0].amountCents) }
}
