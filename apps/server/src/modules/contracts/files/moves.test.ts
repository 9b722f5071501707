/** Files of loans and documents of operators, in a bucket of a real S3 server. */
import { randomBytes } from 'node:crypto'
import { globSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useBucket } from '../../../../test/files/bucket.ts'
import { givenLoans } from '../../../../test/given/given-loans.ts'
import { givenOperators } from '../../../../test/given/given-operators.ts'
import { until } from '../../../../test/given/given-payments.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { makeSecret } from '../../../platform/crypto/secret-text.ts'
import { inTransaction, openDatabase, type Database } from '../../../platform/db/database.ts'
import { enqueue } from '../../../platform/jobs/queue.ts'
import { createLog } from '../../../platform/log.ts'
import { openFileStore } from './file-store.ts'
import { loanFiles } from './files.service.ts'
import { moveFiles } from './moves.service.ts'

const bucket = useBucket()
const app = useTestApp({ env: () => bucket.env })
const given = { ...givenLoans(app), ...givenOperators(app) }
const query = (text: string, values?: unknown[]) => app.database.owner.pool.query(text, values)

/** As the worker, which alone may move files. */
let worker: Database
beforeAll(() => {
  const log = createLog({ level: 'silent', name: 'test' })
  worker = openDatabase({ url: app.database.url, role: 'pier_worker', poolMax: 2, log })
})
afterAll(() => worker.destroy())

const pdf = (words: string) => Buffer.from(`%PDF-1.4\n% ${words}\ntrailer <<>>\n%%EOF\n`)
const someWords = () => `secret-${randomBytes(6).toString('hex')}`

type Loan = Awaited<ReturnType<typeof given.agreed>>

const upload = ({ id, as }: Loan, bytes: Buffer) => {
  const { browser } = as('LENDER')
  return app.inject({
    method: 'POST',
    url: `/api/escrow/${id}/evidence`,
    payload: bytes,
    headers: {
      'content-type': 'application/pdf',
      'x-forwarded-for': browser.address,
      cookie: `__Host-bind=${browser.cookie}`,
      'x-access-token': browser.token ?? '',
    },
  })
}

/** A loan with an exhibit. */
async function givenExhibit(words = someWords()) {
  const loan = await given.agreed()
  const bytes = pdf(words)
  const { id } = (await upload(loan, bytes)).json<{ id: string }>()
  const read = () => loan.as('BORROWER').get(`/files/${id}`)
  return { loan, id, words, bytes, read, object: `loan-files/${id}` }
}

const store = () => openFileStore(app.config)
const moveAll = () => moveFiles(worker, store(), loanFiles)
const placeOf = async (table: 'escrow_files' | 'documents', id: string) => {
  const { rows } = await query(
    `select sealed is not null as "isInside", object_name as name from ${table} where id = $1`,
    [id],
  )
  return rows[0] as { isInside: boolean; name: string | null }
}

test('files go to the bucket in the background, and are read byte for byte from there', async () => {
  const { loan, id, words, bytes, read } = await givenExhibit()
  const officer = await given.operator('compliance')
  const order = { name: 'order.pdf', data: bytes.toString('base64') }
  const document = (await officer.post('/documents', order)).json<{ id: string }>()
  expect(await placeOf('escrow_files', id)).toEqual({ isInside: true, name: null })

  await inTransaction(app.db, (tx) => enqueue(tx, 'contracts.move-files', {}))
  await until(async () => !(await placeOf('documents', document.id)).isInside)

  expect(await placeOf('escrow_files', id)).toEqual({ isInside: false, name: `loan-files/${id}` })
  expect((await read()).rawPayload).toEqual(bytes)
  const opened = await officer.get(`/documents/${document.id}?reason=To check the order`)
  expect(opened.rawPayload).toEqual(bytes)
  const bundle = await loan.as('LENDER').get('/bundle')
  expect(bundle.rawPayload.includes(words)).toBe(true)
  const objects = globSync('**/*', { cwd: bucket.directory })
    .map((name) => join(bucket.directory, name))
    .filter((path) => statSync(path).isFile())
  expect(objects.length).toBeGreaterThan(1)
  expect(objects.filter((path) => readFileSync(path).includes(words))).toEqual([])
})

test('a crash between the bucket and the database leaves the file readable, and the next run ends it', async () => {
  const { id, bytes, read, object } = await givenExhibit()
  const crash = () => Promise.reject(new Error('crash'))

  const crashed = moveFiles(worker, store(), { ...loanFiles, savePlace: crash })
  await expect(crashed).rejects.toThrow('crash')
  expect(statSync(bucket.fileOf(object)).size).toBeGreaterThan(bytes.length)
  expect((await read()).rawPayload).toEqual(bytes)

  await moveAll()
  expect((await placeOf('escrow_files', id)).isInside).toBe(false)
  expect((await read()).rawPayload).toEqual(bytes)
})

