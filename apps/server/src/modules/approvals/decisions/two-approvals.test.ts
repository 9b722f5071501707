import { dayMs } from '@pier/protocol/time'
import { expect, test } from 'vitest'
import { givenLoans } from '../../../../test/given/given-loans.ts'
import { givenOperators, type TestOperator } from '../../../../test/given/given-operators.ts'
import { until } from '../../../../test/given/given-payments.ts'
import { useTestApp } from '../../../../test/test-app.ts'

const app = useTestApp()
const given = { ...givenLoans(app), ...givenOperators(app) }
const query = (text: string, values: unknown[]) => app.database.owner.pool.query(text, values)
type Loan = Awaited<ReturnType<typeof given.running>>

/** A loan that runs, disputed by its lender. */
async function disputed() {
  const loan = await given.running()
  const { version } = await loan.as('LENDER').submit('escalate')
  return { loan, version }
}
/** A disputed loan with a ruling that both operators have approved. */
async function announced() {
  const { loan, version } = await disputed()
  const officer = await given.operator('case_officer')
  const approver = await given.operator('approver')
  const proposed = await officer.key(`/loans/${loan.id}/rule`, { outcome: 'REPAID', version })
  const { id } = proposed.json<{ id: string }>()
  expect((await approver.key(`/decisions/${id}/confirm`)).statusCode).toBe(200)
  return { loan, officer, approver, id }
}
const stands = async (loan: Awaited<ReturnType<typeof disputed>>['loan']) => {
  const { status, phase } = await loan.as('BORROWER').read()
  return `${status} ${phase}`
}

test('one operator proposes, another confirms, and five days later the ruling takes effect', async () => {
  const { loan, version } = await disputed()
  const officer = await given.operator('case_officer')
  const approver = await given.operator('approver')

  const proposed = await officer.key(`/loans/${loan.id}/rule`, { outcome: 'REPAID', version })
  expect(proposed.statusCode).toBe(201)
  const { id } = proposed.json<{ id: string }>()
  expect(await stands(loan)).toBe('ESCALATED DISPUTED')
  const confirmed = await approver.key(`/decisions/${id}/confirm`)
  expect(confirmed.json()).toMatchObject({ state: 'announced', decided_by: { id: approver.id } })
  expect(await stands(loan)).toBe('ESCALATED DISPUTED')

  await app.database.moveClock(5 * dayMs + 60_000)
  await until(async () => (await stands(loan)) === 'FINALIZED_RETURN_TO_BORROWER ENDED')
})

test('while the clocks stand, the time to appeal stands too', async () => {
  const { loan, officer, approver, id } = await announced()
  const stop = await officer.post('/clocks')
  const { id: stopId } = stop.json<{ id: string }>()

  await app.database.moveClock(6 * dayMs)
  const effectAt = async () => {
    const decisions = (await approver.get(`/loans/${loan.id}`)).json<{
      decisions: { id: string; takes_effect_at: string }[]
    }>()
    return decisions.decisions.find((each) => each.id === id)?.takes_effect_at ?? ''
  }
  await Promise.all([officer.logIn(), approver.logIn()])
  const now = app.database.now()
  await until(async () => Date.parse(await effectAt()) > now + 4 * dayMs)
  expect(await stands(loan)).toBe('ESCALATED DISPUTED')

  expect((await approver.post(`/clocks/${stopId}/start`)).statusCode).toBe(204)
  await app.database.moveClock(5 * dayMs + 120_000)
  await until(async () => (await stands(loan)) === 'FINALIZED_RETURN_TO_BORROWER ENDED')
})

test('an appeal is in time for five days, and for as long as clocks stood still', async () => {
  const { loan, officer, approver, id } = await announced()
  const appeal = async () => {
    const reply = await loan.lender.browser.post(`/escrow/${loan.id}/case/rulings/${id}/appeal`, {
      text: 'The money never came.',
    })
    return `${reply.statusCode} ${reply.json<{ code?: string }>().code ?? ''}`.trim()
  }
  // As it is before the job has looked at it.
  await query(`update decisions set decided_at = app_now() - interval '6 days' where id = $1`, [id])
  expect(await appeal()).toBe('409 decision_decided')

  const stop = (await officer.post('/clocks')).json<{ id: string }>()
  await query(`update clock_stops set began_at = app_now() - interval '2 days' where id = $1`, [
    stop.id,
  ])
  expect(await appeal()).toBe('200')
  expect((await approver.post(`/clocks/${stop.id}/start`)).statusCode).toBe(204)
})

