import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import type { Party } from '@pier/protocol/lifecycles/loan'
import { dayMs } from '@pier/protocol/time'
import { expect, test } from 'vitest'
import { givenAgreements, home, type ToSignView } from '../../../../test/given/given-agreements.ts'
import { useTestApp } from '../../../../test/test-app.ts'

const app = useTestApp()
const given = givenAgreements(app)

const textOf = (pdf: Buffer) =>
  execFileSync('pdftotext', ['-layout', '-', '-'], { input: pdf })
    .toString()
    .replaceAll(/\s+/g, ' ')
const answer = (reply: { statusCode: number; json: () => { code?: string } }) =>
  `${reply.statusCode} ${reply.json().code ?? ''}`.trim()
const signaturesOf = async (escrowId: string) => {
  const { rows } = await app.database.owner.pool.query<Record<string, unknown>>(
    `select s.* from agreement_signatures s join agreements a on a.id = s.agreement_id
     where a.escrow_id = $1 order by role`,
    [escrowId],
  )
  return rows
}

test('the agreement is printed once both have an address, and says what was agreed', async () => {
  const loan = await given.agreed({ term: 90, loan_amount: 10_000, apy: 24 })
  expect((await given.read(loan, 'BORROWER')).agreement).toEqual({
    state: 'address_needed',
    sha256: null,
    your_address_missing: true,
  })
  const asked = await loan.as('LENDER').get('/agreement.pdf')
  expect(answer(asked)).toBe('404 file_not_found')

  await given.live(loan.borrower, { ...home, address1: 'Łąkowa 7' })
  const waits = await given.read(loan, 'BORROWER')
  expect(waits.agreement).toMatchObject({ state: 'address_needed', your_address_missing: false })
  await given.live(loan.lender)
  await given.untilState(loan, 'ready')

  const pdf = await loan.as('LENDER').get('/agreement.pdf')
  expect(pdf.headers['content-type']).toBe('application/pdf')
  expect(pdf.headers['content-disposition']).toMatch(
    /^attachment; filename="LN-\w+-agreement.pdf"$/,
  )
  const { agreement } = await given.read(loan, 'LENDER')
  expect(createHash('sha256').update(pdf.rawPayload).digest('hex')).toBe(agreement.sha256)
  const text = textOf(pdf.rawPayload)
  for (const words of [
    'Mara Lindqvist, Łąkowa 7, 111 30 Stockholm, Sweden, mara.',
    'Teodor Nyberg, Skeppsbron 14, 111 30 Stockholm, Sweden, mara.',
    loan.domain.name,
    'USD 10,000.00',
    '24.00 %, simple',
    '90 days from the Funding Date',
    'Interest at the Due Date USD 591.78',
    'Total repayment USD 10,591.78',
    'One day of interest USD 6.58',
    '7 days of grace, then 20 days of notice',
    'does not answer within 5 days',
    'Breakwater Pier Ltd, register number 0412 7788, 4 Ropewalk, Harbourtown,',
    'The law of Harbourland applies',
    'the courts of Harbourtown',
  ]) {
    expect(text).toContain(words)
  }
  expect(text).not.toMatch(/\[[A-Z][^\]]*\]/) // No field is left open.
})

test('an agreement that waited for an address for long is announced to each party once', async () => {
  const loan = await given.agreed()
  await given.live(loan.borrower)
  await app.database.moveClock(11 * 60_000)
  await given.live(loan.lender)
  await given.untilState(loan, 'ready')

  const { rows } = await app.database.owner.pool.query<{ count: number }>(
    `select count(*)::int from notifications
     where body ilike '%ready to sign%' and link = $1 group by user_id`,
    [`/app/escrow/${loan.id}`],
  )
  expect(rows.map(({ count }) => count)).toEqual([1, 1])
})

