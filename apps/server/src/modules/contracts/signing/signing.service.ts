/** Who may open a signing link, the checks before signing, and the signature itself. */
import type { Party } from '@pier/protocol/lifecycles/loan'
import { AppError, invariant } from '../../../platform/app-error.ts'
import { sameBytes } from '../../../platform/crypto/secrets.ts'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { setTimer } from '../../../platform/jobs/timers.ts'
import { acceptBySigning, findLegalIdentity, requireShownTerms } from '../../users/users.service.ts'
import {
  findAgreed,
  findAgreement,
  findAgreementOfLoan,
  insertSignature,
  listSignatures,
  type Agreed,
  type Agreement,
} from '../agreements/agreements.repository.ts'
import type { AgreementContext } from '../agreements/agreements.service.ts'
import { consentVersion } from '../templates/consent.ts'
import type { FileStore } from '../files/file-store.ts'
import { readFile } from '../files/files.service.ts'
import { agreementIdOf, isSigningToken } from '../agreements/signing-links.ts'

export type ToSign = {
  agreement: Agreement
  agreed: Agreed
  role: Party
  name: string
  otherName: string
}

/** Only the party it was made for may open the link; anyone else gets 404. */
export async function findToSign(
  db: Db,
  context: AgreementContext,
  { token, userId }: { token: string; userId: string },
): Promise<ToSign> {
  const id = agreementIdOf(token)
  const agreement = id ? await findAgreement(db, id) : undefined
  const agreed = agreement && (await findAgreed(db, agreement.escrowId))
  const role = agreed && roleOf(agreed, userId)
  if (!role || !isSigningToken(context.linkKey, token, { agreementId: agreement.id, role })) {
    throw new AppError('agreement_not_found')
  }
  const names = {
    BORROWER: (await findLegalIdentity(db, context, agreed.borrowerId))?.name ?? '',
    LENDER: (await findLegalIdentity(db, context, agreed.lenderId))?.name ?? '',
  }
  const otherName = names[role === 'BORROWER' ? 'LENDER' : 'BORROWER']
  return { agreement, agreed, role, name: names[role], otherName }
}

export function roleOf(agreed: Agreed, userId: string): Party | null {
  if (userId === agreed.borrowerId) return 'BORROWER'
  return userId === agreed.lenderId ? 'LENDER' : null
}

export type Typed = {
  documentSha256: string
  name: string
  consentVersion: string
  shownTerms: number | undefined
}

/** Checks the typed name, the version of the consent and the hash of the document. */
export async function checkTyped(
  db: Db,
  files: FileStore,
  { agreement, name }: ToSign,
  typed: Typed,
): Promise<void> {
  requireShownTerms(typed.shownTerms)
  if (typed.consentVersion !== consentVersion) throw new AppError('consent_changed')
  if (plain(typed.name) !== plain(name)) throw new AppError('signed_name_wrong', { field: 'name' })
  const { sha256 } = await readFile(db, files, agreement.baseFileId)
  invariant(sha256.equals(agreement.baseSha256), 'an agreement is what was printed')
  if (!sameBytes(Buffer.from(typed.documentSha256, 'hex'), sha256)) {
    throw new AppError('document_changed')
  }
}

const plain = (name: string) =>
  name.normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toLocaleLowerCase('en')

export type NewSignature = {
  escrowId: string
  role: Party
  userId: string
  typed: Typed
  /** Where it was signed from. */
  from: { address: string; agent: string }
  auth: { sessionId: string; loginAt: string; usedMfa: boolean; isConfirmedAnew: boolean }
}

/** The loan has to be locked. The second signature starts the e-sealing. */
export async function recordSignature(
  tx: Tx,
  { escrowId, role, userId, typed, from, auth }: NewSignature,
): Promise<void> {
  const agreement = await findAgreementOfLoan(tx, escrowId)
  invariant(agreement, 'what is signed was printed')
  await insertSignature(tx, {
    agreementId: agreement.id,
    role,
    userId,
    auth,
    ...from,
    name: typed.name.trim(),
    consentVersion: typed.consentVersion,
    documentSha256: Buffer.from(typed.documentSha256, 'hex'),
  })
  await acceptBySigning(tx, { userId, escrowId })
  const signatures = await listSignatures(tx, agreement.id)
  if (signatures.length < 2) return
  await setTimer(tx, { job: 'contracts.seal', subjectId: agreement.id, fireAt: tx.now })
}
