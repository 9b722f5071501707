/**
 * Owns the agreement of a loan: printed once from frozen terms, signed by both, e-sealed and
 * stored. It only reads the loan; the transitions are made by `loans`, which calls this.
 */
import type { Company } from '@pier/protocol/company/company'
import type { Party } from '@pier/protocol/lifecycles/loan'
import type { LoanStatus } from '@pier/protocol/statuses'
import type { Config, KeyRing } from '../../../platform/config.ts'
import { readClock, type Db, type Tx } from '../../../platform/db/database.ts'
import { enqueue } from '../../../platform/jobs/queue.ts'
import { findLegalIdentity } from '../../users/users.service.ts'
import { fieldsOf, termsOf, type Draft } from './agreement-draft.ts'
import {
  findAgreed,
  findAgreementOfLoan,
  findRegistrar,
  insertAgreement,
  listUnprinted,
} from './agreements.repository.ts'
import { contractTemplates } from '../templates/contract-templates.ts'
import { keepFile } from '../files/files.service.ts'
import { signingTokenOf } from './signing-links.ts'

/** What the API needs to show agreements and accept signatures. */
export type AgreementContext = ReturnType<typeof openAgreementContext>

export function openAgreementContext({ keys, publicOrigin }: Config) {
  return { dataKeys: keys.data, linkKey: keys.blindIndex, publicOrigin }
}

/** Queues the printing, which happens once both parties have a legal name and address. */
export const orderAgreement = (tx: Tx, escrowId: string): Promise<void> =>
  enqueue(tx, 'contracts.prepare', { escrowId })

/** A user added an address: queues the agreements that waited for it. */
export async function orderAgreementsOf(tx: Tx, userId: string): Promise<void> {
  for (const escrowId of await listUnprinted(tx, userId)) await orderAgreement(tx, escrowId)
}

/** Null if it is printed already, no longer to be signed, or a party has no address yet. */
export async function draftAgreement(
  db: Db,
  { company, ...keys }: { dataKeys: KeyRing; company: Company },
  escrowId: string,
): Promise<Draft | null> {
  const agreed = await findAgreed(db, escrowId)
  if (agreed?.status !== 'PENDING_SIGNATURE') return null
  if (await findAgreementOfLoan(db, escrowId)) return null
  const borrower = await findLegalIdentity(db, keys, agreed.borrowerId)
  const lender = await findLegalIdentity(db, keys, agreed.lenderId)
  if (!borrower?.isComplete || !lender?.isComplete) return null
  const { domainId, domain: name } = agreed
  const registration = await findRegistrar(db, { domainId, name })
  const printedAt = await readClock(db)
  const terms = termsOf(agreed)
  const parties = { borrower, lender, company }
  const values = fieldsOf(terms, { ...parties, agreed, registration, printedAt })
  return { template: contractTemplates[agreed.contract === 1 ? 1 : 0], terms, values, printedAt }
}

type Printed = { escrowId: string; draft: Draft; printed: { bytes: Buffer; pages: number } }

/** The loan has to be locked. Null if another run was first: it is printed only once. */
export async function keepAgreement(
  tx: Tx,
  dataKeys: KeyRing,
  { escrowId, draft, printed }: Printed,
): Promise<{ sha256: string } | null> {
  if (await findAgreementOfLoan(tx, escrowId)) return null
  const { bytes, pages } = printed
  const name = `${draft.terms.code}-agreement.pdf`
  const file = { escrowId, name, bytes, kind: 'agreement', addedBy: 'SYSTEM' } as const
  const kept = await keepFile(tx, dataKeys, { ...file, type: 'application/pdf' })
  await insertAgreement(tx, {
    escrowId,
    templateVersion: draft.template.version,
    terms: { ...draft.terms, pages },
    baseFileId: kept.id,
    baseSha256: kept.sha256,
    baseSize: bytes.length,
  })
  return { sha256: kept.sha256.toString('hex') }
}

export type AgreementView = {
  state: 'address_needed' | 'preparing' | 'ready' | 'signed' | 'sealing' | 'sealed'
  sha256: string | null
  /** Where this side signs, while that is open. */
  url: string | null
  isAddressMissing: Record<Party, boolean>
}

type Wanted = {
  loan: {
    id: string
    status: LoanStatus
    borrowerId: string
    lenderId: string
    borrowerSignedAt: Date | null
    lenderSignedAt: Date | null
  }
  /** Null until it is printed. */
  agreement: { id: string; sha256: string; isSealed: boolean } | null
  role: Party
}

/** The agreement as one party sees it. */
export async function readAgreement(
  db: Db,
  context: AgreementContext,
  { loan, role, agreement }: Wanted,
): Promise<AgreementView> {
  const isOpen = loan.status === 'PENDING_SIGNATURE'
  if (!agreement) {
    const isAddressMissing = isOpen ? await findMissing(db, context, loan) : nothingMissing
    const isNeeded = isAddressMissing.BORROWER || isAddressMissing.LENDER
    const state = isNeeded ? 'address_needed' : 'preparing'
    return { state, sha256: null, url: null, isAddressMissing }
  }
  const hasSigned = { BORROWER: loan.borrowerSignedAt, LENDER: loan.lenderSignedAt }
  const state = () => {
    if (agreement.isSealed) return 'sealed'
    if (hasSigned.BORROWER && hasSigned.LENDER) return 'sealing'
    return hasSigned[role] ? 'signed' : 'ready'
  }
  const token = signingTokenOf(context.linkKey, { agreementId: agreement.id, role })
  return {
    state: state(),
    sha256: agreement.sha256,
    url: isOpen ? `${context.publicOrigin}/sign/${token}` : null,
    isAddressMissing: nothingMissing,
  }
}

const nothingMissing = { BORROWER: false, LENDER: false }

type Keys = { dataKeys: KeyRing }

type Sides = { borrowerId: string; lenderId: string }

async function findMissing(db: Db, keys: Keys, { borrowerId, lenderId }: Sides) {
  const lacks = async (userId: string) => !(await findLegalIdentity(db, keys, userId))?.isComplete
  return { BORROWER: await lacks(borrowerId), LENDER: await lacks(lenderId) }
}
