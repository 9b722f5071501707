/** Prints a template as a tagged PDF: with its fields open as a preview, or filled in to be signed. */
import { invariant } from '../../../platform/app-error.ts'
import { consentText, consentVersion } from './consent.ts'
import type { ContractTemplate } from './contract-templates.ts'
import {
  factsTable,
  finishPdf,
  ink3,
  makeRoom,
  openPdf,
  printHeading,
  printRuns,
  printTitle,
  type PdfPage,
  type Run,
} from './pdf-page.ts'

export type Filled = { values: Readonly<Record<string, string>>; printedAt: Date }

/** Previews carry the day of their template, so that they come out the same every time. */
const previewedAt = new Date('2026-11-15T00:00:00Z')

export async function printContract(
  template: ContractTemplate,
  filled?: Filled,
): Promise<{ bytes: Buffer; pages: number }> {
  const { title, version } = template
  const doc = openPdf({ title, printedAt: filled?.printedAt ?? previewedAt })
  printBody(doc, template, (text) => fillIn(text, filled?.values))
  return finishPdf(doc, version)
}

function printBody(doc: PdfPage, template: ContractTemplate, fill: (text: string) => Run[]) {
  const root = doc.struct('Document')
  doc.addStructure(root)
  const add = (tag: string, print: () => void) => root.add(doc.struct(tag, {}, print))
  const addParagraph = (text: string) => add('P', () => printRuns(doc, fill(text)))
  const addHeading = (text: string) => {
    makeRoom(doc) // Outside: a page that is opened inside a tag leaves the tag open.
    add('H2', () => printHeading(doc, text))
  }

  add('H1', () => printTitle(doc, template.title))
  add('P', () => {
    doc.moveDown(0.3).font('plain').fontSize(8.5).fillColor(ink3)
    doc.text(`Version ${template.version}. ${template.caution}`)
  })
  addHeading('Key terms')
  const facts = template.keyTerms.map(({ label, value }) => ({ label, runs: fill(value) }))
  root.add(factsTable(doc, facts))
  template.clauses.forEach(({ heading, paragraphs }, index) => {
    addHeading(`${index + 1}. ${heading}`)
    paragraphs.forEach(addParagraph)
  })
  addHeading('Signatures')
  for (const role of ['Borrower', 'Lender']) {
    addParagraph(
      `${role}: [${role}], signs electronically. The time and the hash of this document stand on the certificate of completion that is added when both have signed.`,
    )
  }
  addHeading(`Annex: consent to electronic form (${consentVersion})`)
  consentText('[Platform contact]').forEach(addParagraph)
  root.end()
}

/** Fills in fields if there are values; a filled-in value is never parsed as a field. */
export function fillIn(text: string, values: Filled['values'] | undefined): Run[] {
  const parts = text.split(/(\[[^\]]+\])/).filter(Boolean)
  return parts.map((part) => {
    if (!part.startsWith('[')) return { text: part, isBold: false }
    if (!values) return { text: part, isBold: true }
    const value = values[part.slice(1, -1)]
    invariant(value !== undefined, `the field ${part} of an agreement is known`)
    return { text: value, isBold: true }
  })
}
