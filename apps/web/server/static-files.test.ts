// @vitest-environment node
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { ends, start } from './testing.ts'

const script = 'export const all = 1\n'.repeat(100)
const forever = 'public, max-age=31536000, immutable'
const anHour = 'public, max-age=3600'

/** Built files as `build.ts` leaves them, in a checkout that lies below a folder named assets. */
async function startWithFiles() {
  const outer = await mkdtemp(join(tmpdir(), 'pier-files-'))
  ends.push(() => rm(outer, { recursive: true }))
  const client = join(outer, 'assets/a checkout/client')
  await mkdir(join(client, 'assets'), { recursive: true })
  await mkdir(join(client, 'icons/assets'), { recursive: true })
  await writeFile(join(client, 'assets/main-1a2b.js'), script)
  await writeFile(join(client, 'assets/main-1a2b.js.br'), brotliCompressSync(script))
  await writeFile(join(client, 'assets/main-1a2b.js.gz'), gzipSync(script))
  await writeFile(join(client, 'robots.txt'), 'User-agent: *\n')
  await writeFile(join(client, 'icons/assets/sun.svg'), '<svg/>')
  const { port } = await start({ files: pathToFileURL(`${client}/`) })
  return (path: string, headers: Record<string, string> = {}) => ask(port, path, headers)
}

/** The raw bytes: fetch would add its own accepted encodings and decode them. */
async function ask(port: number, path: string, headers: Record<string, string>) {
  const reply = await new Promise<IncomingMessage>((resolve, reject) => {
    get({ host: '127.0.0.1', port, path, headers }, resolve).on('error', reject)
  })
  const parts: Buffer[] = []
  for await (const part of reply) parts.push(part as Buffer)
  return { status: reply.statusCode, headers: reply.headers, body: Buffer.concat(parts) }
}

test('only files in the top assets folder are cached forever', async () => {
  const askFor = await startWithFiles()

  for (const [path, kept] of [
    ['/assets/main-1a2b.js', forever],
    ['/robots.txt', anHour],
    ['/icons/assets/sun.svg', anHour],
  ] as const) {
    const { status, headers } = await askFor(path)
    expect([path, status, headers['cache-control']]).toEqual([path, 200, kept])
  }
})

test('a file of another version is not there, at once and without a page', async () => {
  const askFor = await startWithFiles()

  const { status, headers, body } = await askFor('/assets/main-9z8y.js')

  expect([status, headers['cache-control'], body.length]).toEqual([404, 'no-store', 0])
})

test.each([
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
] as const)(
  'a browser that accepts %s gets the file in it, with a vary header for caches',
  async (name, undo) => {
    const askFor = await startWithFiles()
    const small = await askFor('/assets/main-1a2b.js', { 'accept-encoding': name })
    const plain = await askFor('/assets/main-1a2b.js')

    expect(small.headers).toMatchObject({
      'content-encoding': name,
      'content-type': expect.stringMatching(/^(?:text|application)\/javascript/),
      'cache-control': forever,
      vary: 'accept-encoding',
    })
    expect(undo(small.body).toString()).toBe(script)
    expect(small.body.length).toBeLessThan(plain.body.length)
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(plain.headers.vary).toBe('accept-encoding')
    expect(plain.body.toString()).toBe(script)
    expect(small.headers.etag).not.toBe(plain.headers.etag)
  },
)

test('what has no compressed form is sent as it is', async () => {
  const askFor = await startWithFiles()
  const { status, headers, body } = await askFor('/robots.txt', { 'accept-encoding': 'br, gzip' })

  expect([status, headers['content-encoding'], headers.vary]).toEqual([
    200,
    undefined,
    'accept-encoding',
  ])
  expect(body.toString()).toBe('User-agent: *\n')
})

test('who has a file already is told so, and for how long it is good', async () => {
  const askFor = await startWithFiles()
  const first = await askFor('/robots.txt')
  const etag = String(first.headers.etag)
  expect(etag).toMatch(/^(?:W\/)?".+"$/)

  const again = await askFor('/robots.txt', { 'if-none-match': etag })
  const other = await askFor('/robots.txt', { 'if-none-match': '"another"' })

  expect([again.status, again.body.length, again.headers.etag]).toEqual([304, 0, etag])
  expect(again.headers['cache-control']).toBe(anHour)
  expect([other.status, other.body.toString()]).toEqual([200, 'User-agent: *\n'])
})

test('a part of a file is that part, and one beyond its end is refused', async () => {
  const askFor = await startWithFiles()
  const part = await askFor('/assets/main-1a2b.js', { range: 'bytes=7-11' })
  const beyond = await askFor('/assets/main-1a2b.js', { range: 'bytes=90000-' })

  expect([part.status, part.body.toString()]).toEqual([206, 'const'])
  expect(part.headers['content-range']).toBe(`bytes 7-11/${script.length}`)
  expect(beyond.status).toBe(416)
})
