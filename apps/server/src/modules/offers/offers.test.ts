import { expect, test } from 'vitest'
import { bid, givenMarket } from '../../../test/given/given-market.ts'
import { givenOperators } from '../../../test/given/given-operators.ts'
import { until } from '../../../test/given/given-payments.ts'
import { useTestApp } from '../../../test/test-app.ts'

const app = useTestApp()
const given = givenMarket(app)

const rows = async <T>(text: string, values: unknown[] = []): Promise<T[]> =>
  (await app.database.owner.pool.query(text, values)).rows as T[]
const offersOf = (domainId: string) =>
  rows<{ status: string; reason: string | null; side: string; version: number }>(
    'select status, reason, side, version from offers where domain_id = $1 order by number',
    [domainId],
  )

test('a lender proposes, the borrower accepts, and a loan waits for both signatures', async () => {
  const { borrower, domain } = await given.listing()
  const { lender, id, version } = await given.offer(domain.id, { message: 'I can pay in a day.' })
  await app.mailTo(borrower.email, 'made an offer')

  const reply = await borrower.browser.post('/escrow/accept', { offerId: id, version })

  expect(reply.statusCode).toBe(201)
  const escrows = await rows('select status, amount_cents from escrows where domain_id = $1', [
    domain.id,
  ])
  expect(escrows).toEqual([{ status: 'PENDING_SIGNATURE', amount_cents: '3000000' }])
  await app.mailTo(borrower.email, 'Loan agreed')
  await app.mailTo(lender.email, 'Loan agreed')
  const [listing] = await rows('select is_active, is_reserved from listings where domain_id = $1', [
    domain.id,
  ])
  expect(listing).toEqual({ is_active: false, is_reserved: true })
  // The rail is a number there: what was hashed and handed out keeps its form.
  const [first] = await rows<{ data: object }>(
    `select data from escrow_events where seq = 1 and escrow_id =
       (select id from escrows where domain_id = $1)`,
    [domain.id],
  )
  expect(first?.data).toMatchObject({ row: 1, contract: 0, offerId: id, amountCents: 3_000_000 })
})

test('three counters, and the last one is accepted by the lender', async () => {
  const { borrower, domain } = await given.listing()
  const { lender, id } = await given.offer(domain.id)
  const counter = async (
    browser: typeof borrower.browser,
    offerId: string,
    loan_amount: number,
  ) => {
    const reply = await browser.post(`/offers/${offerId}/counter`, { ...bid, loan_amount })
    expect(reply.statusCode).toBe(201)
    return reply.json<{ id: string; version: number }>()
  }

  const first = await counter(borrower.browser, id, 32_000)
  const second = await counter(lender.browser, first.id, 31_000)
  const third = await counter(borrower.browser, second.id, 31_500)
  const reply = await lender.browser.post('/escrow/accept', {
    offerId: third.id,
    version: third.version,
  })

  expect(reply.statusCode).toBe(201)
  expect(await offersOf(domain.id)).toEqual([
    { status: 'DENIED', reason: 'COUNTERED', side: 'LENDER', version: 1 },
    { status: 'DENIED', reason: 'COUNTERED', side: 'BORROWER', version: 2 },
    { status: 'DENIED', reason: 'COUNTERED', side: 'LENDER', version: 3 },
    { status: 'ACCEPTED', reason: null, side: 'BORROWER', version: 4 },
  ])
})

test('a second offer of a lender replaces the first, and the old version is not accepted', async () => {
  const { borrower, domain } = await given.listing()
  const { lender, id, version } = await given.offer(domain.id)

  await lender.browser.post('/offers', { domain_id: domain.id, ...bid, loan_amount: 10_000 })
  const reply = await borrower.browser.post('/escrow/accept', { offerId: id, version })

  expect(reply.json()).toMatchObject({ code: 'offer_decided' })
  expect(await offersOf(domain.id)).toMatchObject([
    { status: 'RESCINDED', reason: 'REPLACED' },
    { status: 'PENDING', version: 2 },
  ])
})

test('nobody answers their own offer, and a stranger finds none', async () => {
  const { borrower, domain } = await given.listing()
  const { lender, id } = await given.offer(domain.id)
  const stranger = await app.given.verifiedUser()

  for (const [who, code] of [
    [lender, 'not_your_move'],
    [stranger, 'offer_not_found'],
  ] as const) {
    const accepted = await who.browser.post('/escrow/accept', { offerId: id })
    const countered = await who.browser.post(`/offers/${id}/counter`, bid)
    const denied = await who.browser.post(`/offers/${id}`, { status: 'DENIED' })
    for (const reply of [accepted, countered, denied]) expect(reply.json()).toMatchObject({ code })
  }
  const rescinded = await borrower.browser.post(`/offers/${id}`, { status: 'RESCINDED' })
  expect(rescinded.json()).toMatchObject({ code: 'not_your_move' })
  const own = await borrower.browser.post('/offers', { domain_id: domain.id, ...bid })
  expect(own.json()).toMatchObject({ code: 'own_domain' })
})

