/** Exhibits of the parties, and how operators assess them. */
import type { CallOutput } from '@pier/protocol/calls/calls'
import { AppError, invariant } from '../../../platform/app-error.ts'
import type { Db, Tx } from '../../../platform/db/database.ts'
import {
  listFiles,
  readFile,
  type FileStore,
  type LoanFile,
} from '../../contracts/contracts.service.ts'
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
  const exhibit = await findExhibit(tx, { escrowId, number })
  if (!exhibit) throw new AppError('file_not_found')
  const { id } = exhibit
  await saveMark(tx, { fileId: id, ...mark })
  const marked = (await presentExhibits(tx, escrowId)).find((each) => each.id === id)
  invariant(marked, 'what was just marked is there')
  return marked
}

export type OpenExhibit = Awaited<ReturnType<typeof readExhibit>>

export async function readExhibit(db: Db, store: FileStore, wanted: Numbered) {
  const file = await findExhibit(db, wanted)
  return file && { id: file.id, ...(await readFile(db, store, file.id)) }
}

async function findExhibit(db: Db, { escrowId, number }: Numbered): Promise<LoanFile | undefined> {
  const files = await listFiles(db, escrowId)
  return files.find((each) => each.kind === 'exhibit' && each.number === number)
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
