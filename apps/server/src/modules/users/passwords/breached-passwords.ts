/**
 * Knows passwords that are public: a Bloom filter in a file, so that no password leaves this
 * machine and none can be read out of the file. It refuses every password that went in, and one in
 * a million that did not. How the file is made and replaced: docs/breached-passwords.md.
 *
 * The bits stay on disk, because an operator's filter may have gigabytes: a check reads at most one
 * byte for each hash, nearly always from the page cache, and mostly stops after two.
 */
import { createHash } from 'node:crypto'
import { fstatSync, openSync, readSync } from 'node:fs'
import { join } from 'node:path'

export type FilterSize = { bitCount: number; hashCount: number; entryCount: number }

export const filterPath = join(import.meta.dirname, 'breached-passwords.bin')

export function isBreachedPassword(password: string): boolean {
  filter ??= openFilter(filterPath)
  const { file, size } = filter
  return bitsOf(digestPassword(password), size).every((bit) => hasBit(file, bit))
}

/** Replaces the built-in filter with one of the site operator. Returns its size. */
export function loadBreachedPasswords(path: string): FilterSize {
  filter = openFilter(path)
  return filter.size
}

/** The digest used by the filter, and by the public corpus of breached passwords. */
export function digestPassword(password: string): Buffer {
  return createHash('sha1').update(password.normalize('NFC')).digest()
}

/** Which bits a password sets: enhanced double hashing on two 48-bit pieces of its digest. */
export function bitsOf(digest: Buffer, { bitCount, hashCount }: FilterSize): number[] {
  let bit = digest.readUIntBE(0, 6) % bitCount
  let step = digest.readUIntBE(6, 6) % bitCount
  return Array.from({ length: hashCount }, (_, round) => {
    const here = bit
    bit = (bit + step) % bitCount
    step = (step + round + 1) % bitCount
    return here
  })
}

/** Magic, version and hash count, then bit count and entry count, all big-endian. */
export function writeHeader({ bitCount, hashCount, entryCount }: FilterSize): Buffer {
  const header = Buffer.alloc(headerBytes)
  header.write(magic, 'latin1')
  header.writeUInt32BE(version, 8)
  header.writeUInt32BE(hashCount, 12)
  header.writeBigUInt64BE(BigInt(bitCount), 16)
  header.writeBigUInt64BE(BigInt(entryCount), 24)
  return header
}

const magic = 'PIERPWBF'
const version = 1
const headerBytes = 32

let filter: { file: number; size: FilterSize } | undefined

function openFilter(path: string) {
  const file = openSync(path, 'r')
  const header = Buffer.alloc(headerBytes)
  readSync(file, header, 0, headerBytes, 0)
  const size = {
    hashCount: header.readUInt32BE(12),
    bitCount: Number(header.readBigUInt64BE(16)),
    entryCount: Number(header.readBigUInt64BE(24)),
  }

  const isOurs = header.toString('latin1', 0, 8) === magic && header.readUInt32BE(8) === version
  const isWhole = fstatSync(file).size === headerBytes + Math.ceil(size.bitCount / 8)
  if (!isOurs || !isWhole || size.hashCount === 0 || size.bitCount === 0) {
    throw new Error(`${path} is not a whole filter of breached passwords`)
  }
  return { file, size }
}

function hasBit(file: number, bit: number): boolean {
  const byte = Buffer.alloc(1)
  const read = readSync(file, byte, 0, 1, headerBytes + Math.floor(bit / 8))
  if (read === 0) throw new Error('The filter of breached passwords was cut short while in use')
  return ((byte[0] ?? 0) & (1 << (bit % 8))) !== 0
}