test('a lender takes an offer back, a borrower denies one; both clicks twice', async () => {
  const { borrower, domain } = await given.listing()
  const { lender, id } = await given.offer(domain.id)
  const other = await given.offer(domain.id)

  for (let click = 0; click < 2; click++) {
    const taken = await lender.browser.post(`/offers/${id}`, { status: 'RESCINDED' })
    const denied = await borrower.browser.post(`/offers/${other.id}`, { status: 'DENIED' })
    expect([taken.statusCode, denied.statusCode]).toEqual([204, 204])
  }
  expect(await offersOf(domain.id)).toMatchObject([{ status: 'RESCINDED' }, { status: 'DENIED' }])
})

test('an offer that is decided is not accepted, denied or taken back any more', async () => {
  const { borrower, domain } = await given.listing()
  const { lender, id } = await given.offer(domain.id)
  const denied = await given.offer(domain.id)
  await borrower.browser.post(`/offers/${denied.id}`, { status: 'DENIED' })
  await borrower.browser.post('/escrow/accept', { offerId: id })

  for (const reply of [
    await lender.browser.post('/escrow/accept', { offerId: id }),
    await borrower.browser.post(`/offers/${id}`, { status: 'DENIED' }),
    await lender.browser.post(`/offers/${id}`, { status: 'RESCINDED' }),
    await borrower.browser.post('/escrow/accept', { offerId: denied.id }),
    await denied.lender.browser.post(`/offers/${denied.id}`, { status: 'RESCINDED' }),
  ]) {
    expect(reply.statusCode).toBe(409)
    expect(reply.json()).toMatchObject({ code: 'offer_decided' })
  }
  expect(await offersOf(domain.id)).toMatchObject([{ status: 'ACCEPTED' }, { status: 'DENIED' }])
})

test('a second click on accept answers with the loan that the first one made', async () => {
  const { borrower, domain } = await given.listing()
  const { lender, id, version } = await given.offer(domain.id)
  const accept = (sent: object) => borrower.browser.post('/escrow/accept', sent)

  const clicks = await Promise.all([accept({ offerId: id, version }), accept({ offerId: id })])
  const again = await accept({ offerId: id, version })

  for (const reply of [...clicks, again]) {
    expect(reply.statusCode).toBe(201)
    expect(reply.json()).toEqual(clicks[0]?.json())
  }
  const { rows } = await app.database.owner.pool.query(
    'select id from escrows where offer_id = $1',
    [id],
  )
  expect(rows).toEqual([again.json()])
  expect((await accept({ offerId: id, version: version + 1 })).json()).toMatchObject({
    code: 'offer_decided',
  })
  const others = await lender.browser.post('/escrow/accept', { offerId: id })
  expect(others.json()).toMatchObject({ code: 'offer_decided' })
  const stranger = await app.given.verifiedUser()
  const hidden = await stranger.browser.post('/escrow/accept', { offerId: id })
  expect(hidden.json()).toMatchObject({ code: 'offer_not_found' })
})

test('a lender who takes a counter twice has one loan', async () => {
  const { borrower, domain } = await given.listing()
  const { lender, id, version } = await given.offer(domain.id)
  const counter = await borrower.browser.post(`/offers/${id}/counter`, { ...bid, apy: 12, version })
  const { id: offerId } = counter.json<{ id: string }>()

  const first = await lender.browser.post('/escrow/accept', { offerId })
  const second = await lender.browser.post('/escrow/accept', { offerId })

  expect([first.statusCode, second.statusCode]).toEqual([201, 201])
  expect(second.json()).toEqual(first.json())
})

test('terms are read as they are typed: cents, a rate with decimals, whole days, no message', async () => {
  const { domain } = await given.listing()
  const typed = { loan_amount: '30,000.50', term: '210', apy: '13.25' }

  const { lender, id } = await given.offer(domain.id, typed)
  const broken = { domain_id: domain.id, ...typed, term: '210.5' }
  const refused = await lender.browser.post('/offers', broken)

  expect(await given.offers(lender.browser, 'sent-offers')).toMatchObject([
    { id, loan_amount: 30_000.5, term: 210, apy: 13.25, message: null },
  ])
  expect(refused.json()).toMatchObject({ code: 'term_invalid', field: 'term' })
})

