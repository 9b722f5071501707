/** Documents that people show each other. Everything in them is invented. */
import { once } from 'node:events'
import { formatMoney } from '@pier/protocol/money'
import PdfDocument from 'pdfkit'
import sharp from 'sharp'

type Paid = { name: string; terms: { amount: number } }

/** A payment confirmation, as banks mail it to the sender. */
export async function printSlip({ name, terms }: Paid, code: string): Promise<Buffer> {
  const doc = new PdfDocument({ size: 'A5', margin: 48, info: { Title: 'Payment confirmation' } })
  const parts: Buffer[] = []
  doc.on('data', (part: Buffer) => parts.push(part))
  doc.font('Helvetica-Bold').fontSize(16).text('Payment confirmation').moveDown()
  const lines = [
    'Your bank has carried out this payment.',
    `Amount: ${formatMoney(terms.amount * 100)}`,
    `Reference: ${code}-IN`,
    `For: loan on ${name}`,
    'State: sent, cannot be called back',
  ]
  doc.font('Helvetica').fontSize(11)
  for (const line of lines) doc.text(line).moveDown(0.4)
  doc.end()
  await once(doc, 'end')
  return Buffer.concat(parts)
}

const width = 480
const height = 320

/** A picture of account lines, blacked out as people do it. */
export function blackOutStatement(): Promise<Buffer> {
  const pixels = Buffer.alloc(width * height * 3, 0xff)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) if (isBar(x, y)) pixels.fill(0x1c, at(x, y), at(x, y) + 3)
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer()
}

const at = (x: number, y: number) => (y * width + x) * 3

/** Lines of unequal length, with amounts to their right. */
function isBar(x: number, y: number): boolean {
  const row = Math.floor(y / 32)
  const isInk = y % 32 >= 10 && y % 32 < 24
  const isText = x >= 24 && x < 180 + ((row * 53) % 110)
  const isSum = x >= 390 - ((row * 17) % 30) && x < 456
  return isInk && (isText || isSum)
}
