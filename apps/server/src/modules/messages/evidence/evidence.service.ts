/**
 * Owns the exhibits with which the parties prove their claims. Each has a number within its loan,
 * and its hash is in the chain, so that a ruling can rely on it. The files themselves are stored by
 * contracts/files/files.service.ts.
 */
import { limits } from '@pier/protocol/limits'
import { AppError, invariant } from '../../../platform/app-error.ts'
import type { KeyRing } from '../../../platform/config.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { keepFile, listFiles, sha256Of, type LoanFile } from '../../contracts/contracts.service.ts'
import { noteEvent, openLoan, publishChange, type ActionInput } from '../../loans/loans.service.ts'
import type { EvidenceType } from './evidence-file.ts'
import { requireOpenChat } from '../chat/messages.service.ts'

type Evidence = Omit<ActionInput, 'version'> & { bytes: Buffer; name: string; type: EvidenceType }

/** The same file of the same side is the same exhibit: a second try adds nothing. */
export async function addEvidence(tx: Tx, ring: KeyRing, input: Evidence): Promise<LoanFile> {
  const { escrowId, userId, bytes, name, type } = input
  const { party, loan } = await openLoan(tx, input)
  requireOpenChat(tx, { loan })
  const exhibits = (await listFiles(tx, escrowId)).filter(({ kind }) => kind === 'exhibit')
  const own = exhibits.filter(({ addedBy }) => addedBy === party)
  const same = own.find(({ sha256 }) => sha256.equals(sha256Of(bytes)))
  if (same) return same
  if (own.length >= limits.exhibitsPerSideMax) throw new AppError('too_many_files')

  const number = Math.max(0, ...exhibits.map((exhibit) => exhibit.number ?? 0)) + 1
  const file = { escrowId, kind: 'exhibit', number, name, type, bytes, addedBy: party } as const
  const { id, sha256 } = await keepFile(tx, ring, file)
  const data = {
    fileId: id,
    number,
    name,
    type,
    size: bytes.length,
    sha256: sha256.toString('hex'),
  }
  await noteEvent(tx, loan, { action: 'evidence', actor: party, actorId: userId, data })
  await publishChange(tx, loan)
  const kept = (await listFiles(tx, escrowId)).find((each) => each.id === id)
  invariant(kept, 'what was just kept is there')
  return kept
}
