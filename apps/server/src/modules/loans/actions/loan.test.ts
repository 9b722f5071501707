import { dayMs, hourMs } from '@pier/protocol/time'
import { expect, test } from 'vitest'
import { givenLoans } from '../../../../test/given/given-loans.ts'
import { until } from '../../../../test/given/given-payments.ts'
import { useTestApp } from '../../../../test/test-app.ts'

const app = useTestApp()
const given = givenLoans(app)
const stands = async (loan: Awaited<ReturnType<typeof given.agreed>>) => {
  const { status, phase } = await loan.as('LENDER').read()
  return `${status} ${phase}`
}

test('signed by both, paid, confirmed and repaid: the domain is back in the hands of its owner', async () => {
  const loan = await given.agreed()
  await given.sign(loan.id, 'LENDER')
  expect(await loan.as('BORROWER').read()).toMatchObject({
    status: 'PENDING_SIGNATURE',
    your_move: true,
    lender_signed: true,
    borrower_signed: false,
  })
  await given.sign(loan.id, 'BORROWER')
  expect(await stands(loan)).toBe('DOMAIN_IN_CUSTODY AWAITING_PAYMENT')

  const claimed = await loan.as('LENDER').submit('markPaid', { reference: 'Wire 4711' })
  expect(claimed).toMatchObject({ status: 'LOAN_POSTED', phase: 'FUNDING_CLAIMED', due_at: null })
  const runs = await loan.as('BORROWER').submit('confirmReceipt')
  expect(runs).toMatchObject({ phase: 'ACTIVE', payments: [{ status: 'CONFIRMED' }] })
  expect(runs.payoff?.due.amount).toBe(32_286.99)

  expect(await loan.as('BORROWER').try('finalize')).toBe('LOAN_POSTED REPAYMENT_CLAIMED')
  expect(await loan.as('LENDER').try('finalize')).toBe('FINALIZED_RETURN_TO_BORROWER ENDED')
  const domain = (await loan.borrower.browser.get(`/domains/${loan.domain.id}`)).json<object>()
  expect(domain).toMatchObject({ status: 'CUSTODY_PAID', open_escrow_id: null })
})

test('a lender who says it is paid starts no clock: silence of the borrower calls operators', async () => {
  const loan = await given.signed()
  await loan.as('LENDER').submit('markPaid')
  expect(await loan.as('BORROWER').try('cancel')).toBe('409 escrow_wrong_status')
  expect(await loan.as('LENDER').try('finalize', { outcome: 'DEFAULT' })).toMatch(/^4/)

  await app.database.moveClock(5 * dayMs + hourMs)
  await until(async () => (await stands(loan)) === 'ESCALATED DISPUTED')
  expect(await loan.as('BORROWER').read()).toMatchObject({
    due_at: null,
    dispute: { reason: 'FUNDING_NOT_CONFIRMED', by: 'SYSTEM' },
  })
})

test('nobody signs: cancelled, the listing is shown again', async () => {
  const loan = await given.agreed()
  await app.database.moveClock(3 * dayMs + hourMs)
  await until(async () => (await stands(loan)) === 'CANCELLED ENDED')
  const { listings } = (await app.browser().get('/listings?limit=100')).json<{
    listings: { domain_id: string }[]
  }>()
  expect(listings.map(({ domain_id }) => domain_id)).toContain(loan.domain.id)
})

test('late, grace, notice and silence: operators check, nothing is awarded by a clock', async () => {
  const loan = await given.running({ term: 30 })
  const claim = () => loan.as('LENDER').try('finalize', { outcome: 'DEFAULT' })
  expect(await claim()).toBe('422 escrow_guarded')
  await app.database.moveClock(32 * dayMs)
  expect(await loan.as('BORROWER').read()).toMatchObject({ phase: 'IN_GRACE' })
  expect(await claim()).toBe('422 escrow_guarded')
  await app.database.moveClock(6 * dayMs)
  expect(await loan.as('BORROWER').read()).toMatchObject({ phase: 'OVERDUE' })
  expect(await claim()).toBe('LOAN_POSTED DEFAULT_NOTICED')

  await app.database.moveClock(19 * dayMs)
  expect(await stands(loan)).toBe('LOAN_POSTED DEFAULT_NOTICED')
  await app.database.moveClock(dayMs + hourMs)
  await until(async () => (await stands(loan)) === 'LOAN_POSTED SEIZURE_READY')
  expect(await loan.as('BORROWER').read()).toMatchObject({ move: { whose: 'OPERATORS' } })
  expect(await loan.as('LENDER').try('finalize')).toBe('FINALIZED_RETURN_TO_BORROWER ENDED')
})

test('a stranger gets the same answer as for a loan that is not there', async () => {
  const loan = await given.signed()
  const stranger = await app.given.verifiedUser()
  const other = crypto.randomUUID()
  for (const path of ['', '/events']) {
    const there = await stranger.browser.get(`/escrow/${loan.id}${path}`)
    const not = await stranger.browser.get(`/escrow/${other}${path}`)
    expect([there.statusCode, there.body]).toEqual([404, not.body])
  }
  for (const action of ['cancel', 'markPaid', 'finalize', 'escalate', 'withdrawClaim']) {
    const reply = await stranger.browser.post(`/escrow/${loan.id}/${action}`)
    expect(reply.statusCode).toBe(404)
  }
})

test('a second click is no error, and an old page is told to look again', async () => {
  const loan = await given.signed()
  const { version } = await loan.as('LENDER').read()
  const first = await loan.as('LENDER').submit('markPaid', { version })
  const again = await loan.as('LENDER').submit('markPaid', { version })
  expect(again.version).toBe(first.version)
  expect(await loan.as('BORROWER').try('escalate', { version })).toBe('409 escrow_changed')
})