test('no ruling gives the domain to the lender before the time to answer the notice is over', async () => {
  const loan = await given.running({ term: 30 })
  await app.database.moveClock(38 * dayMs)
  await loan.as('LENDER').submit('finalize', { outcome: 'DEFAULT' })
  const { version } = await loan.as('BORROWER').submit('escalate')
  const officer = await given.operator('case_officer')
  const rule = { outcome: 'DEFAULT', version }

  const early = await officer.key(`/loans/${loan.id}/rule`, rule)
  await app.database.moveClock(20 * dayMs + 60_000)
  await officer.logIn()
  const inTime = await officer.key(`/loans/${loan.id}/rule`, rule)

  expect([early.statusCode, early.json()]).toMatchObject([422, { code: 'escrow_guarded' }])
  expect(inTime.statusCode).toBe(201)
})

test('nobody gives both approvals of a case, not even over two tries', async () => {
  const { loan, version } = await disputed()
  const both = await given.operator('case_officer', 'approver')
  const other = await given.operator('case_officer', 'approver')
  const rule = { outcome: 'REPAID', version }

  const first = (await both.key(`/loans/${loan.id}/rule`, rule)).json<{ id: string }>()
  const own = await both.key(`/decisions/${first.id}/confirm`)
  expect([own.statusCode, own.json()]).toMatchObject([403, { code: 'both_keys' }])
  await other.post(`/decisions/${first.id}/decline`)
  const second = (await other.key(`/loans/${loan.id}/rule`, rule)).json()
  expect(second).toMatchObject({ code: 'both_keys' })
  const third = (await both.key(`/loans/${loan.id}/rule`, rule)).json<{ id: string }>()
  expect((await both.key(`/decisions/${third.id}/confirm`)).json()).toMatchObject({
    code: 'both_keys',
  })
  expect((await other.key(`/decisions/${third.id}/confirm`)).statusCode).toBe(200)
})

test('a code works for one approval, and proposing gives 401 without a login and 404 to a user', async () => {
  const { loan, version } = await disputed()
  const officer = await given.operator('case_officer')
  const code = await officer.code()
  const body = { outcome: 'REPAID', version, code }
  expect((await officer.post(`/loans/${loan.id}/rule`, body)).statusCode).toBe(201)
  const approver = await given.operator('approver')
  expect((await approver.post(`/loans/${loan.id}/rule`, body)).json()).toMatchObject({
    code: 'operator_role',
  })
  const again = await officer.post(`/loans/${loan.id}/rule`, body)
  expect(again.json()).toMatchObject({ code: 'code_wrong' })

  const nobody = await app.inject({ method: 'POST', url: `/api/operator/loans/${loan.id}/rule` })
  expect(nobody.statusCode).toBe(401)
  const user = await loan.borrower.browser.post(`/operator/loans/${loan.id}/rule`, body)
  expect(user.statusCode).toBe(404)
})

test('an operator who is a party cannot approve', async () => {
  const { loan, version } = await disputed()
  const officer = await given.operator('case_officer')
  await app.database.owner.pool.query(
    `update operators set email_key = (select email_key from users where id =
       (select lender_id from escrows where id = $1)) where id = $2`,
    [loan.id, officer.id],
  )
  const refused = await officer.key(`/loans/${loan.id}/rule`, { outcome: 'REPAID', version })
  expect([refused.statusCode, refused.json()]).toMatchObject([403, { code: 'operator_partial' }])
})

test('an operator who is a party reads neither the file nor what is proposed in it', async () => {
  const { loan, version } = await disputed()
  const officer = await given.operator('case_officer')
  const party = await given.operator('case_officer', 'approver')
  const proposed = await officer.key(`/loans/${loan.id}/rule`, { outcome: 'REPAID', version })
  const { id } = proposed.json<{ id: string }>()
  const { rows } = await query('select id from escrow_disputes where escrow_id = $1', [loan.id])
  const dispute = (rows[0] as { id: string }).id
  const pages = [`/loans/${loan.id}`, `/cases/${dispute}`, `/decisions/${id}`]

  for (const page of pages) expect((await party.get(page)).statusCode, page).toBe(200)
  await becomes(party, loan.lender.email)
  for (const page of pages) expect((await party.get(page)).statusCode, page).toBe(403)
})

