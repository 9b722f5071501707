import type { LoanStatus } from '@pier/protocol/statuses'
import type { Party } from '@pier/protocol/lifecycles/loan'
import { sql, type Insertable, type Kysely } from 'kysely'
import type { Tx } from '../../../platform/db/database.ts'
import type { AgreementSignatures, DB } from '../../../platform/db/db-types.ts'

/** The agreed terms as printed and stored. Holds no addresses: those are encrypted. */
export type AgreementTerms = {
  code: string
  domain: string
  unicode: string
  amountCents: number
  termDays: number
  rateBps: number
  contract: number
  interestCents: number
  totalCents: number
  perDiemCents: number
  graceDays: number
  noticeDays: number
  pages: number
}

const ofLoan = [
  'escrows.id as escrowId',
  'escrows.code',
  'escrows.borrowerId',
  'escrows.lenderId',
  'escrows.status',
  'escrows.amountCents',
  'escrows.termDays',
  'escrows.rateBps',
  'escrows.contract',
  'escrows.deadlineAt',
  'escrows.borrowerSignedAt',
  'escrows.lenderSignedAt',
  'domains.id as domainId',
  'domains.name as domain',
  'domains.unicodeName as unicode',
  'domains.suffix',
  'domains.status as domainStatus',
] as const

/** A loan as far as its agreement needs it. */
export async function findAgreed(db: Kysely<DB>, escrowId: string) {
  const row = await db
    .selectFrom('escrows')
    .innerJoin('domains', 'domains.id', 'escrows.domainId')
    .select(ofLoan)
    .where('escrows.id', '=', escrowId)
    .executeTakeFirst()
  return row && toAgreed(row)
}
export type Agreed = NonNullable<Awaited<ReturnType<typeof findAgreed>>>

function toAgreed<R extends { amountCents: string; status: string }>(row: R) {
  return { ...row, amountCents: Number(row.amountCents), status: row.status as LoanStatus }
}

/** The registrar and the expiry date of the domain, as far as known. */
export async function findRegistrar(
  db: Kysely<DB>,
  { domainId, name }: { domainId: string; name: string },
): Promise<{ registrar: string | null; expiresOn: string | null }> {
  const { rows } = await sql<{ registrar: string | null; expiresOn: string | null }>`
    select
      (select facts ->> 'registrar' from registrations where name = ${name}) as registrar,
      coalesce(
        (select expires_at::date::text from holdings where domain_id = ${domainId} and left_at is null),
        (select left(facts ->> 'expiresAt', 10) from registrations where name = ${name})
      ) as expires_on
  `.execute(db)
  return rows[0] ?? { registrar: null, expiresOn: null }
}

/** This user's loans that await signatures and have no printed agreement yet. */
export async function listUnprinted(db: Kysely<DB>, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('escrows')
    .select('id')
    .where((row) => row.or([row('borrowerId', '=', userId), row('lenderId', '=', userId)]))
    .where('status', '=', 'PENDING_SIGNATURE')
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('agreements')
            .select('agreements.id')
            .whereRef('agreements.escrowId', '=', 'escrows.id'),
        ),
      ),
    )
    .execute()
  return rows.map(({ id }) => id)
}

export function findAgreementOfLoan(db: Kysely<DB>, escrowId: string) {
  return selectAgreement(db)
    .where('escrowId', '=', escrowId)
    .where('annex', '=', 0)
    .executeTakeFirst()
}

export function findAgreement(db: Kysely<DB>, id: string) {
  return selectAgreement(db).where('id', '=', id).executeTakeFirst()
}
export type Agreement = NonNullable<Awaited<ReturnType<typeof findAgreement>>>

const selectAgreement = (db: Kysely<DB>) =>
  db.selectFrom('agreements').selectAll().$narrowType<{ terms: AgreementTerms }>()

type NewAgreement = {
  escrowId: string
  templateVersion: string
  terms: AgreementTerms
  baseFileId: string
  baseSha256: Buffer
  baseSize: number
}

export async function insertAgreement(tx: Tx, agreement: NewAgreement): Promise<void> {
  await tx
    .insertInto('agreements')
    .values({ ...agreement, terms: JSON.stringify(agreement.terms), createdAt: tx.now })
    .execute()
}

export async function insertSignature(
  tx: Tx,
  signature: Omit<Insertable<AgreementSignatures>, 'auth' | 'signedAt'> & { auth: object },
): Promise<void> {
  await tx
    .insertInto('agreementSignatures')
    .values({ ...signature, auth: JSON.stringify(signature.auth), signedAt: tx.now })
    .execute()
}

export async function listSignatures(db: Kysely<DB>, agreementId: string) {
  const rows = await db
    .selectFrom('agreementSignatures')
    .selectAll()
    .where('agreementId', '=', agreementId)
    .orderBy('signedAt')
    .execute()
  return rows.map((row) => ({ ...row, role: row.role as Party }))
}
export type Signature = Awaited<ReturnType<typeof listSignatures>>[number]

/** The first e-seal is final. */
export async function saveSealed(
  tx: Tx,
  { id, ...sealed }: { id: string; signedFileId: string; sealLevel: 'B-B' | 'B-T' },
): Promise<void> {
  await tx
    .updateTable('agreements')
    .set({ ...sealed, sealedAt: tx.now })
    .where('id', '=', id)
    .where('sealedAt', 'is', null)
    .execute()
}

/** The chain of the loan, for the certificate. */
export function listChain(db: Kysely<DB>, escrowId: string) {
  return db
    .selectFrom('escrowEvents')
    .select(['seq', 'at', 'action', 'actor', 'actorId', 'hash'])
    .where('escrowId', '=', escrowId)
    .orderBy('seq')
    .execute()
}

/** The facts that letters and annexes print. */
export function findLetterFacts(db: Kysely<DB>, escrowId: string) {
  return db
    .selectFrom('escrows')
    .innerJoin('domains', 'domains.id', 'escrows.domainId')
    .innerJoin('users as borrower', 'borrower.id', 'escrows.borrowerId')
    .innerJoin('users as lender', 'lender.id', 'escrows.lenderId')
    .select(['escrows.code', 'escrows.amountCents', 'escrows.rateBps'])
    .select(['escrows.custodyAt', 'escrows.endedAt', 'escrows.endReason'])
    .select((row) =>
      row
        .selectFrom('escrowEvents')
        .select('action')
        .whereRef('escrowEvents.escrowId', '=', 'escrows.id')
        .where('toPhase', '=', 'ENDED')
        .where('version', 'is not', null)
        .orderBy('seq', 'desc')
        .limit(1)
        .as('endedBy'),
    )
    .select(['domains.unicodeName', 'borrower.name as borrowerName', 'lender.name as lenderName'])
    .where('escrows.id', '=', escrowId)
    .executeTakeFirst()
}

/** An extension in the chain: one party's proposal and the other's acceptance. */
export async function findAnnexFacts(
  db: Kysely<DB>,
  { escrowId, number }: { escrowId: string; number: number },
) {
  const lines = db
    .selectFrom('escrowEvents')
    .select(['seq', 'at', 'actor', 'data', 'hash'])
    .where('escrowId', '=', escrowId)
  const accepted = await lines
    .where('action', '=', 'extend')
    .where(sql`data ->> 'termsVersion'`, '=', String(number + 1))
    .executeTakeFirst()
  if (!accepted) return null
  const proposed = await lines
    .where('action', '=', 'proposeExtension')
    .where('actor', '<>', accepted.actor)
    .where('seq', '<', accepted.seq)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  return proposed ? { proposed, accepted } : null
}
