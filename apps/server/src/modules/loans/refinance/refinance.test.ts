import { randomUUID } from 'node:crypto'
import { dayMs, hourMs } from '@pier/protocol/time'
import { expect, test } from 'vitest'
import { inTransaction } from '../../../platform/db/database.ts'
import { until } from '../../../../test/given/given-payments.ts'
import { ask, givenRefinance } from '../../../../test/given/given-refinance.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { carryOutRefinance } from './refinance.service.ts'
import { lockLoan } from '../machine/transitions.service.ts'

const app = useTestApp()
const given = givenRefinance(app)
type Loan = Awaited<ReturnType<typeof given.running>>
type Side = { read: () => Promise<{ status: string; phase: string }> }
const stands = async (side: Side) => {
  const { status, phase } = await side.read()
  return `${status} ${phase}`
}
const listingOf = async ({ domain }: Loan) => {
  const { rows } = await app.database.owner.pool.query<{ state: string }>(
    `select case when ended_at is not null then 'ended' when is_reserved then 'reserved'
       when is_active then 'shown' else 'hidden' end as state
     from listings where domain_id = $1 order by number desc limit 1`,
    [domain.id],
  )
  return rows[0]?.state
}
/** At most one loan is owed, and the domain secures one loan. */
const invariants = async ({ domain }: Loan) => {
  const { rows } = await app.database.owner.pool.query(
    `select domains.status,
       count(*) filter (where escrows.status in ('LOAN_POSTED', 'ESCALATED'))::int as owing
     from escrows join domains on domains.id = domain_id where domain_id = $1 group by domains.id`,
    [domain.id],
  )
  return rows[0] as { status: string; owing: number }
}
/** How each was closed; nothing for one that is open. */
const disputesOf = async ({ id }: Loan) => {
  const { rows } = await app.database.owner.pool.query<{ outcome: string | null }>(
    'select outcome from escrow_disputes where escrow_id = $1 order by opened_at',
    [id],
  )
  return rows.map(({ outcome }) => outcome)
}

test('above 36 % a loan is offered to other lenders only at a rate that was said twice', async () => {
  const old = await given.running()
  const dear = { ...ask, desired_apy: 48 }
  const { version } = (await old.as('BORROWER').read()) as unknown as { version: number }
  const seek = (more: object) =>
    old.borrower.browser.post(`/escrow/${old.id}/refinance`, { version, ...dear, ...more })

  expect((await seek({})).json()).toMatchObject({ code: 'rate_unconfirmed' })
  expect((await seek({ confirmed_rate: 47 })).json()).toMatchObject({ code: 'rate_unconfirmed' })
  expect(await listingOf(old)).toBe('ended')
  expect((await seek({ confirmed_rate: 48 })).statusCode).toBe(200)
  expect(await listingOf(old)).toBe('shown')
})

test('another lender pays the first one out: one loan ends, the other runs, the domain never moves', async () => {
  const old = await given.running()
  const next = await given.linked(old)
  expect(await stands(next.as('LENDER'))).toBe('DOMAIN_IN_CUSTODY AWAITING_PAYMENT')
  expect(await invariants(old)).toEqual({ status: 'IN_ESCROW', owing: 1 })
  const lent = await next.lender.browser.post('/escrow/lender', {})
  expect(lent.json()).toMatchObject({
    moves: 1,
    escrows: [{ move: 'Pay $30,076.23 to the current lender', your_move: true }],
  })
  const { successor } = (await old.as('LENDER').read()) as unknown as { successor: object }
  expect(successor).toMatchObject({ amount: 40_000, payoff: 30_076.23, is_ready: false })

  await next.as('LENDER').submit('markPaid', { reference: 'Payout' })
  expect(await old.as('LENDER').try('refinance/confirm')).toBe('422 escrow_guarded')
  await next.as('BORROWER').submit('refinance/rest')
  expect(await invariants(old)).toEqual({ status: 'IN_ESCROW', owing: 1 })
  const ended = await old.as('LENDER').submit('refinance/confirm')

  expect(ended).toMatchObject({
    status: 'FINALIZED_RETURN_TO_BORROWER',
    end_reason: 'refinanced',
  })
  const runs = await next.as('BORROWER').read()
  expect(runs).toMatchObject({
    status: 'LOAN_POSTED',
    phase: 'ACTIVE',
    amount: 40_000,
    payments: [{ kind: 'FUNDING', status: 'CONFIRMED' }],
  })
  expect(runs.value_date).toBe((ended as unknown as { ended_at: string }).ended_at.slice(0, 10))
  expect(await invariants(old)).toEqual({ status: 'IN_ESCROW', owing: 1 })
  expect(await listingOf(old)).toBe('ended')
  expect(await next.as('LENDER').try('finalize')).toBe('FINALIZED_RETURN_TO_BORROWER ENDED')
  expect(await given.domainStatus(old)).toBe('CUSTODY_PAID')
})

