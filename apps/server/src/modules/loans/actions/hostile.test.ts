import { dayMs } from '@pier/protocol/time'
import { expect, test } from 'vitest'
import { bankDetails } from '../../../../test/given/given-loans.ts'
import { until } from '../../../../test/given/given-payments.ts'
import { givenRefinance } from '../../../../test/given/given-refinance.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { inTransaction } from '../../../platform/db/database.ts'
import { stopForRefusedNotice } from './deadlines.service.ts'
import { lockLoan } from '../machine/transitions.service.ts'

const app = useTestApp()
const given = givenRefinance(app)
const query = (text: string, values: unknown[]) => app.database.owner.pool.query(text, values)
type Loan = Awaited<ReturnType<typeof given.running>>
type Side = ReturnType<Loan['as']>
const dateIn = (from: string | null, days: number) =>
  new Date(Date.parse(from ?? '') + days * dayMs).toISOString().slice(0, 10)
const actionsIn = async (side: Side) =>
  (await side.get('/events')).json<{ events: { action: string }[] }>().events.map((e) => e.action)

test('a settlement that was swapped for another is not agreed to by who saw the first', async () => {
  const loan = await given.running({ term: 30 })
  await app.database.moveClock(60 * dayMs)
  await loan.as('LENDER').submit('escalate')
  await loan.as('LENDER').submit('settlement', { outcome: 'REPAID' })
  await loan.as('BORROWER').read()
  await loan.as('LENDER').submit('settlement/decline')
  await loan.as('LENDER').submit('settlement', { outcome: 'DEFAULT' })

  const reply = await loan.as('BORROWER').post('settlement/accept', {})
  expect(reply.json()).toMatchObject({ code: 'version_needed' })
  expect((await loan.as('BORROWER').read()).status).toBe('ESCALATED')
})

test('a part that was swapped for a larger one is not confirmed by who saw the first', async () => {
  const loan = await given.running()
  await loan.as('BORROWER').submit('payments', { amount: 30 })
  await loan.as('LENDER').submit('payments/deny')
  await loan.as('BORROWER').submit('payments', { amount: 30_000 })
  const reply = await loan.as('LENDER').post('payments/confirm', {})
  expect(reply.json()).toMatchObject({ code: 'version_needed' })
})

test('hidden characters in a statement are refused, and not an error of ours', async () => {
  const loan = await given.running()
  for (const statement of ['a\u0000b', '\ud800']) {
    const reply = await loan.as('LENDER').post('escalate', { statement })
    expect(reply.statusCode).toBe(400)
  }
  expect((await loan.as('LENDER').read()).status).toBe('LOAN_POSTED')
})

test('while nameservers are frozen, a change can be undone once, and the undo cannot be undone', async () => {
  const loan = await given.running()
  const hosts = ['ns1.fairwater-dns.example', 'ns2.fairwater-dns.example']
  const settled = async () => {
    await query(
      `update registrar_commands set state = 'done', settled_at = app_now()
       where domain_id = $1 and state in ('queued', 'sent')`,
      [loan.domain.id],
    )
    await query(
      `update holdings set nameservers = (select to_nameservers from nameserver_changes
         where domain_id = $1 order by created_at desc limit 1) where domain_id = $1`,
      [loan.domain.id],
    )
  }
  expect((await loan.as('BORROWER').post('nameservers', { nameservers: hosts })).statusCode).toBe(
    200,
  )
  await settled()
  await loan.as('LENDER').submit('escalate')
  const back = await loan.as('BORROWER').post('nameservers/undo')
  expect(back.statusCode).toBe(200)
  await settled()
  const forth = await loan.as('BORROWER').post('nameservers/undo')
  expect(forth.json()).toMatchObject({ code: 'escrow_guarded' })
})

test('new payment details of a lender who was paid out add no event to the refinancing loan', async () => {
  const old = await given.running()
  const next = await given.linked(old, { loan_amount: 30_076.23 })
  await old.as('LENDER').submit('refinance/confirm')
  const before = await actionsIn(next.as('BORROWER'))
  const other = { ...bankDetails, account: 'GB82WEST12345698765432' }
  const reply = await old.lender.browser.put('/users/payout-details', { ...other, rail: 0 })
  expect(reply.statusCode).toBe(200)
  expect(await actionsIn(next.as('BORROWER'))).toEqual(before)
})

test('a lender who could not see where to pay did not let the time pass', async () => {
  const loan = await given.signed({ withPayees: false })
  expect(await loan.as('LENDER').try('reveal')).toBe('422 escrow_guarded')
  await app.database.moveClock(6 * dayMs)
  expect(await loan.as('LENDER').read()).toMatchObject({
    status: 'DOMAIN_IN_CUSTODY',
    clock_stopped: true,
    on_deadline: 'You may now cancel without a mark on your record',
  })
  await loan.as('LENDER').submit('cancel')
  const { rows } = await query('select lapsed_by from escrows where id = $1', [loan.id])
  expect(rows).toEqual([{ lapsed_by: 'BORROWER' }])
})

test('who cancels before the days for payment details are over leaves no lapse on anybody', async () => {
  const loan = await given.signed({ withPayees: false })
  await app.database.moveClock(2 * dayMs)
  await loan.as('LENDER').submit('cancel')
  const { rows } = await query('select lapsed_by from escrows where id = $1', [loan.id])
  expect(rows).toEqual([{ lapsed_by: null }])
})