test('an offer as good as the ask is accepted by itself where the borrower said so', async () => {
  const { domain } = await given.listing({ auto_accept: true })

  const worse = await given.offer(domain.id, { loan_amount: 31_999, term: 180, apy: 14.5 })
  const good = await given.offer(domain.id, { loan_amount: 32_000, term: 180, apy: 14.5 })

  expect(worse.escrow_id).toBeNull()
  expect(good.escrow_id).not.toBeNull()
  const late = await app.given.verifiedUser()
  const reply = await late.browser.post('/offers', { domain_id: domain.id, ...bid })
  expect(reply.json()).toMatchObject({ code: 'listing_closed' })
})

test('an offer runs out, and one of a listing that is taken down is denied', async () => {
  const { borrower, domain, listingId } = await given.listing()
  const { id } = await given.offer(domain.id)
  await app.database.owner.pool.query('update offers set expires_at = app_now() where id = $1', [
    id,
  ])
  await app.database.owner.pool.query(
    'update timers set fire_at = app_now() where subject_id = $1',
    [id],
  )
  await until(async () => (await offersOf(domain.id))[0]?.status === 'RESCINDED')
  await given.offer(domain.id)

  await borrower.browser.delete(`/listings/${listingId}`)

  expect(await offersOf(domain.id)).toMatchObject([
    { status: 'RESCINDED', reason: 'EXPIRED' },
    { status: 'DENIED', reason: 'LISTING_REMOVED' },
  ])
})

test('above $1,000 a name that can be taken for another waits until one of us has looked', async () => {
  const { borrower, domain, listingId } = await given.listing()
  const { id: offerId } = await given.offer(domain.id, { loan_amount: 1001 })
  const other = await given.listing()
  const { id: small } = await given.offer(other.domain.id, { loan_amount: 1000 })
  const alike = `update listings set looks_like = 'paypal.com' where id = any($1)`
  await app.database.owner.pool.query(alike, [[listingId, other.listingId]])
  const accept = (offerId: string, by = borrower) => by.browser.post('/escrow/accept', { offerId })

  expect((await accept(offerId)).json()).toMatchObject({ code: 'name_unapproved' })
  const officer = await givenOperators(app).operator('case_officer')
  expect((await officer.post(`/queues/risk/${listingId}/dismiss`)).statusCode).toBe(204)
  expect((await accept(offerId)).statusCode).toBe(201)
  expect((await accept(small, other.borrower)).statusCode).toBe(201) // Small: no approval needed.
})

test('a proof older than a day is not enough to borrow on', async () => {
  const { borrower, domain } = await given.listing()
  const { id } = await given.offer(domain.id)
  await app.database.owner.pool.query(
    `update domains set verified_at = app_now() - interval '25 hours' where id = $1`,
    [domain.id],
  )

  const reply = await borrower.browser.post('/escrow/accept', { offerId: id })

  expect(reply.json()).toMatchObject({ code: 'proof_stale' })
})

test('a flood of offers is refused after sixty in an hour', async () => {
  const { domain } = await given.listing()
  const { lender } = await given.offer(domain.id)
  await app.database.owner.pool.query('update limit_counters set count = 60')

  const made = await lender.browser.post('/offers', { domain_id: domain.id, ...bid })

  expect(made.json()).toMatchObject({ code: 'too_many_requests' })
})

test('two tabs accept different offers at once on two API processes: exactly one wins, never a 5xx', async () => {
  const other = await app.anotherNode()
  for (let round = 0; round < 12; round++) {
    const { borrower, domain } = await given.listing()
    const offers = await Promise.all([given.offer(domain.id), given.offer(domain.id)])
    const accept = (node: { inject: typeof app.inject }, offerId: string) =>
      node.inject({
        method: 'POST',
        url: '/api/escrow/accept',
        payload: { offerId },
        headers: {
          'x-access-token': borrower.browser.token ?? '',
          cookie: `__Host-bind=${borrower.browser.cookie}`,
          'x-forwarded-for': borrower.browser.address,
          'user-agent': borrower.browser.userAgent,
        },
      })

    const replies = await Promise.all([
      accept({ inject: app.inject }, offers[0]?.id ?? ''),
      accept({ inject: (options) => other.inject(options) }, offers[1]?.id ?? ''),
    ])

    expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      201, 409,
    ])
  }
})
