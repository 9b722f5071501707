import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { givenLoans } from '../../../../test/given/given-loans.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { cleanFileName } from './evidence-file.ts'

const app = useTestApp()
const given = givenLoans(app)

type Loan = Awaited<ReturnType<typeof given.agreed>>
type Wire = { id: string; number: number; name: string; sha256: string; size: number; by: string }
type Party = 'BORROWER' | 'LENDER'

const pdf = (words = randomBytes(8).toString('hex')) =>
  Buffer.from(`%PDF-1.4\n% ${words}\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n`)
const picture = (format: 'png' | 'jpeg' | 'webp' | 'gif') =>
  sharp({ create: { width: 4, height: 4, channels: 3, background: '#a03010' } })
    .toFormat(format)
    .toBuffer()

const addAs = (
  token: { token: string | undefined; address: string; cookie: string | undefined },
  id: string,
  bytes: Buffer,
  headers = {},
) =>
  app.inject({
    method: 'POST',
    url: `/api/escrow/${id}/evidence`,
    payload: bytes,
    headers: {
      'content-type': 'application/pdf',
      'x-forwarded-for': token.address,
      cookie: `__Host-bind=${token.cookie}`,
      'x-access-token': token.token ?? '',
      ...headers,
    },
  })
const add = (loan: Loan, party: Party, bytes: Buffer, headers = {}) =>
  addAs(loan.as(party).browser, loan.id, bytes, headers)

test('an exhibit of either side gets the next number, and both can read it', async () => {
  const loan = await given.agreed()
  const statement = pdf()
  const first = await add(loan, 'LENDER', statement, { 'x-file-name': 'Wire%20%E2%82%AC.pdf' })
  const second = await add(loan, 'BORROWER', await picture('png'), { 'content-type': 'image/png' })

  expect(first.statusCode, first.body).toBe(201)
  expect(first.json()).toMatchObject({
    number: 1,
    name: 'Wire €.pdf',
    by: 'LENDER',
    kind: 'exhibit',
  })
  expect(second.json()).toMatchObject({ number: 2, name: 'Document.png', by: 'BORROWER' })
  const { files } = (await loan.as('BORROWER').get('/files')).json<{ files: Wire[] }>()
  expect(files.map(({ number }) => number)).toEqual([1, 2])

  const read = await loan.as('BORROWER').get(`/files/${first.json<Wire>().id}`)
  expect(read.rawPayload).toEqual(statement)
  expect(read.headers).toMatchObject({
    'content-type': 'application/pdf',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  })
  expect(read.headers['content-disposition']).toMatch(
    /^attachment; filename="LN-\w{6}-exhibits-exhibit-1.pdf"$/,
  )
})

test('its hash stands in the chain, and its content nowhere in the clear', async () => {
  const loan = await given.agreed()
  const words = `secret-${randomBytes(6).toString('hex')}`
  const { id, sha256 } = (await add(loan, 'LENDER', pdf(words))).json<Wire>()

  const { rows } = await app.database.owner.pool.query(
    `select data, sealed from escrow_events join escrow_files on escrow_files.id::text = data ->> 'fileId'
     where action = 'evidence' and escrow_events.escrow_id = $1`,
    [loan.id],
  )
  expect(rows).toHaveLength(1)
  expect(rows[0].data).toMatchObject({ fileId: id, sha256, number: 1 })
  expect(rows[0].sealed.includes(words)).toBe(false)
})

test('a message can carry an exhibit of its own loan, and of no other', async () => {
  const loan = await given.agreed()
  const other = await given.agreed()
  const { id } = (await add(loan, 'LENDER', pdf())).json<Wire>()
  const body = { message: 'Here is the order', file_id: id }

  expect((await loan.as('LENDER').post('message', body)).statusCode).toBe(201)
  expect((await other.as('LENDER').post('message', body)).json()).toMatchObject({
    code: 'file_not_found',
  })
  const chat = (await loan.as('BORROWER').get('/messages')).json()
  expect(chat).toMatchObject({ messages: [{ file: { id, number: 1 } }] })
  expect((await other.as('LENDER').get(`/files/${id}`)).json()).toMatchObject({
    code: 'file_not_found',
  })
})

