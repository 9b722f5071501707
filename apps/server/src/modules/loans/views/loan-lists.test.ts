import { expect, test } from 'vitest'
import { givenDomains } from '../../../../test/given/given-domains.ts'
import { givenLoans } from '../../../../test/given/given-loans.ts'
import { givenMarket } from '../../../../test/given/given-market.ts'
import { useTestApp } from '../../../../test/test-app.ts'

const app = useTestApp()
const given = givenMarket(app)
const loans = givenLoans(app)
const domains = givenDomains(() => app.database.owner)

type Page = {
  escrows: Record<string, unknown>[]
  pages: number
  outstanding: number
  moves: number
}
type Browser = Awaited<ReturnType<typeof app.given.verifiedUser>>['browser']

const read = async (browser: Browser, role: string, body: object = {}) =>
  (await browser.post(`/escrow/${role}`, body)).json<Page>()

test('a loan that waits for signatures stands in both lists, as the move of both', async () => {
  const { borrower, lender, domain, escrowId } = await given.loan()

  const borrowed = await read(borrower.browser, 'borrower', { page: 1, limit: 4 })
  const lent = await read(lender.browser, 'lender', { page: 1, limit: 4 })

  const row = {
    id: escrowId,
    domain: domain.name,
    status: 'PENDING_SIGNATURE',
    amount: 30_000,
    term: 210,
    apy: 13.25,
    repay: 32_286.99,
    your_move: true,
    move: 'Add your legal address',
    on_deadline: 'The loan is cancelled',
    code: expect.stringMatching(/^LN-\w{6}$/),
    deadline_at: expect.any(String),
    created_at: expect.any(String),
  }
  expect(borrowed).toMatchObject({ escrows: [row], pages: 1, outstanding: 0, moves: 1 })
  expect(lent).toMatchObject({ escrows: [row], pages: 1, outstanding: 0, moves: 1 })
  expect(await read(borrower.browser, 'lender')).toMatchObject({ escrows: [], pages: 0, moves: 0 })
})

test('what runs is summed and is the move of who borrowed; what has ended is neither', async () => {
  const loan = await loans.running({ term: 210 })
  const both = async () => [
    await read(loan.borrower.browser, 'borrower'),
    await read(loan.lender.browser, 'lender'),
  ]

  expect(await both()).toMatchObject([
    { outstanding: 30_000, moves: 1, escrows: [{ phase: 'ACTIVE', move: 'Repay $32,286.99' }] },
    { outstanding: 30_000, moves: 0, escrows: [{ your_move: false }] },
  ])
  await loan.as('LENDER').submit('finalize')
  expect(await both()).toMatchObject([
    { outstanding: 0, moves: 0, escrows: [{ move: 'Complete', your_move: false }] },
    { outstanding: 0, moves: 0 },
  ])
})

test('four on a page, the newest first', async () => {
  const lender = await app.given.verifiedUser()
  const ids: string[] = []
  for (let count = 0; count < 5; count++) ids.push((await given.loan(lender)).escrowId)

  const pages = [
    await read(lender.browser, 'lender'),
    await read(lender.browser, 'lender', { page: 2 }),
    await read(lender.browser, 'lender', { page: 9 }),
    await read(lender.browser, 'lender', { page: 2, limit: 3 }),
  ]

  const newest = ids.toReversed()
  expect(pages.map(({ escrows }) => escrows.map(({ id }) => id))).toEqual([
    newest.slice(0, 4),
    newest.slice(4),
    [],
    newest.slice(3),
  ])
  expect(pages.map((page) => page.pages)).toEqual([2, 2, 2, 2])
  expect(pages.map((page) => page.moves)).toEqual([5, 5, 5, 5])
})

test('a borrower reads as many loans a page as are asked for, and says which page', async () => {
  const borrower = await app.given.verifiedUser()
  const ids: string[] = []
  for (let count = 0; count < 3; count++) {
    const domain = await domains.verifiedDomain(borrower.browser)
    await given.list(borrower, domain.id)
    const { id } = await given.offer(domain.id)
    const reply = await borrower.browser.post('/escrow/accept', { offerId: id })
    ids.push(reply.json<{ id: string }>().id)
  }

  const pages = [
    await read(borrower.browser, 'borrower', { page: 1, limit: 2 }),
    await read(borrower.browser, 'borrower', { page: 2, limit: 2 }),
    await read(borrower.browser, 'borrower', { page: 1, limit: 3 }),
  ]

  const newest = ids.toReversed()
  expect(pages.map(({ escrows }) => escrows.map(({ id }) => id))).toEqual([
    newest.slice(0, 2),
    newest.slice(2),
    newest,
  ])
  expect(pages.map((page) => page.pages)).toEqual([2, 2, 1])
})

test('all loans of both sides are in the file, and none of anybody else', async () => {
  const { borrower, lender, domain } = await given.loan()
  const stranger = await app.given.verifiedUser()

  const file = await borrower.browser.get('/escrow/export')
  const other = await lender.browser.get('/escrow/export')
  const none = await stranger.browser.get('/escrow/export')

  expect(file.headers['content-disposition']).toMatch(/filename="pier-loans-.*\.csv"/)
  expect(file.body).toContain(`,${domain.name},Borrower,`)
  expect(file.body).toContain(',Pending Signature,30000.00,210,13.25,32286.99,')
  expect(other.body).toContain(`,${domain.name},Lender,`)
  expect(none.body.split('\r\n')).toHaveLength(2)
})

test('My Domains tells of offers that wait and of the open loan', async () => {
  const { borrower, domain } = await given.listing()
  const read = async () => (await borrower.browser.get(`/domains/${domain.id}`)).json<object>()
  const first = await given.offer(domain.id)
  await given.offer(domain.id)
  expect(await read()).toMatchObject({ offers: 2, open_escrow_id: null })

  const accepted = await borrower.browser.post('/escrow/accept', { offerId: first.id })

  const { id } = accepted.json<{ id: string }>()
  expect(await read()).toMatchObject({ offers: 1, open_escrow_id: id })
})

test('nobody reads loans without a login', async () => {
  const browser = app.browser()
  expect((await browser.post('/escrow/borrower', {})).statusCode).toBe(401)
  expect((await browser.post('/escrow/lender', {})).statusCode).toBe(401)
  expect((await browser.get('/escrow/export')).statusCode).toBe(401)
})
