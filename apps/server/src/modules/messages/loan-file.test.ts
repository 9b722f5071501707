import { execFileSync } from 'node:child_process'
import { createHash, verify } from 'node:crypto'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { crc32 } from 'node:zlib'
import { expect, test } from 'vitest'
import { enqueue } from '../../platform/jobs/queue.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { givenLoans } from '../../../test/given/given-loans.ts'
import { until } from '../../../test/given/given-payments.ts'
import { useTestApp } from '../../../test/test-app.ts'

const app = useTestApp()
const given = givenLoans(app)
const hostile = '<script>alert(1)</script> "quoted"\n\u05d0\u05d1 & more'
const exhibit = Buffer.from('%PDF-1.4\n% what the bank says\n%%EOF\n')

type Files = Map<string, Buffer>
type Proof = {
  leaf: string
  path: { side: string; hash: string }[]
  root: string
  signedText: string
  signature: string
  keyId: string
}

/** A running loan with a message, an exhibit and a checkpoint. */
const sealedLoan = async () => {
  const loan = await given.running()
  await loan.as('BORROWER').post('message', { message: hostile })
  const { token, cookie, address } = loan.as('LENDER').browser
  const added = await app.inject({
    method: 'POST',
    url: `/api/escrow/${loan.id}/evidence`,
    payload: exhibit,
    headers: {
      'content-type': 'application/pdf',
      'x-forwarded-for': address,
      'x-access-token': token ?? '',
      cookie: `__Host-bind=${cookie}`,
    },
  })
  expect(added.statusCode).toBe(201)
  await inTransaction(app.db, (tx) => enqueue(tx, 'escrow.seal', {}))
  await until(async () => {
    const heads = 'select 1 from escrow_seal_heads where escrow_id = $1'
    return (await app.database.owner.pool.query(heads, [loan.id])).rowCount === 1
  })
  return loan
}

/** Reads an archive of stored entries by its directory, as unzip does. */
function readZip(zip: Buffer): Files {
  const end = zip.length - 22
  expect(zip.readUInt32LE(end)).toBe(0x06054b50)
  const files: Files = new Map()
  let at = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    const [size, nameLength] = [zip.readUInt32LE(at + 24), zip.readUInt16LE(at + 28)]
    const name = zip.subarray(at + 46, at + 46 + nameLength).toString()
    const from = zip.readUInt32LE(at + 42) + 30 + nameLength
    const bytes = zip.subarray(from, from + size)
    expect(crc32(bytes), name).toBe(zip.readUInt32LE(at + 16))
    files.set(name, bytes)
    at += 46 + nameLength
  }
  return files
}

const sha256 = (...parts: (Buffer | string)[]) => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}
const linesOf = (files: Files, name: string) =>
  (files.get(name) ?? Buffer.alloc(0)).toString().split('\n').slice(0, -1)
const jsonOf = (files: Files, name: string): unknown => JSON.parse(String(files.get(name)))

/** Follows VERIFY.txt with only what is in the file. Returns what fails. */
function faultsOf(files: Files): string[] {
  const faults: string[] = []
  for (const line of linesOf(files, 'SHA256SUMS')) {
    const [sum, name = ''] = line.split('  ')
    if (sha256(files.get(name) ?? '').toString('hex') !== sum) faults.push(`file ${name}`)
  }
  const hashes = linesOf(files, 'hashes.txt')
  let prev = Buffer.alloc(32)
  const events = linesOf(files, 'events.jsonl').map((line, at) => {
    prev = sha256(prev, line)
    if (prev.toString('hex') !== hashes[at]) faults.push(`event ${at + 1}`)
    return JSON.parse(line) as { seq: number; action: string; data: Record<string, string> }
  })
  const messages = jsonOf(files, 'messages.json') as { id: string; message: string }[]
  for (const { data } of events.filter(({ action }) => action === 'message')) {
    const text = messages.find(({ id }) => id === data.messageId)?.message ?? ''
    if (sha256(text).toString('hex') !== data.sha256) faults.push('message')
  }
  for (const { data } of events.filter(({ action }) => action === 'evidence')) {
    const bytes = files.get(`exhibits/exhibit-${data.number}.pdf`) ?? ''
    if (sha256(bytes).toString('hex') !== data.sha256) faults.push('exhibit')
  }
  return [...faults, ...sealFaultsOf(files, hashes)]
}