test('it is printed once: a later address changes nothing, and the history says so', async () => {
  const loan = await given.printed({ term: 14, contract: 1 })
  const before = (await given.read(loan, 'BORROWER')).agreement.sha256
  await given.live(loan.borrower, { ...home, city: 'Malmö' })

  const events = (await loan.as('BORROWER').get('/events')).json<{ events: { action: string }[] }>()
  expect(events.events.filter(({ action }) => action === 'prepareAgreement')).toHaveLength(1)
  expect((await given.read(loan, 'BORROWER')).agreement.sha256).toBe(before)
  const text = textOf((await loan.as('LENDER').get('/agreement.pdf')).rawPayload)
  expect(text).toContain('3 days of grace, then 20 days of notice')
  expect(text).toContain('Stockholm')
})

test('no name or address stands unsealed where agreements are kept', async () => {
  const loan = await given.printed()

  const { rows } = await app.database.owner.pool.query<{ kept: string }>(
    `select a::text || f.sealed::text as kept from agreements a
     join escrow_files f on f.id = a.base_file_id where a.escrow_id = $1`,
    [loan.id],
  )
  const kept = rows[0]?.kept ?? ''
  expect(kept).not.toMatch(/Skeppsbron|Lindqvist|Kungsgatan/)
  expect(kept).not.toContain(Buffer.from('%PDF').toString('hex'))
})

test('each side sees its own link alone, and what it asks to sign', async () => {
  const loan = await given.printed()
  const borrowerSees = await given.read(loan, 'BORROWER')
  const lenderSees = await given.read(loan, 'LENDER')
  expect(borrowerSees.borrower_contract_url).toMatch(/^http:\/\/localhost:4300\/sign\/[\w-]{64}$/)
  expect(borrowerSees.lender_contract_url).toBeNull()
  expect(lenderSees.borrower_contract_url).toBeNull()
  expect(lenderSees.lender_contract_url).not.toBe(borrowerSees.borrower_contract_url)

  const token = await given.token(loan, 'LENDER')
  const page = (await loan.lender.browser.get(`/agreements/${token}`)).json<ToSignView>()
  expect(page).toMatchObject({
    escrow_id: loan.id,
    role: 'LENDER',
    name: 'Teodor Nyberg',
    other_name: 'Mara Lindqvist',
    is_open: true,
    is_signed: false,
    sha256: lenderSees.agreement.sha256,
  })
  expect(page.pages).toBeGreaterThan(3)
  const pdf = await loan.lender.browser.get(`/agreements/${token}/document`)
  expect(createHash('sha256').update(pdf.rawPayload).digest('hex')).toBe(page.sha256)
})

test('a stranger and the other side get the answer of a link that is not there', async () => {
  const loan = await given.printed()
  const stranger = await app.given.verifiedUser()
  const token = await given.token(loan, 'BORROWER')
  const altered = `${token.slice(0, -2)}${token.endsWith('AA') ? 'BB' : 'AA'}`
  const body = {
    document_sha256: 'ab'.repeat(32),
    name: 'Mara Lindqvist',
    consent_version: 'x',
    agreed: true,
  }
  const not = await stranger.browser.get('/agreements/nothing')
  expect(answer(not)).toBe('404 agreement_not_found')

  const tries = [
    [stranger.browser, token],
    [loan.lender.browser, token],
    [loan.borrower.browser, altered],
  ] as const
  for (const [browser, tried] of tries) {
    for (const reply of [
      await browser.get(`/agreements/${tried}`),
      await browser.get(`/agreements/${tried}/document`),
      await browser.post(`/agreements/${tried}/sign`, body),
    ]) {
      expect([reply.statusCode, reply.body]).toEqual([404, not.body])
    }
  }
  const pdf = await stranger.browser.get(`/escrow/${loan.id}/agreement.pdf`)
  expect(answer(pdf)).toBe('404 escrow_not_found')
  expect(await signaturesOf(loan.id)).toEqual([])
})

test.each([
  ['another name', { name: 'Mara Lind' }, '422 signed_name_wrong'],
  ['another document', { document_sha256: 'ab'.repeat(32) }, '409 document_changed'],
  ['an unknown disclosure', { consent_version: 'yesterday' }, '409 consent_changed'],
  ['no agreement', { agreed: false }, '400 invalid_input'],
])('%s is refused, and nothing is signed', async (_case, changes, refusal) => {
  const loan = await given.printed()

  expect(answer(await given.signHere(loan, 'BORROWER', changes))).toBe(refusal)
  expect(await signaturesOf(loan.id)).toEqual([])
  expect((await given.read(loan, 'BORROWER')).agreement.state).toBe('ready')
})

