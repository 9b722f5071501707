/** Prints a template as a tagged PDF. The same template gives the same bytes. */
import { brand } from '@pier/protocol/brand'
import PdfDocument from 'pdfkit'
import type { Clause } from './contract-clauses.ts'
import type { ContractTemplate } from './contract-templates.ts'

type Doc = InstanceType<typeof PdfDocument>

const margin = 64
const footRoom = 72
const printedAt = new Date('2026-11-01T00:00:00Z')
const ink = '#0B1F24'
const ink3 = '#536669'
const line = '#D2DAD8'
const fonts = { plain: 'Helvetica', bold: 'Helvetica-Bold' }

export async function printContract(template: ContractTemplate): Promise<Buffer> {
  const doc = new PdfDocument({
    size: 'A4',
    margins: { top: margin, left: margin, right: margin, bottom: footRoom },
    tagged: true,
    lang: 'en',
    displayTitle: true,
    pdfVersion: '1.7',
    bufferPages: true,
    info: {
      Title: template.title,
      Author: brand.name,
      CreationDate: printedAt,
      ModDate: printedAt,
    },
  })
  const parts: Buffer[] = []
  const whole = new Promise<Buffer>((resolve) => {
    doc.on('data', (part: Buffer) => parts.push(part))
    doc.on('end', () => resolve(Buffer.concat(parts)))
  })
  printBody(doc, template)
  printFeet(doc, template)
  doc.end()
  return whole
}

function printBody(doc: Doc, template: ContractTemplate) {
  const root = doc.struct('Document')
  doc.addStructure(root)
  const add = (tag: string, print: () => void) => root.add(doc.struct(tag, {}, print))
  const addHeading = (text: string) => {
    makeRoom(doc) // Outside: a page that is opened inside a tag leaves the tag open.
    add('H2', () => printHeading(doc, text))
  }

  add('H1', () => doc.font(fonts.bold).fontSize(18).fillColor(ink).text(template.title))
  add('P', () => {
    doc.moveDown(0.3).font(fonts.plain).fontSize(9).fillColor(ink3)
    doc.text(`Version ${template.version}. ${template.caution}`)
  })
  addHeading('Key terms')
  root.add(keyTermsTable(doc, template))
  template.clauses.forEach((clause, index) => {
    addHeading(`${index + 1}. ${clause.heading}`)
    printParagraphs(doc, clause, add)
  })
  addHeading('Signatures')
  for (const role of ['Borrower', 'Lender'])
    add('P', () => printText(doc, `${role}: [${role}], signed electronically on [Time], UTC.`))
  root.end()
}

/** A heading never stands alone at the foot of a page. */
function makeRoom(doc: Doc) {
  const headingAndTwoLines = 60
  if (doc.y > doc.page.height - footRoom - headingAndTwoLines) doc.addPage()
}

function printHeading(doc: Doc, text: string) {
  doc.moveDown(0.9).font(fonts.bold).fontSize(11).fillColor(ink).text(text)
  doc.moveDown(0.25)
}

function printParagraphs(
  doc: Doc,
  { paragraphs }: Clause,
  add: (t: string, p: () => void) => void,
) {
  for (const paragraph of paragraphs) add('P', () => printText(doc, paragraph))
}

/** What is filled in later stands in bold. */
function printText(doc: Doc, text: string, options: PDFKit.Mixins.TextOptions = {}) {
  doc.fontSize(9.5).fillColor(ink)
  const runs = text.split(/(\[[^\]]+\])/).filter(Boolean)
  runs.forEach((run, index) => {
    doc.font(run.startsWith('[') ? fonts.bold : fonts.plain)
    doc.text(run, { lineGap: 2.5, ...options, continued: index < runs.length - 1 })
  })
  doc.moveDown(0.35)
}

/** Two columns; a row is as high as its value. */
function keyTermsTable(doc: Doc, { keyTerms }: ContractTemplate) {
  const table = doc.struct('Table')
  const valueX = margin + 150
  const width = doc.page.width - margin
  for (const { label, value } of keyTerms) {
    let top = 0
    const row = doc.struct('TR')
    const head = doc.struct('TH', {}, () => {
      top = doc.y
      doc.font(fonts.plain).fontSize(9.5).fillColor(ink3).text(label, margin, top, { width: 140 })
    })
    const cell = doc.struct('TD', {}, () => {
      doc.x = valueX
      doc.y = top
      printText(doc, value, { width: width - valueX })
      doc.x = margin
    })
    row.add(head)
    row.add(cell)
    table.add(row)
  }
  return table
}

/** Version and page number at the foot of each page; no part of the text for readers. */
function printFeet(doc: Doc, { version }: ContractTemplate) {
  const { start, count } = doc.bufferedPageRange()
  for (let page = start; page < start + count; page += 1) {
    doc.switchToPage(page)
    doc.page.margins.bottom = 0 // Otherwise what stands in the margin opens a new page.
    const y = doc.page.height - 48
    const width = doc.page.width - 2 * margin
    doc.markContent('Artifact', { type: 'Pagination' })
    doc
      .moveTo(margin, y - 8)
      .lineTo(margin + width, y - 8)
      .lineWidth(0.5)
      .stroke(line)
    doc.font(fonts.plain).fontSize(8).fillColor(ink3)
    doc.text(version, margin, y, { width, lineBreak: false })
    doc.text(`Page ${page + 1} of ${count}`, margin, y, { width, align: 'right' })
    doc.endMarkedContent()
  }
}
