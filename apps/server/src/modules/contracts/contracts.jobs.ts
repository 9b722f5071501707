import { invariant } from '../../platform/app-error.ts'
import { readClock } from '../../platform/db/database.ts'
import type { JobHandler } from '../../platform/jobs/worker.ts'
import { documents } from '../approvals/approvals.service.ts'
import { beginSigning, lockLoan, noteEvent, publishChange } from '../loans/loans.service.ts'
import { findAnnexFacts, findLetterFacts } from './agreements/agreements.repository.ts'
import { writeAnnex } from './letters/annexes.ts'
import { draftAgreement, keepAgreement } from './agreements/agreements.service.ts'
import type { ContractClients } from './sealing/contract-clients.ts'
import { printContract } from './templates/contract-pdf.ts'
import { printEvidence } from './sealing/evidence-pdf.ts'
import { keepFile, listFiles, loanFiles } from './files/files.service.ts'
import { moveFiles } from './files/moves.service.ts'
import { printLetter } from './letters/letter-pdf.ts'
import { writeLetter } from './letters/letters.ts'
import {
  findSigned,
  isStampOverdue,
  keepSealed,
  sealLater,
  type Signed,
} from './sealing/sealing.service.ts'

type ContractWorker = { contractTools: ContractClients }

/** Prints the agreement, once, as soon as it can be. */
export const prepareJob: JobHandler<ContractWorker, 'contracts.prepare'> = async (
  { db, settle, contractTools: { dataKeys, company } },
  { escrowId },
) => {
  const draft = await draftAgreement(db, { dataKeys, company }, escrowId)
  if (!draft) return
  const printed = await printContract(draft.template, draft)

  await settle(async (tx) => {
    const locked = await lockLoan(tx, escrowId)
    if (locked.loan.status !== 'PENDING_SIGNATURE') return
    const kept = await keepAgreement(tx, dataKeys, { escrowId, draft, printed })
    if (!kept) return
    const data = { ...kept, templateVersion: draft.template.version }
    await beginSigning(tx, locked, data)
  })
}

/** Adds the certificate and the seal to what both have signed. */
export const sealJob: JobHandler<ContractWorker, 'contracts.seal'> = async (
  { db, settle, log, contractTools },
  { subjectId: agreementId },
) => {
  const { seal, dataKeys, files } = contractTools
  const signed = await findSigned(db, files, agreementId)
  if (!signed) return
  const now = await readClock(db)
  const evidence = await printEvidence(signed.evidence, now)
  const sealWith = (level: typeof seal.bestLevel) =>
    seal.seal({ ...partsOf(signed), evidence, sealedAt: now, level })

  let level = seal.bestLevel
  const bytes = await sealWith(level).catch((error: unknown) => {
    if (!seal.isTimestampMissing(error)) throw error
    log.warn({ err: error }, 'no timestamp')
    if (!isStampOverdue(signed, now)) return null
    level = 'B-B'
    return sealWith(level)
  })
  await settle(async (tx) => {
    if (!bytes) return sealLater(tx, agreementId)
    const { loan } = await lockLoan(tx, signed.agreed.escrowId)
    const kept = await keepSealed(tx, dataKeys, { signed, bytes, level })
    if (!kept) return
    const note = { action: 'sealAgreement', data: { ...kept, level } }
    await publishChange(tx, await noteEvent(tx, loan, note))
  })
}

const partsOf = ({ base, evidence }: Signed) => ({
  base,
  attachment: {
    name: 'audit.json',
    description: 'Signature record of the agreement',
    text: JSON.stringify(evidence, null, 2),
  },
  reason: 'Signed electronically by both parties',
})

/** Prints a receipt or a letter, once. */
export const writeLetterJob: JobHandler<ContractWorker, 'contracts.write-letter'> = async (
  { db, settle, contractTools: { dataKeys } },
  { escrowId, kind },
) => {
  const facts = await findLetterFacts(db, escrowId)
  invariant(facts, `there is an escrow ${escrowId}`)
  const letter = writeLetter(kind, facts)
  const bytes = await printLetter(letter, { printedAt: await readClock(db), footer: facts.code })

  await settle(async (tx) => {
    const { loan } = await lockLoan(tx, escrowId)
    if ((await listFiles(tx, escrowId)).some((file) => file.kind === kind)) return
    const name = `${letter.title}, ${facts.unicodeName}.pdf`
    const file = { escrowId, kind, name, type: 'application/pdf', bytes } as const
    const { id, sha256 } = await keepFile(tx, dataKeys, { ...file, addedBy: 'SYSTEM' })
    const data = { fileId: id, sha256: sha256.toString('hex'), kind }
    await publishChange(tx, await noteEvent(tx, loan, { action: 'writeLetter', data }))
  })
}

/** Prints the annex of an extension, once. */
export const writeAnnexJob: JobHandler<ContractWorker, 'contracts.write-annex'> = async (
  { db, settle, contractTools: { dataKeys } },
  { escrowId, number },
) => {
  const facts = await findLetterFacts(db, escrowId)
  const agreed = await findAnnexFacts(db, { escrowId, number })
  invariant(facts && agreed, `both agreed to annex ${number} of ${escrowId}`)
  const annex = writeAnnex(number, facts, agreed)
  const footer = `${facts.code}, annex ${number}`
  const bytes = await printLetter(annex, { printedAt: await readClock(db), footer })

  await settle(async (tx) => {
    const { loan } = await lockLoan(tx, escrowId)
    const files = await listFiles(tx, escrowId)
    if (files.some((file) => file.kind === 'annex' && file.number === number)) return
    const name = `${annex.title}, ${facts.unicodeName}.pdf`
    const file = { escrowId, kind: 'annex', number, name, type: 'application/pdf', bytes } as const
    const { id, sha256 } = await keepFile(tx, dataKeys, { ...file, addedBy: 'SYSTEM' })
    const data = { fileId: id, sha256: sha256.toString('hex'), number }
    await publishChange(tx, await noteEvent(tx, loan, { action: 'writeAnnex', data }))
  })
}

/** Takes all files to where the configuration says that they are to be. */
export const moveFilesJob: JobHandler<ContractWorker, 'contracts.move-files'> = async ({
  db,
  log,
  contractTools: { files },
}) => {
  if (files.bucket) await moveFiles(db, files, { shelves: [loanFiles, documents], log })
}
