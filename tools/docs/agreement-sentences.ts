import { writeAnnex } from '../../apps/server/src/modules/contracts/letters/annexes.ts'
import { consentText } from '../../apps/server/src/modules/contracts/templates/consent.ts'
import type { Clause } from '../../apps/server/src/modules/contracts/templates/contract-clauses.ts'
import { contractTemplates } from '../../apps/server/src/modules/contracts/templates/contract-templates.ts'
import { writeLetter } from '../../apps/server/src/modules/contracts/letters/letters.ts'
import { noticeOf } from '../../apps/server/src/modules/loans/notices/default-notice.ts'

/** Every sentence promised in writing, by heading, taken from the code that prints it. */
export function listSentences(): Map<string, string[]> {
  const clauses = new Map<string, Clause>()
  for (const template of contractTemplates) {
    for (const clause of template.clauses) clauses.set(clause.heading, clause)
    clauses.set('Caution', { heading: 'Caution', paragraphs: [template.caution] })
  }
  const papers: Clause[] = [
    { heading: 'Key terms', paragraphs: keyTerms() },
    ...clauses.values(),
    { heading: 'Annex', paragraphs: [true, false].flatMap(annex) },
    { heading: 'Custody receipt', paragraphs: writeLetter('receipt', facts).paragraphs },
    { heading: 'Paid in full', paragraphs: writeLetter('letter', facts).paragraphs },
    { heading: 'Default notice', paragraphs: notice() },
    { heading: 'Consent to electronic form', paragraphs: consentText('[Platform contact]') },
  ]
  return new Map(papers.map(({ heading, paragraphs }) => [heading, split(paragraphs)]))
}

const split = (paragraphs: string[]): string[] => [
  ...new Set(paragraphs.flatMap((paragraph) => paragraph.split(/(?<=(?<!No)\.|”)\s+(?=[A-Z[])/))),
]

const keyTerms = () =>
  contractTemplates.flatMap(({ keyTerms: terms }) =>
    terms.map(({ label, value }) => `${label}: ${value}`),
  )

/** What differs from loan to loan is in brackets. */
const facts: Parameters<typeof writeLetter>[1] = {
  code: '[Code]',
  unicodeName: '[Domain]',
  borrowerName: '[Borrower]',
  lenderName: '[Lender]',
  amountCents: '100',
  rateBps: 100,
  custodyAt: null,
  endedAt: null,
  endedBy: null,
  endReason: null,
}

function annex(paysInterest: boolean): string[] {
  const day = '1970-01-01'
  const terms = { dueOn: day, dueBefore: day, graceOn: day, paysInterest }
  const data = { ...terms, statement: '[Statement]' }
  const line = { actor: 'LENDER', at: new Date(0), seq: 1, hash: Buffer.alloc(32), data }
  const agreed = { proposed: line, accepted: line } as never // Only what is printed.
  return writeAnnex(1, facts, agreed).paragraphs
}

function notice(): string[] {
  const now = new Date(0)
  const loan = { amountCents: 100, rateBps: 100, termDays: 1, valueDate: '1970-01-01' }
  const view = {
    loan: { ...loan, objectionUntil: now, interestFree: [] },
    names: { BORROWER: '[Borrower]', LENDER: '[Lender]' },
    facts: { payments: [], advances: [] },
    now,
  }
  const { paragraphs, facts: figures } = noticeOf(view as never) // Only what it prints.
  return [...paragraphs, ...figures.map(({ label }) => `${label}: [Value]`)]
}
