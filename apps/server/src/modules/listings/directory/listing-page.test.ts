import { expect, test } from 'vitest'
import { givenMarket } from '../../../../test/given/given-market.ts'
import { useTestApp } from '../../../../test/test-app.ts'

const app = useTestApp()
const given = givenMarket(app)
const query = (text: string, values: unknown[] = []) => app.database.owner.pool.query(text, values)

type Page = { is_own: boolean; is_open: boolean; owner: { handle: string }; passport: object }

test('anybody reads a listing with what is known of its domain and of its owner', async () => {
  const { borrower, domain, listingId } = await given.listing()
  await given.value(domain.name, 8_000_000)
  await given.offer(domain.id)
  await query(
    `insert into registration_changes (name, what, before, after, created_at)
     values ($1, 'Nameservers', 'a', 'b', '2026-01-02T03:04:05Z')`,
    [domain.name],
  )

  const reply = await app.browser().get(`/listings/${listingId}`)

  expect(reply.statusCode).toBe(200)
  expect(reply.json()).toMatchObject({
    id: listingId,
    domain: domain.name,
    domain_id: domain.id,
    desired_loan_amount: 32_000,
    desired_term: 180,
    desired_apy: 14.5,
    adjusted: 7.15,
    is_open: true,
    is_own: false,
    version: 1,
    pending_offers: 1,
    value: { amount: 80_000, source: 'A test' },
    owner: {
      handle: expect.stringMatching(/^[a-z]+-\d+$/),
      loans_repaid: 0,
      loans_ended: 0,
      on_time: 0,
      disputes_lost: 0,
      since: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    },
    passport: {
      in_custody_since: null,
      nameservers_changed_at: '2026-01-02T03:04:05.000Z',
      renewal_price: expect.any(Number),
    },
  })
  expect(reply.body).not.toContain(borrower.name)
  expect(reply.body).not.toContain(borrower.email)
})

test('of a domain in custody it says since when, and what the registrar last asked for a year', async () => {
  const borrower = await app.given.verifiedUser()
  const domain = await given.domainInCustody(borrower.browser)
  const listed = await borrower.browser.post('/listings', {
    domain_id: domain.id,
    desired_loan_amount: 500,
    desired_term: 30,
    desired_apy: 9,
  })
  await query(
    `insert into fee_quotes (domain_id, operation, state, amount_cents, asked_at, valid_until)
     values ($1, 'renew', 'ready', 123456, app_now(), app_now())`,
    [domain.id],
  )

  const page = await app.browser().get(`/listings/${listed.json<{ id: string }>().id}`)

  expect(page.json()).toMatchObject({
    custody_ready: true,
    passport: {
      in_custody_since: expect.any(String),
      renewal_price: 1234.56,
      nameservers: ['ns1.held.example', 'ns2.held.example'],
      source: 'Registry, as its registrar',
    },
  })
})

test('its owner is told so; a stranger and a token that is no good are visitors', async () => {
  const { borrower, listingId } = await given.listing()
  const stranger = await app.given.verifiedUser()
  const dead = app.browser()
  dead.token = 'at1.not.a.token'
  const isOwn = async (browser: typeof dead) =>
    (await browser.get(`/listings/${listingId}`)).json<Page>().is_own

  expect(await isOwn(borrower.browser)).toBe(true)
  expect(await isOwn(stranger.browser)).toBe(false)
  expect(await isOwn(dead)).toBe(false)
})

test('one that is hidden or ended is there for its owner alone', async () => {
  const expired = await given.listing()
  await query('update listings set is_active = false where id = $1', [expired.listingId])
  const reserved = await given.loan()
  const ended = await given.listing()
  await ended.borrower.browser.delete(`/listings/${ended.listingId}`)

  for (const { borrower, listingId } of [expired, reserved, ended]) {
    const visited = await app.browser().get(`/listings/${listingId}`)
    expect(visited.json()).toMatchObject({ code: 'listing_not_found' })
    expect((await borrower.browser.get(`/listings/${listingId}`)).json()).toMatchObject({
      is_own: true,
      is_open: false,
    })
  }
})

test('the record counts loans that came to an end, and none that were cancelled', async () => {
  const { borrower, escrowId, domain } = await given.loan()
  await query(
    `update escrows set status = 'FINALIZED_RETURN_TO_BORROWER', phase = 'ENDED',
       borrower_signed_at = app_now(), lender_signed_at = app_now(), ended_at = app_now()
     where id = $1`,
    [escrowId],
  )
  await query(
    `insert into escrows (code, domain_id, listing_id, offer_id, borrower_id, lender_id, status, phase,
       amount_cents, term_days, rate_bps, contract, created_at, ended_at)
     select 'LN-CANCEL', domain_id, listing_id, (select id from offers where id <> offer_id limit 1),
       borrower_id, lender_id, 'CANCELLED', 'ENDED', 1, 1, 1, 0, app_now(), app_now()
     from escrows where id = $1`,
    [escrowId],
  )
  await query(`update listings set is_active = true, is_reserved = false where domain_id = $1`, [
    domain.id,
  ])
  const { rows } = await query('select id from listings where domain_id = $1', [domain.id])

  const page = await borrower.browser.get(`/listings/${rows[0].id}`)

  expect(page.json()).toMatchObject({ owner: { loans_repaid: 1, loans_ended: 1 } })
})

test('what is no listing is not found', async () => {
  const none = await app.browser().get('/listings/00000000-0000-4000-8000-000000000000')
  const wrong = await app.browser().get('/listings/17')

  expect(none.statusCode).toBe(404)
  expect(wrong.statusCode).toBeLessThan(500)
})
