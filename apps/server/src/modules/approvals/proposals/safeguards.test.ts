import { dayMs } from '@pier/protocol/time'
import { expect, test } from 'vitest'
import { givenLoans } from '../../../../test/given/given-loans.ts'
import { givenOperators } from '../../../../test/given/given-operators.ts'
import { until } from '../../../../test/given/given-payments.ts'
import { useTestApp } from '../../../../test/test-app.ts'

const app = useTestApp()
const given = { ...givenLoans(app), ...givenOperators(app) }
const query = (text: string, values: unknown[] = []) => app.database.owner.pool.query(text, values)

type Loan = Awaited<ReturnType<typeof given.running>>
const pdf = Buffer.from('%PDF-1.4\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n')
const order = { name: '../Order 12/26.pdf', data: pdf.toString('base64') }
const nameOf = async ({ domain }: Loan) => {
  const { rows } = await query('select name from domains where id = $1', [domain.id])
  return (rows[0] as { name: string }).name
}
const both = () => given.operator('case_officer', 'compliance', 'approver')
const code = (reply: { body: string }) => (JSON.parse(reply.body) as { code: string }).code

test('a document is kept sealed, is what its bytes say, and each look at it is noted', async () => {
  const officer = await given.operator('compliance')
  const kept = await officer.post('/documents', order)
  expect(kept.json()).toMatchObject({ name: '26.pdf' })
  const { id } = kept.json<{ id: string }>()
  const { rows } = await query('select sealed from documents where id = $1', [id])
  expect((rows[0] as { sealed: Buffer }).sealed.includes('PDF')).toBe(false)

  const read = await officer.get(`/documents/${id}?reason=To check the order`)
  expect(read.rawPayload.equals(pdf)).toBe(true)
  expect(read.headers['content-type']).toBe('application/pdf')
  const audit = await query(`select action from audit_log where subject = $1 order by seq`, [id])
  expect(audit.rows).toEqual([
    { action: 'POST /operator/documents' },
    { action: 'GET /operator/documents/:id' },
  ])

  const page = Buffer.from('<html><script>alert(1)</script></html>').toString('base64')
  expect(code(await officer.post('/documents', { name: 'order.pdf', data: page }))).toBe(
    'file_refused',
  )
  const unknown = await officer.get(
    `/documents/00000000-0000-4000-8000-000000000000?reason=To check the order`,
  )
  expect(unknown.statusCode).toBe(404)
})

test('a document of nine megabytes is taken', async () => {
  const officer = await given.operator('compliance')
  const large = Buffer.concat([
    Buffer.from('%PDF-1.4\n'),
    Buffer.alloc(9_000_000, 32),
    Buffer.from('%%EOF\n'),
  ])
  const data = large.toString('base64')
  expect((await officer.post('/documents', { name: 'scan.pdf', data })).statusCode).toBe(201)
})

test('under a hold nothing moves; lifted by two, the loan goes on with its days', async () => {
  const loan = await given.running({ term: 30 })
  const [first, second] = [await both(), await both()]
  const domain = await nameOf(loan)
  const before = await loan.as('BORROWER').read()
  const place = { domain: domain.toUpperCase(), kind: 'theft', document_id: null }
  const held = await first.post('/holds', place)
  expect(held.statusCode, held.body).toBe(201)
  const { id } = held.json<{ id: string }>()
  expect(code(await second.post('/holds', place))).toBe('hold_there')
  const told = await app.mailTo(loan.borrower.email, 'The domain was put on hold')
  expect(told.text).toMatch(/reply to this email by \d+ \w+ \d{4}\./)
  const [hold] = (
    await app.database.owner.pool.query(
      `select review_at - created_at = interval '14 days' as is_due from domain_holds where id = $1`,
      [id],
    )
  ).rows
  expect(hold).toEqual({ is_due: true })
  await app.mailTo(loan.lender.email, 'The domain was put on hold')

  expect(await loan.as('LENDER').try('finalize')).toBe('422 escrow_guarded')
  await app.database.moveClock(60 * dayMs)
  expect(await loan.as('LENDER').try('finalize', { outcome: 'DEFAULT' })).toBe('422 escrow_guarded')

  await Promise.all([first.logIn(), second.logIn()])
  const lift = await first.key(`/holds/${id}/lift`, { document_id: null })
  const decision = lift.json<{ id: string }>()
  expect(lift.json()).toMatchObject({ kind: 'liftHold', escrow_id: loan.id, subject_id: id })
  const line = `select cardinality(user_ids) as people, data ->> 'kind' as kind from audit_log
    where action = 'POST /operator/holds/:id/lift' and subject = $1`
  expect((await query(line, [loan.id])).rows).toEqual([{ people: 2, kind: 'liftHold' }])
  expect(code(await first.key(`/decisions/${decision.id}/confirm`))).toBe('both_keys')
  expect((await second.key(`/decisions/${decision.id}/confirm`)).json()).toMatchObject({
    state: 'done',
  })
  expect(code(await second.key(`/holds/${id}/lift`))).toBe('hold_not_found')
  const after = await loan.as('BORROWER').read()
  expect(after).toMatchObject({ phase: 'ACTIVE', clock_stopped: false })
  const moved = Date.parse(after.due_at ?? '') - Date.parse(before.due_at ?? '')
  expect(moved / dayMs).toBe(61) // Sixty days and some seconds, rounded up.
  expect(await loan.as('LENDER').try('finalize')).toBe('FINALIZED_RETURN_TO_BORROWER ENDED')
})

