import { legalVersions } from '@pier/protocol/company/legal'
import { afterEach, expect, test } from 'vitest'
import { givenAgreements } from '../../../../test/given/given-agreements.ts'
import { someName } from '../../../../test/given/given-domains.ts'
import { bid } from '../../../../test/given/given-market.ts'
import { goodPassword } from '../../../../test/given/given-users.ts'
import { useTestApp } from '../../../../test/test-app.ts'

const app = useTestApp()
const given = givenAgreements(app)
const inForce = { terms: legalVersions.terms.version, privacy: legalVersions.privacy.version }
const ask = { desired_loan_amount: 32_000, desired_term: 180, desired_apy: 14.5 }

afterEach(() => setVersion(inForce.terms))

const setVersion = (version: number) => Object.assign(legalVersions.terms, { version })

type Person = Awaited<ReturnType<typeof app.given.user>>
type Reply = { statusCode: number; json: () => { code?: string; message?: string } }
const answer = (reply: Reply) =>
  reply.statusCode < 300 ? 'done' : `${reply.statusCode} ${reply.json().code}`
const closed = '403 terms_not_accepted'
const idOf = async ({ browser }: Person) =>
  (await browser.get('/users/self')).json<{ id: string }>().id
const legalOf = async ({ browser }: Person) =>
  (await browser.get('/users/self')).json<{ legal: object }>().legal

async function recorded(person: Person) {
  const { rows } = await app.database.owner.pool.query<Record<string, unknown>>(
    `select document, version, how, escrow_id from legal_acceptances
     where user_id = $1 order by id`,
    [await idOf(person)],
  )
  return rows.map(
    ({ document, version, how }) => `${String(document)} ${String(version)} ${String(how)}`,
  )
}

/** Registered before anybody was asked: there is no record of them. */
async function fromBefore(person: Person) {
  const client = await app.database.owner.pool.connect()
  try {
    await client.query('begin')
    await client.query('set local session_replication_role = replica')
    const whose = 'delete from legal_acceptances where user_id = $1'
    await client.query(whose, [await idOf(person)])
    await client.query('commit')
  } finally {
    client.release()
  }
}

test('registering records the versions in force, with the time', async () => {
  const person = await app.given.user()

  expect(await recorded(person)).toEqual(['terms 1 registration', 'privacy 1 registration'])
  const accepted = { version: 1, accepted_version: 1, accepted_at: expect.stringMatching(/Z$/) }
  expect(await legalOf(person)).toEqual({ terms: accepted, privacy: accepted })
})

test('who was shown an older version does not register, and is told the new one', async () => {
  setVersion(2)
  const person = { name: 'Ida Holm', email: 'ida@holm.example', password: goodPassword }
  const browser = app.browser()

  const stale = await browser.post('/users/register', { ...person, terms_version: 1 })
  const fresh = await browser.post('/users/register', { ...person, terms_version: 2 })

  expect(answer(stale)).toBe('409 terms_changed')
  expect(stale.json<{ message: string }>().message).toContain('version 2')
  expect(answer(fresh)).toBe('done')
})

test('a new version is accepted once, however often and at whatever moment it is clicked', async () => {
  const person = await app.given.user()
  setVersion(2)
  expect(await legalOf(person)).toMatchObject({ terms: { version: 2, accepted_version: 1 } })

  const accept = () => person.browser.post('/users/terms', { terms: 2, privacy: 1 })
  const atOnce = await Promise.all([accept(), accept()])
  const again = await accept()

  expect([...atOnce, again].map(answer)).toEqual(['done', 'done', 'done'])
  expect(await recorded(person)).toEqual([
    'terms 1 registration',
    'privacy 1 registration',
    'terms 2 asked',
  ])
  expect(await legalOf(person)).toMatchObject({ terms: { version: 2, accepted_version: 2 } })
})

test('a version that is not in force cannot be accepted', async () => {
  const person = await app.given.user()
  setVersion(2)

  const old = await person.browser.post('/users/terms', { terms: 1, privacy: 1 })
  const unknown = await person.browser.post('/users/terms', { terms: 2, privacy: 7 })
  const odd = await person.browser.post('/users/terms', { terms: '2; drop', privacy: 1 })

  expect(answer(old)).toBe('409 terms_changed')
  expect(answer(unknown)).toBe('409 terms_changed')
  expect(unknown.json<{ message: string }>().message).toContain('privacy notice')
  expect(answer(odd)).toBe('400 invalid_input')
  expect(await recorded(person)).toHaveLength(2)
})

test('one person accepts for nobody else, and nobody without a login', async () => {
  const person = await app.given.user()
  const stranger = await app.given.user()
  setVersion(2)

  await stranger.browser.post('/users/terms', { terms: 2, privacy: 1 })
  const outside = await app.browser().post('/users/terms', { terms: 2, privacy: 1 })

  expect(answer(outside)).toBe('401 login_required')
  expect(await legalOf(person)).toMatchObject({ terms: { accepted_version: 1 } })
})

