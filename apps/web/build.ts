/** Builds the web for production, and beside each file of text its compressed forms. */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { buildInGroups } from './chunks/build-in-groups.ts'

const here = import.meta.dirname
const client = join(here, 'build/client')
const texts = new Set(['.css', '.js', '.json', '.svg', '.txt', '.webmanifest', '.xml'])
const leastBytes = 1024

await buildInGroups(here)
const entries = await readdir(client, { recursive: true, withFileTypes: true })
const files = entries
  .filter((entry) => entry.isFile() && texts.has(extname(entry.name)))
  .map((entry) => join(entry.parentPath, entry.name))
await Promise.all(files.map(compress))

async function compress(file: string) {
  const plain = await readFile(file)
  if (plain.length < leastBytes) return
  await writeFile(`${file}.br`, await promisify(brotliCompress)(plain))
  await writeFile(`${file}.gz`, await promisify(gzip)(plain, { level: 9 }))
}
