import { dayMs, minuteMs } from '@pier/protocol/time'
import { expect, test } from 'vitest'
import { givenLoans } from '../../../../test/given/given-loans.ts'
import {
  givenOperators,
  reason,
  type TestOperator,
} from '../../../../test/given/given-operators.ts'
import { until } from '../../../../test/given/given-payments.ts'
import { useTestApp } from '../../../../test/test-app.ts'

const app = useTestApp()
const given = { ...givenLoans(app), ...givenOperators(app) }
const query = (text: string, values: unknown[] = []) => app.database.owner.pool.query(text, values)

type Loan = Awaited<ReturnType<typeof given.running>>
type Page = {
  version: number
  status: string
  phase: string
  borrower: { email: string }
  is_open: boolean
  restricted: { addresses: { party: string }[]; messages: { text: string }[] } | null
  chain: { is_whole: boolean; problem: string | null; count: number; head: string | null }
  events: { action: string; words: string }[]
  seizure_checks: { words: string; is_met: boolean; note: string | null }[]
  terms_changes: { what: string; before: string; after: string }[]
  decisions: { id: string; can_confirm: boolean }[]
}
const look = async (operator: TestOperator, loan: Loan): Promise<Page> => {
  const reply = await operator.get(`/loans/${loan.id}`)
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json<Page>()
}
const noted = async (operator: TestOperator) => {
  const { rows } = await query(
    `select action, reason from audit_log where operator_id = $1 and subject is not null order by seq`,
    [operator.id],
  )
  return rows as { action: string; reason: string | null }[]
}

test('what is restricted is shown once the file is opened with a reason, which is noted', async () => {
  const loan = await given.running()
  await loan.as('BORROWER').post('message', { message: 'The money is on its way.' })
  const support = await given.operator('support')

  const shut = await look(support, loan)
  expect(shut).toMatchObject({
    is_open: false,
    restricted: null,
    borrower: { email: 'm***@m***.example' },
  })
  expect(JSON.stringify(shut)).not.toContain('on its way')
  expect((await support.call('POST', `/loans/${loan.id}/open`, {})).statusCode).toBe(400)

  await support.post(`/loans/${loan.id}/open`)
  const open = await look(support, loan)
  expect(open).toMatchObject({ is_open: true, borrower: { email: loan.borrower.email } })
  expect(open.restricted?.messages).toMatchObject([{ text: 'The money is on its way.' }])
  expect(open.restricted?.addresses.map(({ party }) => party)).toEqual(['BORROWER', 'LENDER'])
  expect(await noted(support)).toEqual([{ action: 'POST /operator/loans/:id/open', reason }])
})

test('the chain is checked at each look, and one that was changed says so', async () => {
  const loan = await given.running()
  const support = await given.operator('support')
  const whole = await look(support, loan)
  expect(whole.chain).toMatchObject({ is_whole: true, problem: null, count: whole.events.length })
  expect(whole.events[0]?.words).toBe('Mara Lindqvist accepted the offer')

  await query('alter table escrow_events disable trigger user')
  await query(`update escrow_events set data = '{"row": 2}' where escrow_id = $1 and seq = 1`, [
    loan.id,
  ])
  await query('alter table escrow_events enable trigger user')
  expect((await look(support, loan)).chain).toMatchObject({ is_whole: false })
})

test('a loan is seen as one of its sides sees it, and that is noted', async () => {
  const loan = await given.signed()
  const support = await given.operator('support')
  const path = `/loans/${loan.id}/as/LENDER`
  expect((await support.get(path)).statusCode).toBe(400)
  const seen = await support.get(`${path}?reason=${encodeURIComponent(reason)}`)
  const own = await loan.as('LENDER').read()
  expect(seen.json()).toEqual({ ...own, borrower_contract_url: null, lender_contract_url: null })
  expect(await noted(support)).toEqual([{ action: 'GET /operator/loans/:id/as/:party', reason }])
})