test('until the new terms are accepted nothing new begins, for people from before as well', async () => {
  const { borrower, domain, listingId } = await given.listing()
  const bare = await given.verifiedDomain(borrower.browser)
  const { id: offerId, lender } = await given.offer(domain.id)
  const other = await given.listing()
  await fromBefore(borrower)
  await fromBefore(lender)
  const tries = {
    list: () => borrower.browser.post('/listings', { domain_id: bare.id, ...ask }),
    renew: () => borrower.browser.post(`/listings/${listingId}/renew`),
    add: () => borrower.browser.post('/domains/add', { domain: someName() }),
    import: () => borrower.browser.post('/domains/import', { names: someName() }),
    counter: () => borrower.browser.post(`/offers/${offerId}/counter`, bid),
    accept: () => borrower.browser.post('/escrow/accept', { offerId }),
    offer: () => lender.browser.post('/offers', { domain_id: other.domain.id, ...bid }),
  }
  for (const [what, send] of Object.entries(tries)) expect(answer(await send()), what).toBe(closed)
  expect(await legalOf(borrower)).toMatchObject({
    terms: { version: 1, accepted_version: null, accepted_at: null },
  })

  const accepted = await borrower.browser.post('/users/terms', inForce)
  expect(answer(accepted)).toBe('done')
  for (const what of ['list', 'renew', 'add', 'import', 'accept'] as const) {
    expect(answer(await tries[what]()), what).toBe('done')
  }
  expect(answer(await tries.offer())).toBe(closed)
})

test('an offer that meets the ask waits for a borrower who has not accepted the new terms', async () => {
  const { borrower, domain } = await given.listing({ auto_accept: true })
  await fromBefore(borrower)
  const { id: offerId, escrow_id: loanId } = await given.offer(domain.id, {
    loan_amount: ask.desired_loan_amount,
    term: ask.desired_term,
    apy: ask.desired_apy,
  })
  expect(loanId).toBeNull()

  await borrower.browser.post('/users/terms', inForce)

  expect(answer(await borrower.browser.post('/escrow/accept', { offerId }))).toBe('done')
})

test('what runs already is never stopped by terms that were not accepted', async () => {
  const loan = await given.running()
  const { borrower, domain } = await given.listing()
  const { id: offerId, lender } = await given.offer(domain.id)
  for (const each of [loan.borrower, loan.lender, borrower, lender]) await fromBefore(each)

  expect(await loan.as('BORROWER').try('payments', { amount: 100 })).toMatch(/^LOAN_POSTED/)
  expect(await loan.as('LENDER').try('payments/confirm')).toMatch(/^LOAN_POSTED/)
  expect(await loan.as('LENDER').try('escalate')).toMatch(/^ESCALATED/)
  const { browser } = borrower
  const open = {
    read: () => browser.get('/domains?page=1&limit=7'),
    takeBack: () => lender.browser.post(`/offers/${offerId}`, { status: 'RESCINDED' }),
    payee: () => given.payee(loan.borrower),
    readLoan: () => loan.lender.browser.get(`/escrow/${loan.id}`),
    copy: () => browser.post('/users/export'),
    logOut: () => lender.browser.post('/users/logout'),
  }
  for (const [what, send] of Object.entries(open)) {
    const reply = await send()
    if (reply) expect(answer(reply), what).toBe('done')
  }
})

test('signing an agreement accepts the terms that its page names, and says so for that loan', async () => {
  const loan = await given.printed()
  await fromBefore(loan.lender)
  setVersion(2)

  const stale = await given.signHere(loan, 'LENDER', { terms_version: 1 })
  const signed = await given.signHere(loan, 'LENDER', { terms_version: 2 })

  expect(answer(stale)).toBe('409 terms_changed')
  expect(answer(signed)).toBe('done')
  expect(await recorded(loan.lender)).toEqual(['terms 2 signing'])
  const { rows } = await app.database.owner.pool.query<{ escrow_id: string }>(
    `select escrow_id from legal_acceptances where how = 'signing' and user_id = $1`,
    [await idOf(loan.lender)],
  )
  expect(rows).toEqual([{ escrow_id: loan.id }])
  expect(await legalOf(loan.lender)).toMatchObject({ terms: { accepted_version: 2 } })
})

test('no process and no owner of the database changes what was accepted', async () => {
  const id = await idOf(await app.given.user())

  for (const change of [
    'update legal_acceptances set version = 9',
    'delete from legal_acceptances',
  ]) {
    const refused = app.database.owner.pool.query(`${change} where user_id = $1`, [id])
    await expect(refused).rejects.toThrow(/legal_acceptances/)
  }
})

test('the copy of their data says what a person accepted, and when', async () => {
  const { browser, email } = await app.given.verifiedUser()
  const { id } = (await browser.post('/users/export')).json<{ id: string }>()
  await app.mailTo(email, 'Your data export is ready')

  const copy = (await browser.get(`/users/export/${id}`)).json<{ acceptedTerms: object[] }>()

  const registered = { version: 1, how: 'registration', acceptedAt: expect.any(String) }
  expect(copy.acceptedTerms).toMatchObject([
    { document: 'terms', ...registered },
    { document: 'privacy', ...registered },
  ])
})