test('a name may be typed in other letters and spaces, and what was done is kept', async () => {
  const loan = await given.printed()

  const reply = await given.signHere(loan, 'BORROWER', { name: '  mara   LINDQVIST ' })

  expect(reply.json()).toMatchObject({ is_signed: true, is_other_signed: false, is_open: false })
  expect(await signaturesOf(loan.id)).toMatchObject([
    {
      role: 'BORROWER',
      name: 'mara   LINDQVIST',
      address: loan.borrower.browser.address,
      agent: loan.borrower.browser.userAgent,
      consent_version: 'electronic-records-2026-11-15',
      auth: { usedMfa: false, isConfirmedAnew: false },
    },
  ])
  expect((await given.read(loan, 'BORROWER')).agreement.state).toBe('signed')
  expect((await given.read(loan, 'LENDER')).agreement.state).toBe('ready')
})

const orders: Party[][] = [
  ['BORROWER', 'LENDER'],
  ['LENDER', 'BORROWER'],
]
test.each(orders)('%s signs first, then %s, and the loan goes on', async (first, second) => {
  const loan = await given.printed()
  await given.signHere(loan, first)
  expect(await loan.as(first).read()).toMatchObject({ status: 'PENDING_SIGNATURE' })
  await given.signHere(loan, second)

  expect(await loan.as(first).read()).toMatchObject({ status: 'DOMAIN_IN_CUSTODY' })
})

test('both sign at once, twice each: one signature a side, one step a side', async () => {
  const loan = await given.printed()
  const parties = ['BORROWER', 'LENDER', 'BORROWER', 'LENDER'] as const

  const replies = await Promise.all(parties.map((party) => given.signHere(loan, party)))

  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
  expect(await signaturesOf(loan.id)).toHaveLength(2)
  const { events } = (await loan.as('BORROWER').get('/events')).json<{
    events: { action: string }[]
  }>()
  const actions = events.map(({ action }) => action)
  expect(actions.filter((action) => action === 'sign')).toHaveLength(2)
  expect(actions.filter((action) => action === 'begin')).toHaveLength(1)
})

test('a second click is no error, and a cancelled loan cannot be signed', async () => {
  const loan = await given.printed()
  const token = await given.token(loan, 'LENDER')
  const page = (await loan.lender.browser.get(`/agreements/${token}`)).json<ToSignView>()
  const typed = {
    document_sha256: page.sha256,
    name: page.name,
    consent_version: page.consent.version,
    agreed: true,
  }
  await given.signHere(loan, 'BORROWER')
  expect((await given.signHere(loan, 'BORROWER')).statusCode).toBe(200)
  await loan.as('BORROWER').submit('cancel')

  const late = await loan.lender.browser.post(`/agreements/${token}/sign`, typed)

  expect(answer(late)).toBe('409 escrow_wrong_status')
  expect(await signaturesOf(loan.id)).toHaveLength(1)
  const view = (await loan.lender.browser.get(`/agreements/${token}`)).json<ToSignView>()
  expect(view).toMatchObject({ is_open: false, is_signed: false })
  expect((await given.read(loan, 'LENDER')).lender_contract_url).toBeNull()
})

test('a login of long ago is asked for the password again, for this loan', async () => {
  const loan = await given.printed()
  const token = await given.token(loan, 'LENDER')
  await app.database.moveClock(dayMs - 3_600_000)
  await loan.lender.browser.refresh()

  const refused = await given.signHere(loan, 'LENDER')
  expect(refused.json()).toMatchObject({
    code: 'step_up_required',
    action: 'sign_agreement',
    object: loan.id,
  })
  const { password } = loan.lender
  const again = { action: 'sign_agreement', object: loan.id, password }
  expect((await loan.lender.browser.post('/users/step-up', again)).statusCode).toBe(204)

  expect((await given.signHere(loan, 'LENDER')).statusCode).toBe(200)
  expect(await signaturesOf(loan.id)).toMatchObject([{ auth: { isConfirmedAnew: true } }])
  expect(await given.token(loan, 'LENDER')).toBe(token)
})