test('one operator cancels a loan that is not paid, with reasons that both sides read', async () => {
  const loan = await given.signed()
  const officer = await given.operator('case_officer')
  const { version } = await look(officer, loan)
  const stale = await officer.post(`/loans/${loan.id}/cancel`, { version: version - 1 })
  expect(stale.json()).toMatchObject({ code: 'escrow_changed' })
  expect((await officer.post(`/loans/${loan.id}/cancel`, { version })).statusCode).toBe(204)
  expect(await loan.as('BORROWER').read()).toMatchObject({ status: 'CANCELLED' })
  await app.mailTo(loan.lender.email, 'Reason for the cancellation')

  const paid = await given.running()
  const late = await officer.post(`/loans/${paid.id}/cancel`, await look(officer, paid).then(seen))
  expect(late.statusCode).toBe(409)
})
const seen = ({ version }: Page) => ({ version })

test('a later due date and cure time stand among the changes of the terms', async () => {
  const loan = await given.running({ term: 60 })
  const { due_at: due } = await loan.as('BORROWER').read()
  const later = (days: number) =>
    new Date(Date.parse(due ?? '') + days * dayMs).toISOString().slice(0, 10)
  await loan.as('BORROWER').submit('extension', { due_on: later(30) })
  await loan.as('LENDER').submit('extension/accept')
  await loan.as('LENDER').submit('escalate')
  await loan.as('LENDER').submit('settlement', { outcome: 'CURE', due_on: later(60) })
  await loan.as('BORROWER').submit('settlement/accept')
  const page = await look(await given.operator('support'), loan)
  expect(page.terms_changes).toMatchObject([
    { what: 'Due date', before: later(0), after: later(30) },
    { what: 'End of grace', before: later(37), after: later(60) },
  ])
})

test('after a notice that nobody answered, two operators check the list and the domain moves', async () => {
  const loan = await given.running({ term: 30 })
  const officer = await given.operator('case_officer', 'approver')
  const approver = await given.operator('approver')
  await query(
    `with said as (
       insert into decisions (kind, subject_id, terms, reasons, state, proposed_by, proposed_at,
         decided_by, decided_at, done_at)
       values ('value', gen_random_uuid(), '{}', 'Sales of names like this one', 'done', $2,
         app_now(), $3, app_now(), app_now()) returning id)
     insert into valuations (name, amount_cents, source, created_at, expires_at, decision_id)
     select name, 1000000, 'test', app_now(), app_now() + interval '1 year', said.id
     from domains, said where domains.id = $1`,
    [loan.domain.id, officer.id, approver.id],
  )
  const met = async () => {
    await officer.logIn()
    return (await look(officer, loan)).seizure_checks.map(({ is_met }) => is_met)
  }
  expect(await met()).toEqual([true, false, true, false, true, true])
  await app.database.moveClock(38 * dayMs)
  await loan.as('LENDER').submit('finalize', { outcome: 'DEFAULT' })
  await until(async () => (await countNotices(loan)) === 1)
  await app.database.moveClock(10 * dayMs + minuteMs)
  await until(async () => (await countNotices(loan)) === 2)
  await app.database.moveClock(8 * dayMs)
  await until(async () => (await countNotices(loan)) === 3)
  await app.database.moveClock(2 * dayMs)
  await until(async () => (await loan.as('LENDER').read()).phase === 'SEIZURE_READY')
  expect(await met()).toEqual([true, true, true, true, true, true])

  const { version } = await look(officer, loan)
  const proposed = await officer.key(`/loans/${loan.id}/seize`, { version })
  const { id } = proposed.json<{ id: string }>()
  expect((await officer.key(`/decisions/${id}/confirm`)).json()).toMatchObject({
    code: 'both_keys',
  })
  expect((await look(officer, loan)).decisions).toMatchObject([{ id, can_confirm: false }])
  await approver.logIn()
  expect((await look(approver, loan)).decisions).toMatchObject([{ id, can_confirm: true }])
  expect((await approver.key(`/decisions/${id}/confirm`)).json()).toMatchObject({ state: 'done' })
  expect(await loan.as('LENDER').read()).toMatchObject({ status: 'FINALIZED_LENDER_SEIZURE' })
})

async function countNotices(loan: Loan): Promise<number> {
  const { rows } = await query(
    `select count(*)::int as count from mails where about_id = $1 and kind = 'defaults'
       and status = 'sent' and user_id = (select borrower_id from escrows where id = $1)`,
    [loan.id],
  )
  return (rows[0] as { count: number }).count
}
