/**
 * A ZIP archive as a stream, one entry at a time, so that a loan with a gigabyte of exhibits costs the
 * memory of one. Entries are stored as they are: documents and pictures are small already.
 */
import { crc32 } from 'node:zlib'

export type ZipEntry = { name: string; bytes: Buffer }

type Written = { name: Buffer; crc: number; size: number; at: number }

const version = 20
const utf8Names = 0x0800

/** `at` is the moment that all entries carry. */
export async function* writeZip(
  entries: AsyncIterable<ZipEntry>,
  at: Date,
): AsyncGenerator<Buffer> {
  const written: Written[] = []
  const time = dosTime(at)
  let offset = 0
  for await (const { name, bytes } of entries) {
    const entry = { name: Buffer.from(name), crc: crc32(bytes), size: bytes.length, at: offset }
    const header = localHeader(entry, time)
    written.push(entry)
    offset += header.length + bytes.length
    yield header
    yield bytes
  }
  const directory = Buffer.concat(written.map((entry) => directoryEntry(entry, time)))
  yield directory
  yield endOfArchive({ count: written.length, size: directory.length, at: offset })
}

function localHeader({ name, crc, size }: Written, time: Buffer): Buffer {
  const fixed = Buffer.alloc(30)
  fixed.writeUInt32LE(0x04034b50, 0)
  writeTraits(fixed, 4, { crc, size, time, nameLength: name.length })
  return Buffer.concat([fixed, name])
}

function directoryEntry({ name, crc, size, at }: Written, time: Buffer): Buffer {
  const fixed = Buffer.alloc(46)
  fixed.writeUInt32LE(0x02014b50, 0)
  fixed.writeUInt16LE(version, 4)
  writeTraits(fixed, 6, { crc, size, time, nameLength: name.length })
  fixed.writeUInt32LE(at, 42)
  return Buffer.concat([fixed, name])
}

type Traits = { crc: number; size: number; time: Buffer; nameLength: number }

/** The part that both headers have: flags, method "stored", time, checksum, sizes. */
function writeTraits(target: Buffer, from: number, { crc, size, time, nameLength }: Traits) {
  target.writeUInt16LE(version, from)
  target.writeUInt16LE(utf8Names, from + 2)
  time.copy(target, from + 6)
  target.writeUInt32LE(crc, from + 10)
  target.writeUInt32LE(size, from + 14)
  target.writeUInt32LE(size, from + 18)
  target.writeUInt16LE(nameLength, from + 22)
}

function endOfArchive({ count, size, at }: { count: number; size: number; at: number }): Buffer {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(size, 12)
  end.writeUInt32LE(at, 16)
  return end
}

/** Two seconds are the finest that the format has. */
function dosTime(at: Date): Buffer {
  const time = Buffer.alloc(4)
  const clock = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1)
  const day = ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate()
  time.writeUInt16LE(clock, 0)
  time.writeUInt16LE(day, 2)
  return time
}
