/** Collects what the e-seal of an agreement needs, and stores the result. */
import type { Party } from '@pier/protocol/lifecycles/loan'
import { minuteMs } from '@pier/protocol/time'
import { invariant } from '../../../platform/app-error.ts'
import type { KeyRing } from '../../../platform/config.ts'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { setTimer } from '../../../platform/jobs/timers.ts'
import type { SealLevel } from '../../../providers/seal/pdf-seal.ts'
import { notify } from '../../notifications/notifications.service.ts'
import { findLegalIdentity } from '../../users/users.service.ts'
import {
  findAgreed,
  findAgreement,
  listChain,
  listSignatures,
  saveSealed,
  type Agreed,
  type Agreement,
} from '../agreements/agreements.repository.ts'
import { evidenceOf, type Evidence } from './evidence.ts'
import { sha256Of, type FileStore } from '../files/file-store.ts'
import { keepFile, readFile } from '../files/files.service.ts'

/** How long the e-seal waits for a timestamp before it goes without. */
const stampPatienceMs = 60 * minuteMs
const stampPauseMs = 2 * minuteMs

export type Signed = {
  agreement: Agreement
  agreed: Agreed
  base: Buffer
  evidence: Evidence
  signedAt: Date
}

/** Null if an earlier run e-sealed it. */
export async function findSigned(
  db: Db,
  files: FileStore,
  agreementId: string,
): Promise<Signed | null> {
  const agreement = await findAgreement(db, agreementId)
  invariant(agreement, 'an agreement is never deleted')
  if (agreement.sealedAt) return null
  const agreed = await findAgreed(db, agreement.escrowId)
  const signatures = await listSignatures(db, agreementId)
  const signedAt = signatures.at(-1)?.signedAt
  invariant(agreed && signedAt && signatures.length === 2, 'what is sealed was signed by both')
  const { bytes: base } = await readFile(db, files, agreement.baseFileId)
  const emailOf = async (userId: string) =>
    (await findLegalIdentity(db, files, userId))?.email ?? ''
  const emails: Record<Party, string> = {
    BORROWER: await emailOf(agreed.borrowerId),
    LENDER: await emailOf(agreed.lenderId),
  }
  const chain = await listChain(db, agreed.escrowId)
  const evidence = evidenceOf({ agreement, agreed, signatures, emails, chain })
  return { agreement, agreed, base, evidence, signedAt }
}

export const isStampOverdue = ({ signedAt }: Signed, now: Date): boolean =>
  now.getTime() - signedAt.getTime() >= stampPatienceMs

/** The timestamp authority did not answer: tries again later. */
export const sealLater = (tx: Tx, agreementId: string): Promise<void> =>
  setTimer(tx, {
    job: 'contracts.seal',
    subjectId: agreementId,
    fireAt: new Date(tx.now.getTime() + stampPauseMs),
  })

type Sealed = { signed: Signed; bytes: Buffer; level: SealLevel }

/** The loan has to be locked. Null if another run was first. */
export async function keepSealed(
  tx: Tx,
  dataKeys: KeyRing,
  { signed: { agreement, agreed }, bytes, level }: Sealed,
): Promise<{ sha256: string } | null> {
  if ((await findAgreement(tx, agreement.id))?.sealedAt) return null
  const base = bytes.subarray(0, agreement.baseSize)
  invariant(sha256Of(base).equals(agreement.baseSha256), 'a seal covers what both signed')
  const { escrowId, code } = agreed
  const file = { escrowId, bytes, name: `${code}-agreement-signed.pdf`, kind: 'signed' } as const
  const kept = await keepFile(tx, dataKeys, {
    ...file,
    type: 'application/pdf',
    addedBy: 'SYSTEM',
  })
  await saveSealed(tx, { id: agreement.id, signedFileId: kept.id, sealLevel: level })
  await tellBoth(tx, agreed)
  return { sha256: kept.sha256.toString('hex') }
}

async function tellBoth(tx: Tx, { escrowId, borrowerId, lenderId, unicode }: Agreed) {
  const headline = `${unicode}: the signed agreement is ready`
  for (const userId of [borrowerId, lenderId]) {
    await notify(tx, {
      userId,
      kind: 'loans',
      body: `${headline}. It is e-sealed, and you find it on the loan page.`,
      link: `/app/escrow/${escrowId}`,
      mail: {
        subject: headline,
        heading: 'The signed agreement is ready',
        paragraphs: [
          'Both sides have signed and the agreement is e-sealed, so any later change can be detected. Download it from the loan page and keep it.',
        ],
      },
    })
  }
}