test('two workers that move the same files do each other no harm', async () => {
  const files = [await givenExhibit(), await givenExhibit(), await givenExhibit()]

  await Promise.all([moveAll(), moveAll()])

  for (const { id, bytes, read } of files) {
    expect((await placeOf('escrow_files', id)).isInside).toBe(false)
    expect((await read()).rawPayload).toEqual(bytes)
  }
})

test('wrong bytes in the bucket are a fault of ours, and are not shown', async () => {
  const changed = await givenExhibit()
  const lost = await givenExhibit()
  await moveAll()
  const file = bucket.fileOf(changed.object)
  const sealed = readFileSync(file)
  sealed[40] = (sealed[40] ?? 0) ^ 1
  writeFileSync(file, sealed)
  rmSync(bucket.fileOf(lost.object))

  for (const { read } of [changed, lost]) {
    const reply = await read()
    expect([reply.statusCode, reply.json()]).toMatchObject([500, { code: 'unexpected' }])
  }
})

test('while the bucket is away its files wait, new ones are taken, and nothing is lost', async () => {
  const { loan, bytes, read } = await givenExhibit()
  await moveAll()
  await bucket.stop()

  const reply = await read()
  expect([reply.statusCode, reply.json(), reply.headers['retry-after']]).toMatchObject([
    503,
    { code: 'file_unavailable', message: 'This file cannot be read right now. Try again later' },
    '60',
  ])
  const later = pdf(someWords())
  const added = await upload(loan, later)
  expect(added.statusCode).toBe(201)
  const { id } = added.json<{ id: string }>()
  await expect(moveAll()).rejects.toMatchObject({ code: 'file_unavailable' })
  expect((await loan.as('LENDER').get(`/files/${id}`)).rawPayload).toEqual(later)

  await bucket.start()
  expect((await read()).rawPayload).toEqual(bytes)
  await moveAll()
  expect((await placeOf('escrow_files', id)).isInside).toBe(false)
  expect((await loan.as('LENDER').get(`/files/${id}`)).rawPayload).toEqual(later)
})

test('a bucket that refuses our signature gets nothing, and the file stays where it is', async () => {
  const { id } = await givenExhibit()
  const { bucket: settings } = app.config
  const wrong = settings && { ...settings, secretAccessKey: makeSecret('stolen') }

  const moved = moveFiles(worker, openFileStore({ ...app.config, bucket: wrong }), loanFiles)

  await expect(moved).rejects.toMatchObject({
    cause: { message: expect.stringContaining('SignatureDoesNotMatch') },
  })
  expect((await placeOf('escrow_files', id)).isInside).toBe(true)
})

test('a file stays in the database until the bucket has given back the same', async () => {
  const { id, bytes, read } = await givenExhibit()
  const real = store()
  const forgetful = real.bucket && { ...real.bucket, get: async () => Buffer.alloc(0) }

  const moved = moveFiles(worker, { ...real, bucket: forgetful }, loanFiles)

  await expect(moved).rejects.toThrow('gives back')
  expect((await placeOf('escrow_files', id)).isInside).toBe(true)
  expect((await read()).rawPayload).toEqual(bytes)
})

test('files come back into the database, and the bucket is no longer needed', async () => {
  // Those that earlier tests damaged cannot come back.
  const whole = await givenExhibit()
  await moveAll()
  const only = { ...loanFiles, listIds: async () => [whole.id] }

  await moveFiles(worker, { ...store(), filesIn: 'database' }, only)

  await bucket.stop()
  expect(await placeOf('escrow_files', whole.id)).toEqual({ isInside: true, name: null })
  expect((await whole.read()).rawPayload).toEqual(whole.bytes)
  await bucket.start()
})

test('the database lets the bytes of a file move, and lets nobody change them', async () => {
  const { id } = await givenExhibit()
  const codeOf = (work: Promise<unknown>) =>
    work.then(
      () => 'done',
      (error: { code: string }) => error.code,
    )
  const change = (set: string, db: Database = worker) =>
    codeOf(db.pool.query(`update escrow_files set ${set} where id = $1`, [id]))
  const away = (hash: string) => `sealed = null, object_name = 'x', object_sha256 = ${hash}`

  expect(await change(`sealed = 'other'`)).toBe('23001')
  expect(await change(away(`sha256('other')`))).toBe('23001')
  expect(await change('sealed = null')).toBe('23001')
  expect(await change(`name = 'other'`)).toBe('42501')
  expect(await change(away('sha256(sealed)'), app.db)).toBe('42501')

  expect(await change(away('sha256(sealed)'))).toBe('done')
  expect(await change(`object_name = 'y'`)).toBe('23001')
  expect(await change(`sealed = 'other', object_name = null, object_sha256 = null`)).toBe('23001')
})
