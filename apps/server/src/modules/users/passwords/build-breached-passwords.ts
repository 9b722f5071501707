/**
 * Builds the filter that breached-passwords.ts reads. docs/breached-passwords.md has the sources.
 *
 *   node build-breached-passwords.ts --out FILE [--words RANKED.json] LIST...
 *   node build-breached-passwords.ts --out FILE --hashes SHA1.txt
 *
 * A list is text, a password a line, or a JSON array; either may be gzipped. With --words, obvious
 * passwords made from the ranked words of that list are added. --hashes takes a file too large for
 * memory with one SHA-1 in hex a line, as the public corpus has them; what follows it is ignored.
 */
import { createReadStream, createWriteStream, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { limits } from '@pier/protocol/limits'
import { bitsOf, digestPassword, writeHeader, type FilterSize } from './breached-passwords.ts'
import { listObviousPasswords } from './obvious-passwords.ts'

/** Entries that can never be chosen as a password would only make the filter larger. */
export function choosablePasswords(candidates: Iterable<string>): Set<string> {
  const chosen = new Set<string>()
  for (const candidate of candidates) {
    const password = candidate.normalize('NFC')
    const bytes = Buffer.byteLength(password)
    const isLegible = !password.includes('\uFFFD')
    if (isLegible && bytes >= limits.passwordBytesMin && bytes <= limits.passwordBytesMax) {
      chosen.add(password)
    }
  }
  return chosen
}

/** The size for a false positive rate of one in a million. */
export function sizeFilter(entryCount: number): FilterSize {
  const bitsPerEntry = -Math.log(falsePositiveRate) / Math.LN2 ** 2
  const bitCount = Math.ceil((entryCount * bitsPerEntry) / 8) * 8
  return { bitCount, hashCount: Math.round(bitsPerEntry * Math.LN2), entryCount }
}

export function addToFilter(bits: Uint8Array, digest: Buffer, size: FilterSize): void {
  for (const bit of bitsOf(digest, size)) {
    const byte = Math.floor(bit / 8)
    bits[byte] = (bits[byte] ?? 0) | (1 << (bit % 8))
  }
}

export async function writeFilter(path: string, bits: Uint8Array, size: FilterSize): Promise<void> {
  await pipeline(function* () {
    yield writeHeader(size)
    for (let start = 0; start < bits.length; start += pieceBytes) {
      yield bits.subarray(start, start + pieceBytes)
    }
  }, createWriteStream(path))
}

const falsePositiveRate = 1e-6
const pieceBytes = 64 * 1024 * 1024

async function buildFromLists(out: string, lists: string[], words: string | undefined) {
  const passwords = new Set<string>()
  const add = (source: string, candidates: Iterable<string>) => {
    const chosen = choosablePasswords(candidates)
    const before = passwords.size
    for (const password of chosen) passwords.add(password)
    console.log(`${source}: ${chosen.size} that fit, ${passwords.size - before} of them new`)
  }

  for (const path of lists) add(path, readList(path))
  if (words) add('obvious passwords', listObviousPasswords(readList(words)))

  const size = sizeFilter(passwords.size)
  const bits = new Uint8Array(size.bitCount / 8)
  for (const password of passwords) addToFilter(bits, digestPassword(password), size)
  await writeFilter(out, bits, size)
  return size
}

/** Two passes, because the size of the filter follows from the number of its entries. */
async function buildFromHashes(out: string, path: string) {
  let entryCount = 0
  for await (const _digest of readDigests(path)) entryCount += 1

  const size = sizeFilter(entryCount)
  const bits = new Uint8Array(size.bitCount / 8)
  for await (const digest of readDigests(path)) addToFilter(bits, digest, size)
  await writeFilter(out, bits, size)
  return size
}

function readList(path: string): string[] {
  const file = readFileSync(path)
  const text = (path.endsWith('.gz') ? gunzipSync(file) : file).toString()
  if (!/\.json(\.gz)?$/.test(path)) return text.split(/\r?\n/)

  const list: unknown = JSON.parse(text)
  if (!Array.isArray(list)) throw new Error(`${path} is not a list`)
  return list.filter((entry) => typeof entry === 'string')
}

async function* readDigests(path: string): AsyncGenerator<Buffer> {
  for await (const line of createInterface({ input: createReadStream(path) })) {
    if (/^[0-9a-f]{40}\b/i.test(line)) yield Buffer.from(line.slice(0, 40), 'hex')
  }
}

if (import.meta.main) {
  const { values, positionals: lists } = parseArgs({
    allowPositionals: true,
    options: { out: { type: 'string' }, words: { type: 'string' }, hashes: { type: 'string' } },
  })
  const { out, words, hashes } = values
  if (!out) throw new Error('Say where to write with --out')

  const size = hashes ? await buildFromHashes(out, hashes) : await buildFromLists(out, lists, words)
  console.log(`${out}: ${size.entryCount} entries, ${size.bitCount} bits, ${size.hashCount} hashes`)
}
