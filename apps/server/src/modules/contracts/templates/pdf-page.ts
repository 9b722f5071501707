/** The layout of our PDFs: page, fonts, headings and footers. Same input, same bytes. */
import { createRequire } from 'node:module'
import { brand } from '@pier/protocol/brand'
import { openSync, type Font } from 'fontkit'
import PdfDocument from 'pdfkit'

export type PdfPage = InstanceType<typeof PdfDocument>
export type Run = { text: string; isBold: boolean }

const margin = 64
const ink = '#0B1F24'
export const ink3 = '#536669'
const footRoom = 72
const line = '#D2DAD8'

/** Names come in many scripts; the standard PDF fonts only cover Latin. */
const plainFont = fontOf('DejaVuSansCondensed')
const boldFont = fontOf('DejaVuSansCondensed-Bold')

/** Opened once: reading it takes longer than printing a letter with it. */
function fontOf(name: string): () => Font {
  let font: Font | undefined
  const file = () => createRequire(import.meta.url).resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`)
  return () => (font ??= openSync(file()) as Font)
}

export function openPdf({ title, printedAt }: { title: string; printedAt: Date }): PdfPage {
  const doc = new PdfDocument({
    size: 'A4',
    margins: { top: margin, left: margin, right: margin, bottom: footRoom },
    tagged: true,
    lang: 'en',
    displayTitle: true,
    pdfVersion: '1.7',
    bufferPages: true,
    info: { Title: title, Author: brand.name, CreationDate: printedAt, ModDate: printedAt },
  })
  return doc.registerFont('plain', asSource(plainFont())).registerFont('bold', asSource(boldFont()))
}

/** PDFKit takes an open font too; its types do not say so. */
const asSource = (font: Font) => font as unknown as PDFKit.Mixins.PDFFontSource

export async function finishPdf(
  doc: PdfPage,
  footer: string,
): Promise<{ bytes: Buffer; pages: number }> {
  const parts: Buffer[] = []
  const whole = new Promise<Buffer>((resolve) => {
    doc.on('data', (part: Buffer) => parts.push(part))
    doc.on('end', () => resolve(Buffer.concat(parts)))
  })
  const pages = printFeet(doc, footer)
  doc.end()
  return { bytes: await whole, pages }
}

export function printTitle(doc: PdfPage, title: string): void {
  doc.font('bold').fontSize(17).fillColor(ink).text(printable(title))
}

export function printHeading(doc: PdfPage, text: string): void {
  doc.moveDown(0.9).font('bold').fontSize(10.5).fillColor(ink).text(printable(text))
  doc.moveDown(0.25)
}

/** Keeps headings off the foot of a page. Call it outside of a tag, which it would break. */
export function makeRoom(doc: PdfPage, height = 60): void {
  if (doc.y > doc.page.height - footRoom - height) doc.addPage()
}

/** Filled-in values are bold. */
export function printRuns(
  doc: PdfPage,
  runs: readonly Run[],
  options: PDFKit.Mixins.TextOptions = {},
): void {
  doc.fontSize(9).fillColor(ink)
  runs.forEach(({ text, isBold }, index) => {
    doc.font(isBold ? 'bold' : 'plain')
    doc.text(printable(text), { lineGap: 2.5, ...options, continued: index < runs.length - 1 })
  })
  doc.moveDown(0.35)
}

export type Fact = { label: string; runs: readonly Run[] }

/** Two columns; a row is as high as its value. */
export function factsTable(doc: PdfPage, facts: readonly Fact[]) {
  const table = doc.struct('Table')
  const valueX = margin + 122
  for (const { label, runs } of facts) {
    let top = 0
    const row = doc.struct('TR')
    const head = doc.struct('TH', {}, () => {
      top = doc.y
      doc.font('plain').fontSize(9).fillColor(ink3).text(label, margin, top, { width: 118 })
    })
    const cell = doc.struct('TD', {}, () => {
      doc.x = valueX
      doc.y = top
      printRuns(doc, runs, { width: doc.page.width - margin - valueX })
      doc.x = margin
    })
    row.add(head)
    row.add(cell)
    table.add(row)
  }
  return table
}

/** Footer and page number of each page; screen readers skip them. */
function printFeet(doc: PdfPage, footer: string): number {
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
    doc.font('plain').fontSize(8).fillColor(ink3)
    doc.text(footer, margin, y, { width, lineBreak: false })
    doc.text(`Page ${page + 1} of ${count}`, margin, y, { width, align: 'right' })
    doc.endMarkedContent()
  }
  return count
}

// oxlint-disable-next-line no-control-regex -- The controls are what is taken out.
const hidden = /[\u0000-\u001F\u007F-\u009F\u00AD\u200B-\u200F\u2028-\u202E\u2060-\u206F\uFEFF]/gu

/**
 * Removes hidden characters and those that change the direction of text. One that the font lacks
 * becomes its code point, such as <U+4E2D>, instead of a box.
 */
export function printable(text: string): string {
  const clean = text.normalize('NFC').replaceAll(hidden, '')
  return clean.replaceAll(/[^ -~]/gu, (letter) => {
    const point = letter.codePointAt(0) ?? 0
    if (plainFont().hasGlyphForCodePoint(point)) return letter
    return `<U+${point.toString(16).toUpperCase().padStart(4, '0')}>`
  })
}
