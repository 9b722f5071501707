/** Exhibits of the parties, and how operators assess them. */
import type { CallOutput } from '@pier/protocol/calls/calls'
import { AppError, invariant } from '../../../platform/app-error.ts'
import type { KeyRing } from '../../../platform/config.ts'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { listFiles, readFile, type LoanFile } from '../../contracts/contracts.service.ts'
import { listMarks, saveMark, type Mark } from './case-file.repository.ts'

type Exhibit = CallOutput<'PUT /operator/cases/:id/exhibits/:number'>
type Numbered = { escrowId: string; number: number }

export async function presentExhibits(db: Db, escrowId: string): Promise<Exhibit[]> {
  const files = await listFiles(db, escrowId)
  const marks = await listMarks(db, escrowId)
  return files.flatMap((file) =>
    file.kind === 'exhibit'
      ? [
          present(
            file,
            marks.find(({ fileId }) => fileId === file.id),
          ),
        ]
      : [],
  )
}

export async function markExhibit(
  tx: Tx,
  { escrowId, number, ...mark }: Numbered & Omit<Mark, 'fileId'> & { markedBy: string },
): Promise<Exhibit> {
  const { id } = await getExhibit(tx, { escrowId, number })
  await saveMark(tx, { fileId: id, ...mark })
  const marked = (await presentExhibits(tx, escrowId)).find((each) => each.id === id)
  invariant(marked, 'what was just marked is there')
  return marked
}

export async function readExhibit(db: Db, dataKeys: KeyRing, wanted: Numbered) {
  const { id } = await getExhibit(db, wanted)
  return { id, ...(await readFile(db, dataKeys, id)) }
}

async function getExhibit(db: Db, { escrowId, number }: Numbered): Promise<LoanFile> {
  const files = await listFiles(db, escrowId)
  const file = files.find((each) => each.kind === 'exhibit' && each.number === number)
  if (!file) throw new AppError('file_not_found')
  return file
}

const from: Record<string, string> = { BORROWER: 'Borrower', LENDER: 'Lender' }

const present = (file: LoanFile, mark: Mark | undefined): Exhibit => ({
  id: file.id,
  number: file.number ?? 0,
  name: file.name,
  from: from[file.addedBy] ?? 'Operator',
  at: file.createdAt.toISOString(),
  type: file.type,
  size: file.size,
  hash: file.sha256.toString('hex'),
  weight: mark?.weight ?? null,
  check_note: mark?.checkNote ?? null,
  is_good: mark?.isGood ?? null,
})
