/** A letter of one page: what it is about, and what it says. */
import { factsTable, finishPdf, openPdf, printRuns, printTitle } from '../templates/pdf-page.ts'

export type Letter = {
  title: string
  facts: { label: string; value: string }[]
  paragraphs: string[]
}

export async function printLetter(
  { title, facts, paragraphs }: Letter,
  { printedAt, footer }: { printedAt: Date; footer: string },
): Promise<Buffer> {
  const doc = openPdf({ title, printedAt })
  const root = doc.struct('Document')
  doc.addStructure(root)
  const add = (tag: string, print: () => void) => root.add(doc.struct(tag, {}, print))
  add('H1', () => printTitle(doc, title))
  root.add(
    factsTable(
      doc,
      facts.map(({ label, value }) => ({ label, runs: [{ text: value, isBold: true }] })),
    ),
  )
  for (const text of paragraphs) add('P', () => printRuns(doc, [{ text, isBold: false }]))
  root.end()
  return (await finishPdf(doc, footer)).bytes
}
