import { dayMs } from '@pier/protocol/time'
import { expect, test } from 'vitest'
import { givenMarket } from '../../../../test/given/given-market.ts'
import { useTestApp } from '../../../../test/test-app.ts'

const app = useTestApp()
const given = givenMarket(app)
const query = (text: string) => app.database.owner.pool.query(text)

test('who has a listing, an offer that waits or an open loan cannot be deleted by mistake', async () => {
  const { borrower, domain } = await given.listing()
  const { lender } = await given.offer(domain.id)
  const loan = await given.loan()

  for (const { browser } of [borrower, lender, loan.borrower, loan.lender]) {
    const reply = await browser.post('/users/deletion')
    expect(reply.json()).toMatchObject({ code: 'loans_left' })
  }
})

test('after the listing is removed, its borrower and the lender of its offer can delete their accounts', async () => {
  const { borrower, domain, listingId } = await given.listing()
  const { lender } = await given.offer(domain.id)

  await borrower.browser.delete(`/listings/${listingId}`)

  for (const { browser } of [borrower, lender]) {
    expect((await browser.post('/users/deletion')).statusCode).toBe(200)
  }
})

test("the copy of one's data has listings, offers, searches and loans, and nobody else's name", async () => {
  const { borrower, lender, domain } = await given.loan()
  await lender.browser.post('/searches?tld=com')
  const copyOf = async ({ browser, email }: typeof lender) => {
    const { id } = (await browser.post('/users/export')).json<{ id: string }>()
    await app.mailTo(email, 'Your data export is ready')
    return browser.get(`/users/export/${id}`)
  }

  const borrowed = await copyOf(borrower)
  const lent = await copyOf(lender)

  const name = domain.name
  expect(borrowed.json()).toMatchObject({
    listings: [{ name, events: [{ what: 'created' }, { what: 'reserved' }] }],
    offers: [{ name, status: 'ACCEPTED', isLender: false }],
    loans: [{ name, status: 'PENDING_SIGNATURE', isLender: false }],
    searches: [],
  })
  expect(lent.json()).toMatchObject({
    profile: { handle: expect.stringMatching(/^[a-z]+-\d+$/) as string },
    listings: [],
    offers: [{ name, isLender: true }],
    loans: [{ name, isLender: true }],
    searches: [{ suffix: 'com' }],
  })
  expect(lent.body).not.toContain(borrower.email)
})

test('a listing made in the fourteen days stops the deletion; who is gone leaves no searches', async () => {
  const busy = await app.given.verifiedUser()
  const idle = await app.given.verifiedUser()
  await idle.browser.post('/searches?tld=com')
  const domain = await given.verifiedDomain(busy.browser)
  for (const { browser } of [busy, idle]) await browser.post('/users/deletion')
  await given.list(busy, domain.id)

  await app.database.moveClock(14 * dayMs)

  await app.mailTo(busy.email, 'Account not deleted: it still has open business')
  await app.mailTo(idle.email, 'Your account has been deleted')
  const left = await query(
    'select from saved_searches join users on users.id = user_id where deleted_at is not null',
  )
  expect(left.rowCount).toBe(0)
})
