/** What a file is called when it leaves us: a name of ours, never one that a person typed. */
import type { LoanFile } from '../../contracts/contracts.service.ts'
import { endings, type EvidenceType } from './evidence-file.ts'

export function fileNameOf({ kind, number, type }: Pick<LoanFile, 'kind' | 'number' | 'type'>) {
  const ending = endings[type as EvidenceType] ?? 'bin'
  if (kind === 'exhibit') return `exhibits/exhibit-${number}.${ending}`
  const stem = kind === 'signed' ? 'agreement-signed' : kind
  return number === null ? `${stem}.${ending}` : `${stem}-${number}.${ending}`
}
