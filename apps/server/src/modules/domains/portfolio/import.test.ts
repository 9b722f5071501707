import { expect, test } from 'vitest'
import { givenDomains, someName } from '../../../../test/given/given-domains.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import type { TestBrowser } from '../../../../test/test-browser.ts'

const product = useTestApp()
const { given, database } = product
const query = (text: string, values: unknown[] = []) => database.owner.pool.query(text, values)
const having = givenDomains(() => database.owner)

type Imported = {
  verificationRecord: string
  added: { id: string; domain: string; unicode: string; cleaned_from: string | null }[]
  refused: { line: number; typed: string; message: string }[]
  left_out: number
}
const importNames = async (browser: TestBrowser, names: string) =>
  (await browser.post('/domains/import', { names })).json<Imported>()

test('the good names of a list go in under one record, and each of the others is told why not', async () => {
  const [{ browser }, holder] = [await given.user(), await given.user()]
  const own = await having.domain(browser)
  const held = await having.domainInCustody(holder.browser)
  const [one, two] = [someName(), someName('de')]

  const reply = await importNames(
    browser,
    [one, 'example.co.uk', two, own.name, 'nonsense', held.name, one, 'exаmple.com'].join('\n'),
  )

  expect(reply.added.map(({ domain }) => domain).toSorted()).toEqual([one, two].toSorted())
  expect(reply.refused).toMatchObject([
    { line: 2, message: 'We do not support .co.uk domains yet' },
    { line: 4, typed: own.name, message: 'This domain is already in your list' },
    { line: 5, typed: 'nonsense' },
    { line: 6, message: 'This domain is already in our custody' },
    { line: 7, message: 'The same domain is already on line 1.' },
    { line: 8, message: expect.stringContaining('scripts') as string },
  ])
  for (const { id } of reply.added) {
    expect((await browser.get(`/domains/${id}`)).json()).toMatchObject({
      verification_record: reply.verificationRecord,
    })
  }
  const events = await query(
    `select what from domain_events where domain_id = any($1) and user_id is not null`,
    [reply.added.map(({ id }) => id)],
  )
  expect(events.rows).toEqual([{ what: 'added' }, { what: 'added' }])
})

test('addresses are read as their names, in a list and one by one, and say what they were', async () => {
  const { browser } = await given.user()
  const [one, two, three] = [someName(), someName(), someName()]
  const pasted = `https://www.${two.toUpperCase()}/shop?x=1`

  const reply = await importNames(browser, [one, pasted, `me@${one}`].join('\n'))
  expect(reply.added.map(({ domain, cleaned_from }) => [domain, cleaned_from])).toEqual(
    expect.arrayContaining([
      [one, null],
      [two, pasted],
    ]),
  )
  expect(reply.refused).toMatchObject([{ line: 3, message: expect.stringContaining('line 1') }])

  const added = await browser.post('/domains/add', { domain: `https://blog.${three}/post` })
  expect(added.json()).toMatchObject({ domain: three, cleaned_from: `https://blog.${three}/post` })
  const again = await browser.post('/domains/add', { domain: `www.${three}.` })
  expect(again.json()).toMatchObject({ code: 'domain_added' })
  const found = await browser.get(`/domains?search=${encodeURIComponent(pasted)}`)
  expect(found.json<{ domains: unknown[] }>().domains).toMatchObject([{ domain: two }])
})

test('the first thousand of a list are looked at', async () => {
  const { browser } = await given.user()
  const names = Array.from({ length: 1002 }, () => someName())

  const reply = await importNames(browser, names.join(' '))

  expect([reply.added.length, reply.refused.length, reply.left_out]).toEqual([1000, 0, 2])
})

test('the same list sent twice at once goes in once', async () => {
  const { browser } = await given.user()
  const names = Array.from({ length: 50 }, () => someName())

  const [one, two] = await Promise.all([
    importNames(browser, names.join('\n')),
    importNames(browser, names.toReversed().join('\n')),
  ])

  expect([one.added.length, two.added.length].toSorted((a, b) => a - b)).toEqual([0, 50])
  expect([one.refused.length, two.refused.length].toSorted((a, b) => a - b)).toEqual([0, 50])
})

test('ten lists can be sent in an hour, and no more', async () => {
  const { browser } = await given.user()
  for (let count = 0; count < 10; count++) await importNames(browser, 'nothing')

  const reply = await browser.post('/domains/import', { names: someName() })

  expect(reply.json()).toMatchObject({ code: 'too_many_requests' })
})

test('an export has every domain, and nothing in it that a spreadsheet runs', async () => {
  const { browser } = await given.user()
  const names = Array.from({ length: 9 }, () => someName())
  await importNames(browser, names.join('\n'))
  await having.value(names[0] ?? '', 5_000_00)
  await query(`update domains set unicode_name = '=cmd|x' where name = $1`, [names[1]])

  const reply = await browser.get('/domains/export')

  expect(reply.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(reply.headers['content-disposition']).toMatch(
    /^attachment; filename="pier-domains-\d{4}-\d\d-\d\d\.csv"$/,
  )
  const [header, ...lines] = reply.body.trimEnd().split('\r\n')
  expect(header).toMatch(/^Domain,Domain \(Unicode\),Status,Estimated value \(USD\)/)
  expect(new Set(lines.map((line) => line.split(',')[0]))).toEqual(new Set(names))
  expect(reply.body).toContain(`${names[0]},${names[0]},EXTERNAL_UNVERIFIED,5000.00`)
  expect(reply.body).toContain(`${names[1]},'=cmd|x,`)
})