test('what only pays out the first lender leaves no rest to confirm', async () => {
  const old = await given.running()
  const next = await given.linked(old, { loan_amount: 30_076.23 })

  expect(await next.as('BORROWER').try('refinance/rest')).toBe('422 escrow_guarded')
  const ended = await old.as('LENDER').submit('refinance/confirm')

  expect(ended.status).toBe('FINALIZED_RETURN_TO_BORROWER')
  expect(await stands(next.as('LENDER'))).toBe('LOAN_POSTED ACTIVE')
})

test('the ask and the offer have to pay the loan out, and its own lender makes none', async () => {
  const old = await given.running()
  const less = { ...ask, desired_loan_amount: 30_076.22 }
  expect(await old.as('BORROWER').try('refinance', less)).toBe('422 refinance_short')
  await old.as('BORROWER').submit('refinance', ask)
  const own = await old.lender.browser.post('/offers', {
    domain_id: old.domain.id,
    loan_amount: 40_000,
    term: 180,
    apy: 12,
  })
  expect(own.json()).toMatchObject({ code: 'own_loan' })

  const { id: offerId } = await given.offer(old.domain.id, { loan_amount: 30_000 })
  const accepted = await old.borrower.browser.post('/escrow/accept', { offerId })
  expect(accepted.json()).toMatchObject({ code: 'refinance_short' })
})

test('the listing is in the directory as one in custody, and a second click makes no second one', async () => {
  const old = await given.running()
  const { version } = await old.as('BORROWER').read()
  const first = await old.as('BORROWER').submit('refinance', { ...ask, version })
  const again = await old.as('BORROWER').submit('refinance', { ...ask, version })
  expect(again.version).toBe(first.version)
  expect(await old.as('BORROWER').try('refinance', ask)).toBe('409 listing_exists')

  const { listings } = (await app.browser().get('/listings?limit=100')).json<{
    listings: { domain_id: string; custody_ready: boolean }[]
  }>()
  const shown = listings.filter(({ domain_id }) => domain_id === old.domain.id)
  expect(shown).toMatchObject([{ custody_ready: true }])
})

test('only the borrower looks for another lender, and only while the loan simply runs', async () => {
  const waiting = await given.signed()
  expect(await waiting.as('BORROWER').try('refinance', ask)).toBe('409 escrow_wrong_status')
  const old = await given.running()
  expect(await old.as('LENDER').try('refinance', ask)).toBe('409 escrow_wrong_status')
  await old.as('BORROWER').submit('payments', { amount: 100 })
  expect(await old.as('BORROWER').try('refinance', ask)).toBe('422 escrow_guarded')
  expect(await old.as('LENDER').try('refinance/confirm')).toBe('422 escrow_guarded')
  const stranger = await app.given.verifiedUser()
  for (const [path, body] of Object.entries({ '': ask, '/confirm': {}, '/rest': {} })) {
    const reply = await stranger.browser.post(`/escrow/${old.id}/refinance${path}`, body)
    expect(reply.json()).toMatchObject({ code: 'escrow_not_found' })
  }
})

test('the first loan is repaid meanwhile: the other is cancelled with it, and the domain is free', async () => {
  const old = await given.running()
  const next = await given.linked(old)

  expect(await old.as('LENDER').try('finalize')).toBe('FINALIZED_RETURN_TO_BORROWER ENDED')

  expect(await next.as('LENDER').read()).toMatchObject({
    status: 'CANCELLED',
    end_reason: 'overtaken',
  })
  expect(await given.domainStatus(old)).toBe('CUSTODY_PAID')
  expect(await listingOf(old)).toBe('ended')
})

test('while the new lender pays, the first loan can end in no other way', async () => {
  const old = await given.running({ term: 30 })
  await app.database.moveClock(40 * dayMs)
  const next = await given.linked(old)
  await next.as('LENDER').submit('markPaid')

  expect(await old.as('LENDER').try('finalize')).toBe('422 escrow_guarded')
  expect(await old.as('LENDER').try('finalize', { outcome: 'DEFAULT' })).toBe('422 escrow_guarded')
  const domain = old.domain.name
  expect(await old.as('BORROWER').try('surrender', { domain })).toBe('422 escrow_guarded')
  expect(await next.as('BORROWER').try('cancel')).toBe('409 escrow_wrong_status')
  expect(await next.as('BORROWER').try('markPaid')).toBe('422 escrow_guarded')
  await app.database.moveClock(4 * dayMs)
  expect(await stands(next.as('LENDER'))).toBe('DOMAIN_IN_CUSTODY PAYMENT_WINDOW')

  await next.as('LENDER').submit('withdrawClaim')
  await app.database.moveClock(6 * dayMs)
  await until(async () => (await stands(next.as('LENDER'))) === 'CANCELLED ENDED')
  expect(await old.as('LENDER').try('finalize')).toBe('FINALIZED_RETURN_TO_BORROWER ENDED')
})

test('nobody pays within five days: only the linked loan is cancelled, and the ask stands again', async () => {
  const old = await given.running()
  const next = await given.linked(old)
  expect(await listingOf(old)).toBe('reserved')

  await app.database.moveClock(5 * dayMs + hourMs)

  await until(async () => (await stands(next.as('LENDER'))) === 'CANCELLED ENDED')
  expect(await stands(old.as('BORROWER'))).toBe('LOAN_POSTED ACTIVE')
  expect(await given.domainStatus(old)).toBe('IN_ESCROW')
  expect(await listingOf(old)).toBe('shown')
})

