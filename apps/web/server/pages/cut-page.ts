import { crc32, gunzipSync } from 'node:zlib'
import { multiply, shiftBy } from './crc-shift.ts'
import { deflateAround, type Hole, type Marks } from './deflate-around.ts'

export type CutPage = {
  /** How much memory it takes. */
  size: number
  plain: (marks: Marks) => Buffer
  gzipped: (marks: Marks) => Buffer
}

type Sheet = { bytes: Buffer; holes: Hole[] }

/**
 * These bytes are in no page: those that UTF-8 never has, and control characters. They stand for the
 * marks while the page is compressed, in two orders, so that no three of them in a row are found
 * anywhere else: a repetition of a mark's bytes is the same mark again.
 */
const standIns = [
  0xc0,
  0xc1,
  ...countFrom(0xf5, 11),
  ...countFrom(0, 9),
  11,
  12,
  ...countFrom(14, 18),
]

/**
 * Cuts a rendered page at its nonce and its request id, which no two answers share. All the rest is
 * compressed and summed up once. Null where it cannot be cut: then the page is not shared.
 */
export async function cutPage(html: Buffer, marks: Marks): Promise<CutPage | null> {
  const isTooLong = Object.values(marks).some(({ length }) => length > standIns.length)
  if (isTooLong || standIns.some((byte) => html.includes(byte))) return null
  const page = { bytes: Buffer.from(html), holes: [] as Hole[] }
  cutOut(page, 'nonce', marks.nonce)
  cutOut(page, 'requestId', marks.requestId)
  if (!page.holes.some(({ name }) => name === 'nonce')) return null
  const packed = await pack(page)
  if (!packed) return null
  return {
    size: page.bytes.length + packed.bytes.length,
    plain: (answer) => fill(page, answer),
    gzipped: (answer) => fillPacked(page, packed, answer),
  }
}

function cutOut({ bytes, holes }: Sheet, name: keyof Marks, mark: string): void {
  const stand = Buffer.from(name === 'nonce' ? standIns : standIns.toReversed())
  const given = Buffer.from(mark, 'latin1')
  for (let at = bytes.indexOf(given); at >= 0; at = bytes.indexOf(given, at)) {
    stand.copy(bytes, at, 0, given.length)
    holes.push({ at, length: given.length, name })
  }
}

type Packed = Sheet & { sumOf: (marks: Marks) => number }

/** So far back deflate can point, but for what it looks ahead. */
const sightBytes = 32_000

/**
 * The compressor repeats a nonce by pointing back to the one before, which is right whatever stands
 * there. A place of its own it needs only where that one is out of sight. Where it chose otherwise,
 * each has its place.
 */
async function pack(page: Sheet): Promise<Packed | null> {
  const sumOf = sumAround(page)
  const fewest = page.holes.filter(({ name, at }, index) => {
    const before = page.holes[index - 1]
    return name === 'requestId' || before?.name !== name || at - before.at > sightBytes
  })
  for (const holes of [fewest, page.holes]) {
    const packed = { ...(await deflateAround(page.bytes, holes.toSorted(byPlace))), sumOf }
    if (isRight(page, packed)) return packed
  }
  return null
}

const byPlace = (one: Hole, other: Hole) => one.at - other.at

/** Other marks than those of the compressor: a byte of them that stayed would be found. */
function isRight(page: Sheet, packed: Packed): boolean {
  const marks = { nonce: '', requestId: '' }
  for (const { name, length } of page.holes)
    marks[name] = '0123456789abcdef'.repeat(3).slice(0, length)
  try {
    return gunzipSync(fillPacked(page, packed, marks)).equals(fill(page, marks))
  } catch {
    return false // It is no gzip file at all.
  }
}

/** The check sum of the page with these marks, from the one with the stand-ins. */
function sumAround({ bytes, holes }: Sheet): (marks: Marks) => number {
  const sum = crc32(bytes)
  const changes = (['nonce', 'requestId'] as const).map((name) => {
    const own = holes.filter((hole) => hole.name === name)
    const { at = 0, length = 0 } = own[0] ?? {}
    const shift = own.reduce((all, hole) => all ^ shiftBy(bytes.length - hole.at - length), 0)
    return { name, shift: shift >>> 0, before: crc32(bytes.subarray(at, at + length)) }
  })
  return (marks) =>
    changes.reduce(
      (all, { name, shift, before }) =>
        shift === 0 ? all : all ^ multiply(shift, (crc32(marks[name]) ^ before) >>> 0),
      sum,
    ) >>> 0
}

function fill({ bytes, holes }: Sheet, marks: Marks): Buffer {
  const whole = Buffer.allocUnsafe(bytes.length)
  whole.set(bytes)
  const nonce = Buffer.from(marks.nonce, 'latin1')
  const requestId = Buffer.from(marks.requestId, 'latin1')
  for (const { at, name } of holes) whole.set(name === 'nonce' ? nonce : requestId, at)
  return whole
}

function fillPacked(page: Sheet, packed: Packed, marks: Marks): Buffer {
  const whole = fill(packed, marks)
  whole.writeUInt32LE(packed.sumOf(marks), whole.length - 8)
  whole.writeUInt32LE(page.bytes.length, whole.length - 4)
  return whole
}

function countFrom(first: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => first + index)
}