test('what is no document and no picture is refused, whatever it says it is', async () => {
  const loan = await given.agreed()
  const png = await picture('png')
  const hostile = {
    svg: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    html: Buffer.from('<!doctype html><script>alert(1)</script>'),
    zip: Buffer.concat([Buffer.from('504b0304', 'hex'), randomBytes(100)]),
    webp: await picture('webp'),
    gif: await picture('gif'),
    empty: Buffer.alloc(0),
    cut: png.subarray(0, 40),
    'no picture after its first bytes': Buffer.concat([png.subarray(0, 8), randomBytes(200)]),
    'archive behind a document': Buffer.concat([
      pdf(),
      Buffer.from('504b0506', 'hex'),
      Buffer.alloc(18),
    ]),
  }
  for (const [what, bytes] of Object.entries(hostile)) {
    const reply = await add(loan, 'LENDER', bytes, { 'x-file-name': `${what}.pdf` })
    expect([reply.statusCode, reply.json()], what).toMatchObject([422, { code: 'file_refused' }])
  }
  const large = await add(loan, 'LENDER', Buffer.concat([pdf(), Buffer.alloc(10 * 1024 * 1024)]))
  expect(large.statusCode).toBe(413)
  const { files } = (await loan.as('LENDER').get('/files')).json<{ files: Wire[] }>()
  expect(files).toEqual([])
})

test.each([
  ['../../etc/passwd', 'passwd.pdf'],
  ['C:\\temp\\bank.pdf', 'bank.pdf'],
  ['a%0d%0aSet-Cookie%3a x.pdf', 'aSet-Cookie x.pdf'],
  ['evil%E2%80%AEfdp.exe', 'evilfdp.exe.pdf'],
  ['%E0%A4%A', '%E0%A4%A.pdf'],
  ['"><img src=x>.PDF.pdf', 'img src=x.pdf'],
  ['....', 'Document.pdf'],
  [undefined, 'Document.pdf'],
])('a name like %s becomes %s', (sent, name) => {
  expect(cleanFileName(sent, 'application/pdf')).toBe(name)
})

test('a second click adds nothing; five at once get five numbers', async () => {
  const loan = await given.agreed()
  const same = pdf()
  const [first, again] = await Promise.all([add(loan, 'LENDER', same), add(loan, 'LENDER', same)])
  expect(again.json()).toEqual(first.json())

  const more = await Promise.all(
    Array.from({ length: 5 }, (_, at) => add(loan, at % 2 ? 'LENDER' : 'BORROWER', pdf())),
  )
  const numbers = more.map((reply) => reply.json<Wire>().number)
  expect(numbers.toSorted((a, b) => a - b)).toEqual([2, 3, 4, 5, 6])
})

test('strangers neither add, list nor read', async () => {
  const loan = await given.agreed()
  const { id } = (await add(loan, 'LENDER', pdf())).json<Wire>()
  const { browser } = await app.given.verifiedUser()
  for (const escrowId of [loan.id, crypto.randomUUID()]) {
    const replies = [
      await browser.get(`/escrow/${escrowId}/files`),
      await browser.get(`/escrow/${escrowId}/files/${id}`),
      await addAs(browser, escrowId, Buffer.from('<svg>')),
    ]
    for (const reply of replies) expect(reply.json()).toMatchObject({ code: 'escrow_not_found' })
  }
})

test('fifty exhibits of a side are enough', async () => {
  const loan = await given.agreed()
  await app.database.owner.pool.query(
    `insert into escrow_files (escrow_id, kind, number, name, type, size, sha256, data_key, sealed,
       added_by, created_at)
     select $1, 'exhibit', number, 'x', 'application/pdf', 1, sha256(number::text::bytea), '', '',
       'LENDER', now() from generate_series(1, 50) as number`,
    [loan.id],
  )
  expect((await add(loan, 'LENDER', pdf())).json()).toMatchObject({ code: 'too_many_files' })
  expect((await add(loan, 'BORROWER', pdf())).json()).toMatchObject({ number: 51 })
})