test('eight presses at once: one step is taken', async () => {
  const loan = await given.signed()
  const tries = await Promise.all(
    Array.from({ length: 8 }, (_, at) =>
      at % 2 ? loan.as('LENDER').try('cancel') : loan.as('BORROWER').try('markPaid'),
    ),
  )
  const { status } = await loan.as('LENDER').read()
  expect(['CANCELLED', 'LOAN_POSTED']).toContain(status)
  expect(tries.filter((answer) => answer.startsWith('5'))).toEqual([])
  const { rows } = await app.database.owner.pool.query(
    `select count(*)::int as count from escrow_events where escrow_id = $1 and version >= 4`,
    [loan.id],
  )
  expect(rows[0]).toEqual({ count: 1 })
})

test('custody and repayment are confirmed in writing, each once, among the files of the loan', async () => {
  const loan = await given.running()
  await loan.as('LENDER').submit('finalize')
  type Files = { files: { id: string; kind: string; name: string }[] }
  const list = async () => (await loan.as('BORROWER').get('/files')).json<Files>().files
  await until(async () => (await list()).length === 2)

  const files = await list()
  const nameOf = (wanted: string) => files.find(({ kind }) => kind === wanted)?.name
  expect(nameOf('receipt')).toBe(`Custody receipt, ${loan.domain.name}.pdf`)
  expect(nameOf('letter')).toBe(`Paid in full, ${loan.domain.name}.pdf`)
  const letter = await loan.as('LENDER').get(`/files/${files[0]?.id}`)
  expect(letter.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
})

test('a loan names its two sides, what each has signed and where each signs, and its terms', async () => {
  const loan = await given.agreed({ loan_amount: 30_000, term: 210, apy: 13.25 })
  const [borrower, lender] = [await loan.as('BORROWER').read(), await loan.as('LENDER').read()]
  const idOf = async ({ browser }: typeof loan.lender) =>
    (await browser.get('/users/self')).json<{ id: string }>().id
  const shared = {
    id: loan.id,
    domain: loan.domain.name,
    status: 'PENDING_SIGNATURE',
    amount: 30_000,
    term: 210,
    apy: 13.25,
    borrower_id: await idOf(loan.borrower),
    lender_id: await idOf(loan.lender),
    borrower_signed: false,
    lender_signed: false,
    borrower_contract_url: null,
    lender_contract_url: null,
  }
  expect(borrower).toMatchObject({ ...shared, role: 'BORROWER' })
  expect(lender).toMatchObject({ ...shared, role: 'LENDER' })

  await given.sign(loan.id, 'LENDER')
  expect(await loan.as('BORROWER').read()).toMatchObject({
    borrower_signed: false,
    lender_signed: true,
  })
})

test('the four buttons take no payload, answer the loan as it stands after, and know their status', async () => {
  const shut = '409 escrow_wrong_status'
  const unsigned = await given.agreed()
  for (const action of ['markPaid', 'escalate', 'finalize'])
    expect(await unsigned.as('LENDER').try(action)).toBe(shut)
  expect(await unsigned.as('BORROWER').try('cancel')).toBe('CANCELLED ENDED')

  const coming = await given.signed({ isInCustody: false })
  for (const action of ['markPaid', 'escalate', 'finalize'])
    expect(await coming.as('LENDER').try(action)).toBe(shut)
  expect(await coming.as('LENDER').try('cancel')).toBe('CANCELLED ENDED')

  const here = await given.signed()
  for (const action of ['escalate', 'finalize'])
    expect(await here.as('BORROWER').try(action)).toBe(shut)
  expect(await here.as('BORROWER').try('markPaid')).toBe('LOAN_POSTED ACTIVE')
  expect(await here.as('LENDER').try('cancel')).toBe(shut)
  expect(await here.as('LENDER').try('escalate')).toBe('ESCALATED DISPUTED')
  for (const action of ['cancel', 'markPaid', 'finalize'])
    expect(await here.as('BORROWER').try(action)).toBe(shut)

  const running = await given.running()
  expect(await running.as('BORROWER').try('finalize')).toBe('LOAN_POSTED REPAYMENT_CLAIMED')
})

test('the history comes in pages from the newest on, and all of them together are the whole chain', async () => {
  const loan = await given.running()
  type Page = { events: { seq: number; action: string }[]; pages: number; total: number }
  const read = async (query = '') => (await loan.as('LENDER').get(`/events${query}`)).json<Page>()
  // The receipt is written by itself, and nothing else is.
  await until(async () => (await read()).events.some(({ action }) => action === 'writeLetter'))
  const whole = await read()
  const { total } = whole
  expect(whole).toMatchObject({ pages: 1 })
  expect(whole.events.map(({ seq }) => seq)).toEqual(whole.events.map((_, at) => at + 1))
  expect(whole.events).toHaveLength(total)

  const limit = 3
  const pages = Math.ceil(total / limit)
  const parts: Page['events'] = []
  for (let page = pages; page >= 1; page--) {
    const part = await read(`?limit=${limit}&page=${page}`)
    expect(part).toMatchObject({ pages, total })
    parts.push(...part.events)
  }
  expect(parts).toEqual(whole.events)
  const newest = (await read(`?limit=${limit}`)).events
  expect(newest).toEqual(whole.events.slice(-limit))
  expect(await read(`?limit=${limit}&page=${pages + 1}`)).toEqual({ events: [], pages, total })
  for (const query of ['limit=0', 'limit=501', 'page=0', 'page=x']) {
    expect((await loan.as('LENDER').get(`/events?${query}`)).statusCode, query).toBe(400)
  }
})
