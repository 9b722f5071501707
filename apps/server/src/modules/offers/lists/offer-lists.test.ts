import { expect, test } from 'vitest'
import { bid, givenMarket, type OfferView } from '../../../../test/given/given-market.ts'
import { useTestApp } from '../../../../test/test-app.ts'

const app = useTestApp()
const given = givenMarket(app)

type Page = { offers: (OfferView & Record<string, unknown>)[]; pages: number }

test('both sides see an offer with its figures, the ask and the record of the other', async () => {
  const { borrower, domain, listingId } = await given.listing()
  const { lender, id } = await given.offer(domain.id, { message: 'I can pay in a day.' })

  const [received] = await given.offers(borrower.browser, 'my-offers')
  const [sent] = await given.offers(lender.browser, 'sent-offers')

  const handle = expect.stringMatching(/^[a-z]+-\d+$/)
  expect(received).toMatchObject({
    id,
    domain: domain.name,
    listing_id: listingId,
    ...bid,
    status: 'PENDING',
    side: 'LENDER',
    version: 1,
    message: 'I can pay in a day.',
    adjusted: 7.62,
    interest: 2286.99,
    repay: 32_286.99,
    is_backup: false,
    your_move: true,
    escrow_id: null,
    ask: { loan_amount: 32_000, term: 180, apy: 14.5, value: null },
    other: { handle, funded: 0, accepted: 0, lapses: 0 },
  })
  expect(sent).toMatchObject({
    id,
    your_move: false,
    other: { handle, funded: 0, accepted: 0, lapses: 0 },
  })
  expect(received).not.toEqual(sent)
  expect(await given.offers(borrower.browser, 'sent-offers')).toEqual([])
  expect(await given.offers(lender.browser, 'my-offers')).toEqual([])
})

test('those that wait come first, then the newest, four on a page', async () => {
  const { borrower, domain } = await given.listing()
  const ids: string[] = []
  for (let count = 0; count < 6; count++) ids.push((await given.offer(domain.id)).id)
  const [first, second, third, fourth, fifth, sixth] = ids
  await borrower.browser.post(`/offers/${sixth}`, { status: 'DENIED' })
  await borrower.browser.post(`/offers/${fourth}`, { status: 'DENIED' })

  const read = async (query: string) =>
    (await borrower.browser.get(`/offers/my-offers${query}`)).json<Page>()
  const pages = [await read(''), await read('?page=2'), await read('?page=3')]

  expect(pages.map(({ offers }) => offers.map(({ id }) => id))).toEqual([
    [fifth, third, second, first],
    [sixth, fourth],
    [],
  ])
  expect(pages.map((page) => page.pages)).toEqual([2, 2, 2])
})

test('one person borrows and lends, and what was sent comes four on a page too', async () => {
  const person = await app.given.verifiedUser()
  const own = await given.verifiedDomain(person.browser)
  await given.list(person, own.id)
  const received = await given.offer(own.id)
  const sent: string[] = []
  for (let count = 0; count < 5; count++) {
    const { domain } = await given.listing()
    sent.push((await given.offer(domain.id, {}, person)).id)
  }

  const read = async (query: string) =>
    (await person.browser.get(`/offers/sent-offers${query}`)).json<Page>()
  const pages = [await read(''), await read('?limit=4&page=2')]

  const newest = sent.toReversed()
  expect(pages.map(({ offers }) => offers.map(({ id }) => id))).toEqual([
    newest.slice(0, 4),
    newest.slice(4),
  ])
  expect(pages.map((page) => page.pages)).toEqual([2, 2])
  expect(await given.offers(person.browser, 'my-offers')).toMatchObject([{ id: received.id }])
})

test('a counter is the move of the other side', async () => {
  const { borrower, domain } = await given.listing()
  const { lender, id } = await given.offer(domain.id)

  await borrower.browser.post(`/offers/${id}/counter`, { ...bid, loan_amount: 31_000 })

  expect(await given.offers(borrower.browser, 'my-offers')).toMatchObject([
    { side: 'BORROWER', status: 'PENDING', version: 2, your_move: false },
    { side: 'LENDER', status: 'DENIED', reason: 'COUNTERED', version: 1, your_move: false },
  ])
  expect(await given.offers(lender.browser, 'sent-offers')).toMatchObject([
    { loan_amount: 31_000, version: 2, your_move: true },
    { version: 1, your_move: false },
  ])
})

test('when one is accepted it leads to its loan, and the others wait as backups', async () => {
  const { borrower, domain } = await given.listing()
  const backup = await given.offer(domain.id)
  const { lender, id } = await given.offer(domain.id)

  const accepted = await borrower.browser.post('/escrow/accept', { offerId: id })

  const { id: escrowId } = accepted.json<{ id: string }>()
  expect(await given.offers(borrower.browser, 'my-offers')).toMatchObject([
    { id: backup.id, status: 'PENDING', is_backup: true, your_move: false, escrow_id: null },
    { id, status: 'ACCEPTED', is_backup: false, escrow_id: escrowId, other: { accepted: 1 } },
  ])
  expect(await given.offers(lender.browser, 'sent-offers')).toMatchObject([
    { escrow_id: escrowId, other: { accepted: 1, funded: 0 } },
  ])
})

test('an offer that has run out is nobody’s move, even before it is swept up', async () => {
  const { borrower, domain } = await given.listing()
  const { id } = await given.offer(domain.id)
  await app.database.owner.pool.query('update offers set expires_at = app_now() where id = $1', [
    id,
  ])

  expect(await given.offers(borrower.browser, 'my-offers')).toMatchObject([{ your_move: false }])
})

test('all offers of both sides are in the file, and none of anybody else', async () => {
  const { borrower, domain } = await given.listing()
  const { lender } = await given.offer(domain.id, { message: '=HYPERLINK("x")' })
  const stranger = await app.given.verifiedUser()

  const file = await borrower.browser.get('/offers/export')
  const other = await lender.browser.get('/offers/export')
  const none = await stranger.browser.get('/offers/export')

  expect(file.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(file.headers['content-disposition']).toMatch(/filename="pier-offers-.*\.csv"/)
  const [, row] = file.body.split('\r\n')
  expect(row).toContain(`${domain.name},Borrower,`)
  expect(row).toContain(',Pending,,30000.00,210,13.25,2286.99,32286.99,"\'=HYPERLINK(""x"")",')
  expect(other.body).toContain(`${domain.name},Lender,`)
  expect(none.body.split('\r\n')).toHaveLength(2)
})

test('nobody reads offers without a login', async () => {
  for (const path of ['my-offers', 'sent-offers', 'export']) {
    expect((await app.browser().get(`/offers/${path}`)).statusCode).toBe(401)
  }
})
