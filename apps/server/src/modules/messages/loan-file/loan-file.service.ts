/**
 * Makes the loan file: everything about a loan that its parties can download and check without us.
 * Its content is read in the same transaction that records the download in the chain.
 */
import { labelOfLoan } from '@pier/protocol/labels'
import type { Kysely } from 'kysely'
import type { KeyRing } from '../../../platform/config.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { DB } from '../../../platform/db/db-types.ts'
import {
  listFiles,
  readFile,
  sha256Of,
  type FileStore,
  type LoanFile,
} from '../../contracts/contracts.service.ts'
import {
  listCheckpointProofs,
  noteEvent,
  openLoan,
  readHistory,
  type ActionInput,
} from '../../loans/loans.service.ts'
import { fileNameOf } from '../evidence/file-names.ts'
import { printLoanFilePage } from './page.ts'
import { recipe } from './recipe.ts'
import { listMessages } from '../chat/messages.repository.ts'
import type { ZipEntry } from './zip.ts'

export type LoanFileContent = Awaited<ReturnType<typeof takeLoanFile>>

export async function takeLoanFile(
  tx: Tx,
  publicKeys: KeyRing,
  input: Omit<ActionInput, 'version'>,
) {
  const { party, domain, loan: before } = await openLoan(tx, input)
  const note = { action: 'download', actor: party, actorId: input.userId, data: {} } as const
  const loan = await noteEvent(tx, before, note)
  const seen = { loan, role: party }
  return {
    ...seen,
    madeAt: tx.now,
    domain: domain.unicodeName,
    history: await readHistory(tx, seen),
    messages: await listMessages(tx, { escrowId: loan.id }),
    files: await listFiles(tx, loan.id),
    seals: await listCheckpointProofs(tx, publicKeys, loan.id),
  }
}

/** One entry after the other. Files are opened only when it is their turn. */
export async function* writeLoanFile(
  db: Kysely<DB>,
  store: FileStore,
  content: LoanFileContent,
): AsyncGenerator<ZipEntry> {
  const sums: string[] = []
  const note = (name: string, sha256: Buffer) => sums.push(`${sha256.toString('hex')}  ${name}\n`)
  for (const [name, text] of Object.entries(textsOf(content))) {
    const bytes = Buffer.from(text)
    note(name, sha256Of(bytes))
    yield { name, bytes }
  }
  for (const file of content.files) {
    const { bytes, sha256 } = await readFile(db, store, file.id)
    note(fileNameOf(file), sha256)
    yield { name: fileNameOf(file), bytes }
  }
  yield { name: 'SHA256SUMS', bytes: Buffer.from(sums.join('')) }
}

function textsOf(content: LoanFileContent): Record<string, string> {
  const { history, messages, seals } = content
  const lines = (texts: string[]) => texts.map((text) => `${text}\n`).join('')
  return {
    'index.html': printLoanFilePage(pageOf(content)),
    'VERIFY.txt': recipe,
    'events.jsonl': lines(history.events.map(({ text }) => text)),
    'hashes.txt': lines(history.events.map(({ hash }) => hash)),
    'messages.json': print(messages.map(presentMessage)),
    'seals.json': print(seals),
  }
}

const print = (value: object): string => `${JSON.stringify(value, null, 2)}\n`

const presentMessage = (message: LoanFileContent['messages'][number]) => ({
  id: message.id,
  name: message.name,
  created_at: message.createdAt.toISOString(),
  message: message.body,
  exhibit: message.fileNumber,
})

function pageOf(content: LoanFileContent) {
  const { loan, domain, madeAt, history, messages, files, seals } = content
  return {
    domain,
    madeAt,
    code: loan.code,
    status: labelOfLoan(loan.status),
    names: history.names,
    terms: loan,
    events: history.events,
    messages: messages.map((message) => ({
      name: message.name,
      at: message.createdAt.toISOString(),
      text: message.body,
      exhibit: message.fileNumber,
    })),
    files: files.map(describe),
    sealCount: seals.proofs.length,
  }
}

const describe = (file: LoanFile) => ({
  path: fileNameOf(file),
  name: file.name,
  size: file.size,
  sha256: file.sha256.toString('hex'),
  by: file.addedBy,
})