test('a dispute over the first loan leaves the other waiting; settled as repaid, it ends', async () => {
  const old = await given.running()
  const next = await given.linked(old)
  await old.as('LENDER').submit('escalate')
  expect(await old.as('LENDER').try('refinance/confirm')).toBe('422 escrow_guarded')
  expect(await stands(next.as('LENDER'))).toBe('DOMAIN_IN_CUSTODY AWAITING_PAYMENT')
  await old.as('BORROWER').submit('settlement', { outcome: 'REPAID' })

  await old.as('LENDER').submit('settlement/accept')

  expect(await stands(next.as('LENDER'))).toBe('CANCELLED ENDED')
  expect(await invariants(old)).toEqual({ status: 'CUSTODY_PAID', owing: 0 })
})

test('a payout that the first lender does not answer: two operators look at it, and their own word ends it still', async () => {
  const old = await given.running()
  const next = await given.linked(old)
  await next.as('LENDER').submit('markPaid', { reference: 'Payout' })

  await app.database.moveClock(4 * dayMs)
  await until(async () => (await stands(old.as('LENDER'))) === 'LOAN_POSTED ACTIVE')
  await app.database.moveClock(dayMs + 2 * hourMs)
  await until(async () => (await stands(old.as('LENDER'))) === 'ESCALATED DISPUTED')
  expect(await stands(next.as('LENDER'))).toBe('DOMAIN_IN_CUSTODY PAYMENT_WINDOW')
  expect(await invariants(old)).toEqual({ status: 'IN_ESCROW', owing: 1 })

  await next.as('BORROWER').submit('refinance/rest')
  const ended = await old.as('LENDER').submit('refinance/confirm')
  expect(ended).toMatchObject({ status: 'FINALIZED_RETURN_TO_BORROWER', end_reason: 'refinanced' })
  expect(await stands(next.as('LENDER'))).toBe('LOAN_POSTED ACTIVE')
  expect(await disputesOf(old)).toEqual(['REFINANCED'])
})

test('two operators rule that the first lender was paid out: the other loan runs, and the dispute is closed', async () => {
  const old = await given.running()
  const next = await given.linked(old)
  await next.as('LENDER').submit('markPaid', { reference: 'Payout' })
  await old.as('LENDER').submit('escalate')
  const operators = [randomUUID(), randomUUID()]
  const rule = () =>
    inTransaction(app.db, async (tx) =>
      carryOutRefinance(tx, await lockLoan(tx, old.id), {
        actor: 'TWO_OPERATORS',
        data: { operators },
      }),
    )
  await expect(rule()).rejects.toMatchObject({ code: 'escrow_guarded' })
  await next.as('BORROWER').submit('refinance/rest')

  await rule()

  expect(await stands(old.as('LENDER'))).toBe('FINALIZED_RETURN_TO_BORROWER ENDED')
  expect(await stands(next.as('LENDER'))).toBe('LOAN_POSTED ACTIVE')
  expect(await disputesOf(old)).toEqual(['REFINANCED'])
  expect(await invariants(old)).toEqual({ status: 'IN_ESCROW', owing: 1 })
  await expect(rule()).rejects.toMatchObject({ code: 'escrow_wrong_status' })
})

test('who got the rest cannot cancel, and the first loan is then only paid out', async () => {
  const old = await given.running()
  const next = await given.linked(old)
  const first = await next.as('BORROWER').submit('refinance/rest')
  const again = await next.as('BORROWER').submit('refinance/rest')
  expect(again.version).toBe(first.version)

  expect(await next.as('BORROWER').try('cancel')).toBe('422 escrow_guarded')
  expect(await old.as('LENDER').try('finalize')).toBe('422 escrow_guarded')
  expect(await next.as('LENDER').try('refinance/rest')).toBe('409 escrow_wrong_status')
})

test('confirmed, cancelled and finalized at once: one debt or none, and a domain to match', async () => {
  const old = await given.running()
  const next = await given.linked(old, { loan_amount: 30_076.23 })

  const answers = await Promise.all([
    old.as('LENDER').try('refinance/confirm'),
    next.as('LENDER').try('cancel'),
    old.as('LENDER').try('finalize'),
    old.as('LENDER').try('refinance/confirm'),
  ])

  expect(answers.filter((answer) => answer.startsWith('5'))).toEqual([])
  const { status, owing } = await invariants(old)
  expect(status).toBe(owing === 1 ? 'IN_ESCROW' : 'CUSTODY_PAID')
  const isTakenOver = (await stands(next.as('BORROWER'))) === 'LOAN_POSTED ACTIVE'
  expect(owing).toBe(isTakenOver ? 1 : 0)
})

test('a debt is not paid in parts while its payout is fixed', async () => {
  const old = await given.running()
  await given.linked(old)

  expect(await old.as('BORROWER').try('payments', { amount: 100 })).toBe('422 escrow_guarded')
})