test('an extension takes nothing of the time that a settlement gave', async () => {
  const loan = await given.running({ term: 30 })
  await app.database.moveClock(60 * dayMs)
  const { due_at } = await loan.as('LENDER').submit('escalate')
  await loan.as('LENDER').submit('settlement', { outcome: 'CURE', due_on: dateIn(due_at, 90) })
  const { version } = await loan.as('BORROWER').read()
  const cured = await loan.as('BORROWER').submit('settlement/accept', { version })
  const now = (await query('select app_now() as now', [])).rows[0] as { now: Date }
  await loan.as('LENDER').submit('extension', { due_on: now.now.toISOString().slice(0, 10) })
  const seen = await loan.as('BORROWER').read()
  const after = await loan.as('BORROWER').submit('extension/accept', { version: seen.version })
  expect(Date.parse(after.grace_until ?? '')).toBeGreaterThanOrEqual(
    Date.parse(cured.grace_until ?? ''),
  )
})

test('claims that are denied again and again do not stand in the way of a default', async () => {
  const loan = await given.running({ term: 30 })
  await app.database.moveClock(60 * dayMs)
  const tries: string[] = []
  for (let round = 0; round < 7; round++) {
    tries.push(await loan.as('BORROWER').try('payments', { amount: 30 }))
    if (tries.at(-1)?.startsWith('LOAN')) await loan.as('LENDER').submit('payments/deny')
  }
  expect(tries.at(-1)).toBe('429 too_many_requests')
  expect(await loan.as('LENDER').try('finalize', { outcome: 'DEFAULT' })).toBe(
    'LOAN_POSTED DEFAULT_NOTICED',
  )
})

test('proposals made and taken back are no way to flood the other side', async () => {
  const loan = await given.running({ term: 30 })
  const { due_at } = await loan.as('BORROWER').read()
  const tries: string[] = []
  for (let round = 0; round < 12; round++) {
    tries.push(await loan.as('LENDER').try('extension', { due_on: dateIn(due_at, 30) }))
    if (tries.at(-1)?.startsWith('LOAN')) await loan.as('LENDER').submit('extension/decline')
  }
  expect(tries.at(-1)).toBe('429 too_many_requests')
})

test('a borrower who answers a notice that was not delivered starts the clock again', async () => {
  const loan = await given.running({ term: 30 })
  await app.database.moveClock(60 * dayMs)
  await loan.as('LENDER').submit('finalize', { outcome: 'DEFAULT' })
  await query(
    `insert into clock_stops (escrow_id, reason, began_at) values ($1, 'notice not delivered', app_now())`,
    [loan.id],
  )
  await app.database.moveClock(dayMs)
  await loan.as('BORROWER').submit('finalize', { reference: 'Paid' })
  await app.database.moveClock(6 * dayMs)
  await until(async () => (await loan.as('BORROWER').read()).status === 'ESCALATED')
})

test('a notice that was refused while a hold stood stops the clock after it too', async () => {
  const loan = await given.running({ term: 30 })
  await app.database.moveClock(60 * dayMs)
  await loan.as('LENDER').submit('finalize', { outcome: 'DEFAULT' })
  await query(
    `insert into domain_holds (domain_id, kind, note, created_at)
     values ($1, 'court', 'Order 12', app_now())`,
    [loan.domain.id],
  )
  await inTransaction(app.db, async (tx) => {
    const locked = await lockLoan(tx, loan.id)
    const refused = { escrowId: loan.id, userId: locked.loan.borrowerId }
    await stopForRefusedNotice(tx, refused)
    await stopForRefusedNotice(tx, refused)
  })
  await query('update domain_holds set lifted_at = app_now() where domain_id = $1', [
    loan.domain.id,
  ])
  expect((await loan.as('LENDER').read()).clock_stopped).toBe(true)
  const stops = await query('select 1 from clock_stops where escrow_id = $1', [loan.id])
  expect(stops.rows).toHaveLength(1)
})

test('a notice that comes back again does not stop a clock that an operator let run', async () => {
  const loan = await given.running({ term: 30 })
  await app.database.moveClock(60 * dayMs)
  await loan.as('LENDER').submit('finalize', { outcome: 'DEFAULT' })
  const comeBack = () =>
    inTransaction(app.db, async (tx) => {
      const { borrowerId } = (await lockLoan(tx, loan.id)).loan
      await stopForRefusedNotice(tx, { escrowId: loan.id, userId: borrowerId })
    })
  await comeBack()
  expect((await loan.as('LENDER').read()).clock_stopped).toBe(true)
  await query('update clock_stops set ended_at = app_now() where escrow_id = $1', [loan.id])

  await comeBack()

  expect((await loan.as('LENDER').read()).clock_stopped).toBe(false)
})

test('a claim taken back again and again wins no more time to pay', async () => {
  const loan = await given.signed()
  for (let round = 0; round < 3; round++) {
    await loan.as('LENDER').submit('markPaid')
    await app.database.moveClock(4 * dayMs)
    expect((await loan.as('LENDER').submit('withdrawClaim')).status).toBe('DOMAIN_IN_CUSTODY')
  }
  await until(async () => (await loan.as('LENDER').read()).status === 'CANCELLED')
  await loan.as('BORROWER').read()
  expect(await given.domainStatus(loan)).toBe('CUSTODY_PAID')
})

test('a domain that a loan is agreed on stays on the list, also when its proof is gone', async () => {
  const loan = await given.agreed({ isInCustody: false })
  await query(`update domains set status = 'EXTERNAL_UNVERIFIED' where id = $1`, [loan.domain.id])
  await query(
    `update listings set ended_at = app_now(), end_reason = 'ownership changed', is_active = false
     where domain_id = $1`,
    [loan.domain.id],
  )
  const reply = await loan.borrower.browser.delete(`/domains/${loan.domain.id}`)
  expect(reply.json()).toMatchObject({ code: 'domain_in_loan' })
})