test('of a secret hold the sides see that it is there, and nothing of what it is about', async () => {
  const loan = await given.running()
  const officer = await both()
  const { id: documentId } = (await officer.post('/documents', order)).json<{ id: string }>()
  const domain = await nameOf(loan)
  const hold = { domain, kind: 'court', is_secret: true, document_id: documentId }
  const bare = await officer.post('/holds', { ...hold, document_id: null })
  expect(code(bare)).toBe('document_needed')
  const reason = 'Order of the court of Hamburg, docket Kaihwerk, in a matter of theft.'
  expect((await officer.post('/holds', { ...hold, reason })).statusCode).toBe(201)

  expect(await loan.as('BORROWER').read()).toMatchObject({ on_hold: true })
  const told = [
    (await loan.as('BORROWER').get('')).body,
    (await loan.as('BORROWER').get('/events')).body,
    (await loan.borrower.browser.get('/notifications?message=false')).body,
    JSON.stringify(
      (await query('select data from escrow_events where escrow_id = $1', [loan.id])).rows,
    ),
    JSON.stringify(
      (await query('select detail from domain_events where domain_id = $1', [loan.domain.id])).rows,
    ),
  ].join('\n')
  expect(told).not.toMatch(/court|Hamburg|Kaihwerk/i)
  expect(told).toContain('The domain was put on hold')
})

test('a domain that nobody has verified cannot be put on hold, and an operator without the role places none', async () => {
  const officer = await both()
  const hold = { domain: 'nobody-has-this-name.com', kind: 'theft', document_id: null }
  expect(code(await officer.post('/holds', hold))).toBe('domain_not_found')
  expect(code(await officer.post('/holds', { ...hold, domain: 'no name' }))).toBe(
    'domain_not_found',
  )
  const support = await given.operator('support')
  expect(code(await support.post('/holds', hold))).toBe('operator_role')
})