function sealFaultsOf(files: Files, hashes: string[]): string[] {
  const { proofs, publicKeys } = jsonOf(files, 'seals.json') as {
    proofs: Proof[]
    publicKeys: { id: string; pem: string }[]
  }
  expect(proofs.length).toBeGreaterThan(0)
  return proofs.flatMap((proof) => {
    const { seq, hash } = JSON.parse(proof.leaf) as { seq: number; hash: string }
    const top = proof.path.reduce(
      (below, { side, hash }) => {
        const beside = Buffer.from(hash, 'hex')
        return sha256(Buffer.from([1]), ...(side === 'left' ? [beside, below] : [below, beside]))
      },
      sha256(Buffer.from([0]), proof.leaf),
    )
    const { root } = JSON.parse(proof.signedText) as { root: string }
    const pem = publicKeys.find(({ id }) => id === proof.keyId)?.pem ?? ''
    const signature = Buffer.from(proof.signature, 'hex')
    const holds =
      hashes[seq - 1] === hash &&
      top.toString('hex') === proof.root &&
      root === proof.root &&
      verify(null, Buffer.from(proof.signedText), pem, signature)
    return holds ? [] : ['seal']
  })
}

test('either side takes the loan file, and can check it by itself', async () => {
  const loan = await sealedLoan()
  for (const party of ['BORROWER', 'LENDER'] as const) {
    const reply = await loan.as(party).get('/bundle')
    expect(reply.statusCode).toBe(200)
    expect(reply.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': expect.stringMatching(
        /^attachment; filename="LN-\w{6}-loan-file.zip"$/,
      ),
      'cache-control': 'no-store',
    })
    const files = readZip(reply.rawPayload)
    expect(faultsOf(files)).toEqual([])
    expect(files.get('exhibits/exhibit-1.pdf')).toEqual(exhibit)
    expect(linesOf(files, 'events.jsonl').at(-1)).toContain('"action":"download"')
  }
  const history = await loan.as('BORROWER').get('/events')
  const words = history.json<{ events: { words: string }[] }>().events.map((event) => event.words)
  expect(words.filter((text) => text.endsWith('downloaded the loan file'))).toHaveLength(2)
})

test('the page has no script, and what people typed stays text', async () => {
  const loan = await sealedLoan()
  const files = readZip((await loan.as('LENDER').get('/bundle')).rawPayload)
  const page = String(files.get('index.html'))

  expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  expect(page).not.toMatch(/<script|<img|<link|https?:\/\/|\son\w+=/i)
  expect(page).toContain(`default-src &#x27;none&#x27;`)
  expect(page).toContain(sha256(exhibit).toString('hex'))
})

test('one changed byte anywhere is found', async () => {
  const loan = await sealedLoan()
  const files = readZip((await loan.as('LENDER').get('/bundle')).rawPayload)

  for (const name of files.keys()) {
    const changed = new Map(files)
    const bytes = Buffer.from(files.get(name) ?? '')
    const at = Math.max(bytes.indexOf('1'), 0)
    bytes[at] = '2'.charCodeAt(0)
    changed.set(name, bytes)
    expect(faultsOf(changed), name).not.toEqual([])
  }
  const forged = new Map(files)
  const events = String(files.get('events.jsonl')).replace('"termDays":', '"termDays":1')
  forged.set('events.jsonl', Buffer.from(events))
  expect(faultsOf(forged)).toContain('event 1')
})

test('the commands of the recipe do what it says', async () => {
  const loan = await sealedLoan()
  const files = readZip((await loan.as('LENDER').get('/bundle')).rawPayload)
  const folder = mkdtempSync(join(tmpdir(), 'pier-loan-file-'))
  for (const [name, bytes] of files) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), bytes)
  }
  const commands = String(files.get('VERIFY.txt'))
    .split('\n')
    .filter((line) => line.startsWith('     ') || line.trim().startsWith('sha256sum -c'))
    .join('\n')
  const shell = commands.slice(commands.indexOf('     prev='), commands.indexOf('     leaf '))
  const run = (script: string) =>
    execFileSync('bash', ['-c', script], { cwd: folder, encoding: 'utf8' })

  expect(run('sha256sum -c SHA256SUMS')).not.toMatch(/FAILED/)
  expect(run(shell)).toContain('all events hold')
  const events = String(files.get('events.jsonl'))
  writeFileSync(join(folder, 'events.jsonl'), events.replace('"seq":2', '"seq":3'))
  expect(() => run(shell)).toThrow()
})

test('a stranger finds no loan file, and nothing is noted', async () => {
  const loan = await given.agreed()
  const { browser } = await app.given.verifiedUser()
  for (const id of [loan.id, crypto.randomUUID()]) {
    const reply = await browser.get(`/escrow/${id}/bundle`)
    expect(reply.json()).toMatchObject({ code: 'escrow_not_found' })
  }
  const { rows } = await app.database.owner.pool.query(
    `select 1 from escrow_events where escrow_id = $1 and action = 'download'`,
    [loan.id],
  )
  expect(rows).toEqual([])
})
