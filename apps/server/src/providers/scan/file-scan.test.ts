import sharp from 'sharp'
import { expect, test } from 'vitest'
import { givenLoans } from '../../../test/given/given-loans.ts'
import { givenOperators } from '../../../test/given/given-operators.ts'
import { scannedBytesMax, useScanner } from '../../../test/files/scanner.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { createFileScan, eicar } from './file-scan.ts'

const scanner = useScanner()
const app = useTestApp({ env: () => scanner.env })
const given = { ...givenLoans(app), ...givenOperators(app) }

const pdf = (words = 'A receipt', length = 0) =>
  Buffer.from(`%PDF-1.4\n% ${words}${' '.repeat(length)}\ntrailer <<>>\n%%EOF\n`)
const photo = (words = 'Mara') =>
  sharp({ create: { width: 40, height: 40, channels: 3, background: '#a03010' } })
    .withExif({ IFD0: { Copyright: words } })
    .jpeg()
    .toBuffer()

type Reply = { statusCode: number; body: string; headers: Record<string, unknown> }
type Place = {
  clean: Buffer
  infected: Buffer
  kept: number
  send: (file: Buffer) => Promise<Reply>
  /** How many files this place has. */
  count: () => Promise<number>
}

/** Whether a portrait, an exhibit or a document of an operator: each takes files of strangers. */
async function openPlaces(): Promise<Record<string, Place>> {
  const loan = await given.agreed()
  const { browser } = loan.as('LENDER')
  const operator = await given.operator('compliance')
  const countOf = (query: string) => async () =>
    Number((await app.database.owner.pool.query(query)).rows[0].count)
  return {
    portrait: {
      clean: await photo(),
      infected: await photo(eicar),
      kept: 204,
      send: (file) =>
        browser.post('/users/profile', {
          pfp: `data:image/jpeg;base64,${file.toString('base64')}`,
        }),
      count: countOf('select count(*) from users where picture is not null'),
    },
    exhibit: {
      clean: pdf(),
      infected: pdf(eicar),
      kept: 201,
      send: (file) =>
        app.inject({
          method: 'POST',
          url: `/api/escrow/${loan.id}/evidence`,
          payload: file,
          headers: {
            'content-type': 'application/pdf',
            'x-forwarded-for': browser.address,
            cookie: `__Host-bind=${browser.cookie}`,
            'x-access-token': browser.token ?? '',
          },
        }),
      count: countOf(`select count(*) from escrow_files where kind = 'exhibit'`),
    },
    document: {
      clean: pdf(),
      infected: pdf(eicar),
      kept: 201,
      send: (file) =>
        operator.post('/documents', { name: 'order.pdf', data: file.toString('base64') }),
      count: countOf('select count(*) from documents'),
    },
  }
}

test('a file that the scan takes for a virus is kept nowhere, and a clean one is', async () => {
  for (const [name, { clean, infected, kept, send, count }] of Object.entries(await openPlaces())) {
    const before = await count()

    const refused = await send(infected)
    expect([name, refused.statusCode, JSON.parse(refused.body)]).toMatchObject([
      name,
      422,
      { code: 'file_unsafe', message: 'Our virus scan rejected this file' },
    ])
    expect([name, await count()]).toEqual([name, before])

    const taken = await send(clean)
    expect([name, taken.statusCode], taken.body).toEqual([name, kept])
    expect([name, await count()]).toEqual([name, before + 1])
  }
})

test('while the scanner is away no file is kept, and who sends one is told to try again', async () => {
  const places = await openPlaces()

  for (const [name, { clean, kept, send, count }] of Object.entries(places)) {
    const before = await count()
    await scanner.stop()

    const refused = await send(clean)
    expect([name, refused.statusCode, JSON.parse(refused.body)]).toMatchObject([
      name,
      503,
      {
        code: 'scan_unavailable',
        message: 'Virus scan unavailable. Try again in a few minutes',
      },
    ])
    expect(refused.headers['retry-after']).toBe('60')
    expect([name, await count()]).toEqual([name, before])

    await scanner.start()
    expect((await send(clean)).statusCode).toBe(kept)
  }
})

test('a file that the scanner does not look at to its end is not kept', async () => {
  const { exhibit } = await openPlaces()
  const before = await exhibit?.count()

  const tooLong = await exhibit?.send(pdf('A long receipt', scannedBytesMax))

  expect(tooLong?.statusCode).toBe(503)
  expect(await exhibit?.count()).toBe(before)
})

test('a scanner that takes files and never answers is not waited for without end', async () => {
  scanner.freeze()

  const scan = createFileScan(app.config, { timeoutMs: 300 })

  await expect(scan(pdf())).rejects.toMatchObject({ code: 'scan_unavailable' })
  scanner.thaw()
  await expect(createFileScan(app.config)(pdf())).resolves.toBeUndefined()
})