/** Ways in which an operator can be partial to the lender. */
const partialities: Record<string, (who: TestOperator, loan: Loan) => Promise<unknown>> = {
  'wrote to one': async (who, { lender }) => {
    const { rows } = await query('select id from users where email = $1', [lender.email])
    const id = (rows[0] as { id: string }).id
    const message = { subject: 'About your question', text: 'We looked at it.' }
    expect((await who.post(`/users/${id}/messages`, message)).statusCode).toBe(204)
  },
  'is one': (who, { lender }) => becomes(who, lender.email),
  'has a loan with one': async (who, loan) => {
    const other = await given.running()
    await becomes(who, other.borrower.email)
    const same = 'update escrows set lender_id = (select lender_id from escrows where id = $1)'
    await query(`${same} where id = $2`, [loan.id, other.id])
  },
}
const becomes = (who: TestOperator, email: string) =>
  query(
    'update operators set email_key = (select email_key from users where email = $1) where id = $2',
    [email, who.id],
  )

test('who has helped one of the sides, is one or has a loan with one gives no second approval', async () => {
  const { loan, version } = await disputed()
  const officer = await given.operator('case_officer')
  const proposed = await officer.key(`/loans/${loan.id}/rule`, { outcome: 'REPAID', version })
  const { id } = proposed.json<{ id: string }>()

  for (const [how, make] of Object.entries(partialities)) {
    const approver = await given.operator('approver', 'support')
    await make(approver, loan)
    const refused = await approver.key(`/decisions/${id}/confirm`)
    expect([refused.statusCode, refused.json()], how).toMatchObject([
      403,
      { code: 'operator_partial' },
    ])
  }
  const impartial = await given.operator('approver')
  expect((await impartial.key(`/decisions/${id}/confirm`)).statusCode).toBe(200)
})

test('a proposal that nobody confirmed within 48 hours is over, also before a job has said so', async () => {
  const { loan, version } = await disputed()
  const officer = await given.operator('case_officer')
  const approver = await given.operator('approver')
  const proposed = await officer.key(`/loans/${loan.id}/rule`, { outcome: 'REPAID', version })
  const { id } = proposed.json<{ id: string }>()
  await query('delete from timers where subject_id = $1', [id])

  await app.database.moveClock(2 * dayMs)
  await approver.logIn()

  const late = await approver.key(`/decisions/${id}/confirm`)
  expect(late.json()).toMatchObject({ code: 'decision_lapsed' })
  expect(await stands(loan)).toBe('ESCALATED DISPUTED')
})

/** Attempts are counted per UTC day, so midnight during the test would reset the count. */
async function waitForMorning() {
  const now = app.database.now()
  const dayMs = 24 * 3_600_000
  await app.database.moveClock(dayMs - (now % dayMs) + 3_600_000)
}

test('wrong codes are limited to ten per operator, across IP addresses, logins and approvals', async () => {
  await waitForMorning()
  const { loan, version } = await disputed()
  const officer = await given.operator('case_officer')
  const password = 'seven patient harbour pilots'
  for (let tries = 0; tries < 10; tries++) {
    officer.browser.address = `203.0.113.${tries + 1}`
    const login = { email: officer.email, password, code: '000000' }
    expect((await officer.call('POST', '/login', login)).statusCode).toBe(401)
  }
  officer.browser.address = '203.0.113.99'
  // Whoever has the password does not learn that it is right.
  expect((await officer.logIn()).json()).toMatchObject({ code: 'operator_login_wrong' })
  const right = await officer.key(`/loans/${loan.id}/rule`, { outcome: 'REPAID', version })
  expect(right.statusCode).toBe(429)

  await app.database.moveClock(24 * 3_600_000)
  expect((await officer.logIn()).statusCode).toBe(200)
})

test('wrong codes are counted, and after ten of them even the right one waits', async () => {
  await waitForMorning()
  const { loan, version } = await disputed()
  const officer = await given.operator('case_officer')
  const rule = { outcome: 'REPAID', version }
  for (let tries = 0; tries < 10; tries++) {
    const wrong = await officer.post(`/loans/${loan.id}/rule`, { ...rule, code: '000000' })
    expect(wrong.json()).toMatchObject({ code: 'code_wrong' })
  }
  const right = await officer.key(`/loans/${loan.id}/rule`, rule)
  expect(right.statusCode).toBe(429)
})
