/** Files of loans and documents of operators, in a bucket of a real S3 server. */
import { randomBytes } from 'node:crypto'
import { globSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { useBucket } from '../../../../test/files/bucket.ts'
import { givenLoans } from '../../../../test/given/given-loans.ts'
import { givenOperators } from '../../../../test/given/given-operators.ts'
import { until } from '../../../../test/given/given-payments.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { AppError } from '../../../platform/app-error.ts'
import { makeSecret } from '../../../platform/crypto/secret-text.ts'
import { inTransaction, openDatabase, type Database } from '../../../platform/db/database.ts'
import { enqueue } from '../../../platform/jobs/queue.ts'
import { documents } from '../../approvals/approvals.service.ts'
import { createLog } from '../../../platform/log.ts'
import { openFileStore } from './file-store.ts'
import { loanFiles } from './files.service.ts'
import { moveFiles, type Shelf } from './moves.service.ts'

const bucket = useBucket()
const app = useTestApp({ env: () => bucket.env })
const given = { ...givenLoans(app), ...givenOperators(app) }
const query = (text: string, values?: unknown[]) => app.database.owner.pool.query(text, values)

const log = createLog({ level: 'silent', name: 'test' })
/** As the worker, which alone may move files. */
let worker: Database
beforeAll(() => {
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
/** As the job does it. */
const move = (change: { store?: object; shelf?: Partial<Shelf> } = {}) =>
  moveFiles(
    worker,
    { ...store(), ...change.store },
    { shelves: [{ ...loanFiles, ...change.shelf }, documents], log },
  )
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

  await expect(move({ shelf: { savePlace: crash } })).rejects.toThrow('crash')
  expect(statSync(bucket.fileOf(object)).size).toBeGreaterThan(bytes.length)
  expect((await read()).rawPayload).toEqual(bytes)

  await move()
  expect((await placeOf('escrow_files', id)).isInside).toBe(false)
  expect((await read()).rawPayload).toEqual(bytes)
})

test('two workers that move the same files do each other no harm', async () => {
  const files = [await givenExhibit(), await givenExhibit(), await givenExhibit()]

  await Promise.all([move(), move()])

  for (const { id, bytes, read } of files) {
    expect((await placeOf('escrow_files', id)).isInside).toBe(false)
    expect((await read()).rawPayload).toEqual(bytes)
  }
})

test('wrong bytes in the bucket are a fault of ours, and are not shown', async () => {
  const changed = await givenExhibit()
  const lost = await givenExhibit()
  await move()
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
  await move()
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
  await expect(move()).rejects.toMatchObject({ cause: { code: 'file_unavailable' } })
  expect((await loan.as('LENDER').get(`/files/${id}`)).rawPayload).toEqual(later)

  await bucket.start()
  expect((await read()).rawPayload).toEqual(bytes)
  await move()
  expect((await placeOf('escrow_files', id)).isInside).toBe(false)
  expect((await loan.as('LENDER').get(`/files/${id}`)).rawPayload).toEqual(later)
})

test('a bucket that refuses our signature gets nothing, and the file stays where it is', async () => {
  const { id } = await givenExhibit()
  const { bucket: settings } = app.config
  const wrong = settings && { ...settings, secretAccessKey: makeSecret('stolen') }

  const moved = move({ store: openFileStore({ ...app.config, bucket: wrong }) })

  await expect(moved).rejects.toMatchObject({
    cause: { cause: { message: expect.stringContaining('SignatureDoesNotMatch') } },
  })
  expect((await placeOf('escrow_files', id)).isInside).toBe(true)
})

test('a file stays in the database until the bucket has given back the same', async () => {
  const { id, bytes, read } = await givenExhibit()
  const forgetful = { ...store().bucket, get: async () => Buffer.alloc(0) }

  await expect(move({ store: { bucket: forgetful } })).rejects.toThrow('gives back')
  expect((await placeOf('escrow_files', id)).isInside).toBe(true)
  expect((await read()).rawPayload).toEqual(bytes)
})

test('files come back into the database past those that are lost or damaged, which are named', async () => {
  const [lost, changed, ...whole] = [
    await givenExhibit(),
    await givenExhibit(),
    await givenExhibit(),
    await givenExhibit(),
  ]
  const officer = await given.operator('compliance')
  const order = { name: 'order.pdf', data: pdf(someWords()).toString('base64') }
  const document = (await officer.post('/documents', order)).json<{ id: string }>()
  await move()
  rmSync(bucket.fileOf(lost.object))
  writeFileSync(bucket.fileOf(changed.object), 'something else')
  const home = { filesIn: 'database' }
  const stuck = async () => {
    const { rows } = await query('select object_name from escrow_files where sealed is null')
    return rows.map((row: { object_name: string }) => row.object_name)
  }

  const failed = await move({ store: home }).catch((error: Error) => error.message)

  expect(await stuck()).toEqual(expect.arrayContaining([lost.object, changed.object]))
  for (const object of await stuck()) expect(failed).toContain(object)
  expect(await placeOf('documents', document.id)).toEqual({ isInside: true, name: null })
  await bucket.stop()
  for (const { id, bytes, read } of whole) {
    expect(failed).not.toContain(id)
    expect(await placeOf('escrow_files', id)).toEqual({ isInside: true, name: null })
    expect((await read()).rawPayload).toEqual(bytes)
  }
  await bucket.start()
})

test('a bucket that is away is not asked for every file', async () => {
  const unavailable = new AppError('file_unavailable')
  const get = vi.fn<(name: string) => Promise<Buffer>>(() => Promise.reject(unavailable))
  const { id } = await givenExhibit()
  await move().catch(() => {}) // Those that are damaged stay in the bucket.
  const ids = Array.from({ length: 150 }, () => id)
  const listIds: Shelf['listIds'] = async (_db, { after }) => (after < id ? ids : [])

  const moved = move({ store: { bucket: { get }, filesIn: 'database' }, shelf: { listIds } })

  await expect(moved).rejects.toThrow('could not be moved')
  expect(get).toHaveBeenCalledTimes(20)
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
