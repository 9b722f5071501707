import { expect, test } from 'vitest'
import { givenLoans } from '../../testing/given-loans.ts'
import { givenOperators } from '../../testing/given-operators.ts'
import { until } from '../../testing/given-payments.ts'
import { useTestApp } from '../../testing/test-app.ts'

const app = useTestApp()
const given = { ...givenLoans(app), ...givenOperators(app) }
const day = 24 * 3_600_000

/** A loan that runs, disputed by its lender. */
async function disputed() {
  const loan = await given.running()
  const { version } = await loan.as('LENDER').press('escalate')
  return { loan, version }
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

  await app.database.moveClock(5 * day + 60_000)
  await until(async () => (await stands(loan)) === 'FINALIZED_RETURN_TO_BORROWER ENDED')
})

test('while the clocks stand, the time to appeal stands too', async () => {
  const { loan, version } = await disputed()
  const officer = await given.operator('case_officer')
  const approver = await given.operator('approver')
  const proposed = await officer.key(`/loans/${loan.id}/rule`, { outcome: 'REPAID', version })
  const { id } = proposed.json<{ id: string }>()
  expect((await approver.key(`/decisions/${id}/confirm`)).statusCode).toBe(200)
  const stop = await officer.post('/clocks')
  const { id: stopId } = stop.json<{ id: string }>()

  await app.database.moveClock(6 * day)
  const effectAt = async () => {
    const decisions = (await approver.get(`/loans/${loan.id}`)).json<{
      decisions: { id: string; takes_effect_at: string }[]
    }>()
    return decisions.decisions.find((each) => each.id === id)?.takes_effect_at ?? ''
  }
  await Promise.all([officer.logIn(), approver.logIn()])
  const now = app.database.now()
  await until(async () => Date.parse(await effectAt()) > now + 4 * day)
  expect(await stands(loan)).toBe('ESCALATED DISPUTED')

  expect((await approver.post(`/clocks/${stopId}/start`)).statusCode).toBe(204)
  await app.database.moveClock(5 * day + 120_000)
  await until(async () => (await stands(loan)) === 'FINALIZED_RETURN_TO_BORROWER ENDED')
})

test('nobody turns both keys of a case, not even over two tries', async () => {
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

test('a code is good for one key, and a stranger or a user finds nothing', async () => {
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

test('an operator who is a party has no key', async () => {
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

test('wrong codes are counted, and after ten of them even the right one waits', async () => {
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
