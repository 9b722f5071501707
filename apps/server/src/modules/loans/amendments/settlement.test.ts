import { dayMs } from '@pier/protocol/time'
import { expect, test } from 'vitest'
import { givenRefinance } from '../../../../test/given/given-refinance.ts'
import { useTestApp } from '../../../../test/test-app.ts'

const app = useTestApp()
const given = givenRefinance(app)
const dayOf = (date: string | null, days: number) =>
  new Date(Date.parse(date ?? '') + days * dayMs).toISOString().slice(0, 10)
const disputeOf = async (escrowId: string) =>
  (
    await app.database.owner.pool.query(
      `select outcome from escrow_disputes where escrow_id = $1 and closed_at is not null`,
      [escrowId],
    )
  ).rows as { outcome: string }[]

async function contested() {
  const loan = await given.signed()
  await loan.as('LENDER').submit('markPaid')
  const { created_at: today } = (await loan.as('BORROWER').submit('contest')) as unknown as {
    created_at: string
  }
  return { loan, today: today.slice(0, 10) }
}

async function disputed() {
  const loan = await given.running({ term: 60 })
  const { value_date: today } = await loan.as('BORROWER').submit('escalate')
  return { loan, today }
}

test('both say that the money never came: cancelled, and the domain is the borrower’s', async () => {
  const { loan } = await contested()
  await loan.as('LENDER').submit('settlement', { outcome: 'NOT_FUNDED' })

  const settled = await loan.as('BORROWER').submit('settlement/accept')

  expect(settled).toMatchObject({ status: 'CANCELLED', end_reason: 'unfunded', dispute: null })
  expect(await given.domainStatus(loan)).toBe('CUSTODY_PAID')
  expect(await disputeOf(loan.id)).toEqual([{ outcome: 'NOT_FUNDED' }])
})

test('both say when the money came: the loan runs from that day', async () => {
  const { loan, today } = await contested()
  const propose = (body: object) => loan.as('LENDER').try('settlement', body)
  expect(await propose({ outcome: 'FUNDED' })).toBe('422 date_out_of_range')
  expect(await propose({ outcome: 'FUNDED', value_date: dayOf(today, 1) })).toMatch(/^422/)
  expect(await propose({ outcome: 'REPAID' })).toBe('422 escrow_guarded')
  const proposed = await loan
    .as('LENDER')
    .submit('settlement', { outcome: 'FUNDED', value_date: today })
  expect(proposed).toMatchObject({ proposals: [{ outcome: 'FUNDED', value_date: today }] })

  const settled = await loan.as('BORROWER').submit('settlement/accept')

  expect(settled).toMatchObject({ status: 'LOAN_POSTED', phase: 'ACTIVE', value_date: today })
})

test('both say that it is repaid: the domain is back', async () => {
  const { loan } = await disputed()
  await loan.as('BORROWER').submit('settlement', { outcome: 'REPAID' })

  const settled = await loan.as('LENDER').submit('settlement/accept')

  expect(settled).toMatchObject({ status: 'FINALIZED_RETURN_TO_BORROWER', end_reason: 'repaid' })
  expect(await given.domainStatus(loan)).toBe('CUSTODY_PAID')
})

test('more time to repay is seven days at least, and the loan goes on', async () => {
  const loan = await given.running({ term: 30 })
  await app.database.moveClock(45 * dayMs)
  await loan.as('LENDER').submit('escalate')
  const { due_at } = await loan.as('LENDER').read()
  const today = dayOf(due_at, 15)
  const propose = (due_on: string) =>
    loan.as('LENDER').try('settlement', { outcome: 'CURE', due_on })
  expect(await propose(dayOf(today, 6))).toBe('422 date_out_of_range')
  expect(await propose(dayOf(today, 10))).toBe('ESCALATED DISPUTED')

  const settled = await loan.as('BORROWER').submit('settlement/accept')

  expect(settled).toMatchObject({
    status: 'LOAN_POSTED',
    phase: 'IN_GRACE',
    due_at,
    grace_until: `${dayOf(today, 10)}T23:59:59.000Z`,
  })
  expect(await disputeOf(loan.id)).toEqual([{ outcome: 'CURE' }])
})

test('both say that the default stands: the domain is the lender’s', async () => {
  const { loan } = await disputed()
  await loan.as('LENDER').submit('settlement', { outcome: 'DEFAULT' })

  const settled = await loan.as('BORROWER').submit('settlement/accept')

  expect(settled).toMatchObject({ status: 'FINALIZED_LENDER_SEIZURE', end_reason: 'defaulted' })
  const lenders = await loan.lender.browser.get(`/domains/${loan.domain.id}`)
  expect(lenders.json()).toMatchObject({ status: 'CUSTODY_PAID' })
})

test('nobody settles alone, and what is declined or taken back binds nobody', async () => {
  const { loan } = await disputed()
  expect(await loan.as('LENDER').try('settlement/accept')).toBe('422 escrow_guarded')
  await loan.as('LENDER').submit('settlement', { outcome: 'DEFAULT' })
  expect(await loan.as('LENDER').try('settlement/accept')).toBe('422 escrow_guarded')
  expect(await loan.as('BORROWER').submit('settlement/decline')).toMatchObject({ proposals: [] })
  expect(await loan.as('BORROWER').try('settlement/accept')).toBe('422 escrow_guarded')
  await loan.as('LENDER').submit('settlement', { outcome: 'DEFAULT' })
  await loan.as('LENDER').submit('settlement/decline')
  expect(await loan.as('BORROWER').try('settlement/accept')).toBe('422 escrow_guarded')
})

test('each proposes another end: the one that is agreed to counts, once', async () => {
  const { loan } = await disputed()
  await loan.as('LENDER').submit('settlement', { outcome: 'DEFAULT' })
  await loan.as('BORROWER').submit('settlement', { outcome: 'REPAID' })

  const answers = await Promise.all([
    loan.as('LENDER').try('settlement/accept'),
    loan.as('BORROWER').try('settlement/accept'),
  ])

  const { status } = await loan.as('LENDER').read()
  expect(['FINALIZED_RETURN_TO_BORROWER', 'FINALIZED_LENDER_SEIZURE']).toContain(status)
  expect(answers.filter((answer) => answer.endsWith('ENDED'))).toHaveLength(1)
  expect(await disputeOf(loan.id)).toHaveLength(1)
})

test('only in a dispute, a second click is no error, and a stranger finds nothing', async () => {
  const calm = await given.running()
  expect(await calm.as('LENDER').try('settlement', { outcome: 'REPAID' })).toBe(
    '409 escrow_wrong_status',
  )
  const { loan } = await disputed()
  await loan.as('BORROWER').submit('settlement', { outcome: 'REPAID' })
  const stranger = await app.given.verifiedUser()
  for (const [path, sent] of Object.entries({
    '': { outcome: 'REPAID' },
    '/accept': {},
    '/decline': {},
  })) {
    const reply = await stranger.browser.post(`/escrow/${loan.id}/settlement${path}`, sent)
    expect(reply.json()).toMatchObject({ code: 'escrow_not_found' })
  }
  const { version } = await loan.as('LENDER').read()
  const first = await loan.as('LENDER').submit('settlement/accept', { version })
  const again = await loan.as('LENDER').submit('settlement/accept', { version })
  expect(again.version).toBe(first.version)
})