test('by order and under a hold, two operators take the domain from both sides', async () => {
  const loan = await given.running()
  const [first, second] = [await both(), await both()]
  const { version } = await loan.as('BORROWER').read()
  const { id: documentId } = (await first.post('/documents', order)).json<{ id: string }>()
  const path = `/loans/${loan.id}/seize-for-platform`
  const seize = { version, document_id: documentId }
  expect(code(await first.key(path, seize))).toBe('escrow_guarded')
  const hold = { domain: await nameOf(loan), kind: 'court', document_id: documentId }
  await first.post('/holds', hold)
  const unknown = { version, document_id: '00000000-0000-4000-8000-000000000000' }
  expect(code(await first.key(path, unknown))).toBe('document_not_found')

  const { id } = (await first.key(path, seize)).json<{ id: string }>()
  expect(code(await first.key(`/decisions/${id}/confirm`))).toBe('both_keys')
  expect((await second.key(`/decisions/${id}/confirm`)).json()).toMatchObject({ state: 'done' })
  expect(await loan.as('BORROWER').read()).toMatchObject({ status: 'FINALIZED_PLATFORM_SEZIURE' })

  const owner = await app.given.verifiedUser()
  const { id: ownerId } = (await owner.browser.get('/users/self')).json<{ id: string }>()
  const { holds } = (await first.get(`/loans/${loan.id}`)).json<{ holds: { id: string }[] }>()
  const lift = `/holds/${holds[0]?.id}/lift`
  expect(code(await first.key(lift))).toBe('owner_needed')
  // Whoever gains by it may neither propose nor confirm.
  const winner = await both()
  const own = 'update operators set email_key = users.email_key from users where users.id = $1'
  await query(`${own} and operators.id = $2`, [ownerId, winner.id])
  expect(code(await winner.key(lift, { owner_id: ownerId }))).toBe('operator_partial')
  const disposal = (await first.key(lift, { owner_id: ownerId })).json<{ id: string }>()
  expect(code(await winner.key(`/decisions/${disposal.id}/confirm`))).toBe('operator_partial')
  // It moves a domain, so whoever confirms has to type its name.
  const unread = await second.key(`/decisions/${disposal.id}/confirm`, { name: 'other.com' })
  expect(code(unread)).toBe('name_mismatch')
  await second.key(`/decisions/${disposal.id}/confirm`)
  const { rows } = await app.database.owner.pool.query(
    'select user_id, status from domains where id = $1',
    [loan.domain.id],
  )
  expect(rows).toEqual([{ user_id: ownerId, status: 'CUSTODY_PAID' }])
})

test('clocks that stand still for everybody stop seizures too, and dates move by that time', async () => {
  const loan = await given.running({ term: 30 })
  await app.database.moveClock(38 * dayMs)
  await loan.as('LENDER').submit('finalize', { outcome: 'DEFAULT' })
  const noticed = await loan.as('BORROWER').read()
  const officer = await given.operator('case_officer', 'approver')
  const stop = await officer.post('/clocks')
  expect(stop.statusCode).toBe(201)
  const { id } = stop.json<{ id: string }>()
  expect((await officer.get('/clocks')).json()).toMatchObject({
    stops: [{ id, scope: 'all', by: officer.name }],
  })

  await app.database.moveClock(30 * dayMs)
  await new Promise((resolve) => setTimeout(resolve, 1500))
  expect(await loan.as('BORROWER').read()).toMatchObject({
    phase: 'DEFAULT_NOTICED',
    clock_stopped: true,
  })
  await officer.logIn()
  expect((await officer.post(`/clocks/${id}/start`)).statusCode).toBe(204)
  expect((await officer.post(`/clocks/${id}/start`)).statusCode).toBe(404)
  const after = await loan.as('BORROWER').read()
  const moved = Date.parse(after.objection_until ?? '') - Date.parse(noticed.objection_until ?? '')
  expect(moved / dayMs).toBe(31) // Thirty days and some seconds, rounded up.
  await app.database.moveClock(22 * dayMs)
  await until(async () => (await loan.as('BORROWER').read()).phase === 'SEIZURE_READY')
})

test('a clock is stopped for one loan or one ending, and not for a loan that is not there', async () => {
  const loan = await given.running()
  const officer = await given.operator('case_officer', 'approver')
  const one = await officer.post('/clocks', { escrow_id: loan.id })
  expect(await loan.as('BORROWER').read()).toMatchObject({ clock_stopped: true })
  await officer.post(`/clocks/${one.json<{ id: string }>().id}/start`)
  expect(await loan.as('BORROWER').read()).toMatchObject({ clock_stopped: false })

  const suffix = (await nameOf(loan)).split('.').at(-1) ?? ''
  const ending = await officer.post('/clocks', { suffix: `.${suffix.toUpperCase()}` })
  expect(await loan.as('BORROWER').read()).toMatchObject({ clock_stopped: true })
  await officer.post(`/clocks/${ending.json<{ id: string }>().id}/start`)
  const nowhere = { escrow_id: '00000000-0000-4000-8000-000000000000' }
  expect((await officer.post('/clocks', nowhere)).statusCode).toBe(404)
  const two = { escrow_id: loan.id, suffix }
  expect((await officer.post('/clocks', two)).statusCode).toBe(400)
})
