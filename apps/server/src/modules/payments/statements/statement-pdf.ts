import { createRequire } from 'node:module'
import { brand } from '@pier/protocol/brand'
import { labelOfTransaction, paymentMethods, transactionTypes } from '@pier/protocol/labels'
import { formatMoney } from '@pier/protocol/money'
import { sayDate } from '@pier/protocol/say-time'
import PdfDocument from 'pdfkit'
import { referenceOf } from './statement.ts'
import type { TransactionRow } from '../transactions/transactions.repository.ts'

type Doc = InstanceType<typeof PdfDocument>

export type Statement = {
  name: string
  from: string
  to: string
  openingCents: number
  closingCents: number
  printedAt: Date
  rows: TransactionRow[]
}

const margin = 56
const foot = 64
const ink = '#0B1F24'
const ink3 = '#536669'
const line = '#D2DAD8'
const columns = [
  { title: 'Date', x: 56, width: 66 },
  { title: 'Reference', x: 122, width: 64 },
  { title: 'Type', x: 186, width: 150 },
  { title: 'Method', x: 336, width: 78 },
  { title: 'Status', x: 414, width: 56 },
  { title: 'Amount', x: 470, width: 70 },
] as const

/** Names use many alphabets; the standard PDF fonts cover only one. */
const fontFile = (name: string) =>
  createRequire(import.meta.url).resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`)

export async function printStatement(statement: Statement): Promise<Buffer> {
  const doc = new PdfDocument({
    size: 'A4',
    margins: { top: margin, left: margin, right: margin, bottom: foot },
    bufferPages: true,
    lang: 'en',
    displayTitle: true,
    pdfVersion: '1.7',
    info: {
      Title: `Balance statement ${sayDate(statement.from)} to ${sayDate(statement.to)}`,
      Author: brand.name,
      CreationDate: statement.printedAt,
      ModDate: statement.printedAt,
    },
  })
  doc
    .registerFont('plain', fontFile('DejaVuSans'))
    .registerFont('bold', fontFile('DejaVuSans-Bold'))
  const parts: Buffer[] = []
  const whole = new Promise<Buffer>((resolve) => {
    doc.on('data', (part: Buffer) => parts.push(part))
    doc.on('end', () => resolve(Buffer.concat(parts)))
  })
  printHead(doc, statement)
  printHeadings(doc)
  for (const row of statement.rows) printRow(doc, row)
  if (statement.rows.length === 0) {
    doc.moveDown().font('plain').fontSize(9).fillColor(ink3).text('Nothing here yet...', margin)
  }
  printFeet(doc)
  doc.end()
  return whole
}

function printHead(doc: Doc, { name, from, to, openingCents, closingCents }: Statement) {
  doc.font('bold').fontSize(18).fillColor(ink).text(`${brand.name} balance statement`)
  doc.moveDown(0.4).font('plain').fontSize(9.5).fillColor(ink3)
  doc.text(name).text(`${sayDate(from)} to ${sayDate(to)}, UTC`)
  doc.moveDown(0.8).fillColor(ink)
  doc.text(`Opening balance: ${formatMoney(openingCents)}`)
  doc.text(`Closing balance: ${formatMoney(closingCents)}, including reserved money`)
  doc.moveDown(0.6).fillColor(ink3).fontSize(8.5)
  doc.text(
    'The site balance pays registry fees. Loan money never goes through it. Lines are listed by the day ' +
      'they were created. Balances count booked lines only.',
  )
  doc.moveDown(1.2)
}

function printHeadings(doc: Doc) {
  const y = doc.y
  doc.font('bold').fontSize(8).fillColor(ink3)
  for (const { title, x, width } of columns) {
    doc.text(title, x, y, { width, align: title === 'Amount' ? 'right' : 'left' })
  }
  rule(doc, y + 14)
}

function printRow(doc: Doc, row: TransactionRow) {
  const what = [transactionTypes[row.type], row.domain, row.note].filter(Boolean).join('. ')
  const cells = [
    sayDate(row.createdAt),
    referenceOf(row),
    what,
    paymentMethods[row.method],
    labelOfTransaction(row.status) ?? '',
    formatMoney(row.amountCents, { signed: true }),
  ]
  doc.font('plain').fontSize(8)
  const height = doc.heightOfString(what, { width: columns[2].width - 8 }) + 12
  if (doc.y + height > doc.page.height - foot) {
    doc.addPage()
    printHeadings(doc)
  }
  const y = doc.y
  doc.font('plain').fontSize(8).fillColor(ink)
  columns.forEach(({ title, x, width }, index) => {
    const isAmount = title === 'Amount'
    const options = { width: width - (isAmount ? 0 : 8), align: isAmount ? 'right' : 'left' }
    doc.text(cells[index] ?? '', x, y, options as { width: number; align: 'left' | 'right' })
  })
  rule(doc, y + height - 6)
}

/** Draws a line and goes on below it. */
function rule(doc: Doc, y: number) {
  doc
    .moveTo(margin, y)
    .lineTo(doc.page.width - margin, y)
    .lineWidth(0.5)
    .stroke(line)
  doc.x = margin
  doc.y = y + 6
}

function printFeet(doc: Doc) {
  const { start, count } = doc.bufferedPageRange()
  for (let page = start; page < start + count; page++) {
    doc.switchToPage(page)
    doc.page.margins.bottom = 0 // Else writing here opens a new page.
    doc.font('plain').fontSize(8).fillColor(ink3)
    doc.text(`${brand.name}, ${brand.parent}`, margin, doc.page.height - 40)
    doc.text(`Page ${page + 1} of ${count}`, margin, doc.page.height - 40, {
      width: doc.page.width - 2 * margin,
      align: 'right',
    })
  }
}
