/** Checks figures and rules in the text of the agreement against the code. */
import { lifecycleRows, graceDaysOf } from '@pier/protocol/lifecycles/loan'
import { clockOf } from '@pier/protocol/lifecycles/phases'
import { limits } from '@pier/protocol/limits'
import { owedOn } from '@pier/protocol/loans/repayment'
import { dayMs, hourMs } from '@pier/protocol/time'
import { expect, test } from 'vitest'
import { givenLoans } from '../../../../test/given/given-loans.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { noticeOf } from '../../loans/notices/default-notice.ts'
import { dueReminder } from '../../loans/clocks/deadlines.ts'
import { contractTemplates } from '../templates/contract-templates.ts'

const app = useTestApp()
const given = givenLoans(app)

const text = contractTemplates[0].clauses.flatMap(({ paragraphs }) => paragraphs).join(' ')
/** The number in place of "#" in the sentence. */
const figureIn = (words: string): number =>
  Number(new RegExp(words.replace('#', '(\\d+)')).exec(text)?.[1])
const msOf = (phase: Parameters<typeof clockOf>[0]) => clockOf(phase, { rail: 'bank' })?.ms

test('the times that an agreement names are those of the clocks that run', () => {
  expect(figureIn('does not sign within # days') * dayMs).toBe(msOf('SIGNATURES'))
  expect(figureIn('is not given within # days') * dayMs).toBe(msOf('CODE_NEEDED'))
  expect(figureIn('is not reached within # days') * dayMs).toBe(msOf('TRANSFER_PENDING'))
  expect(figureIn('does not pay within # days') * dayMs).toBe(msOf('AWAITING_PAYMENT'))
  expect(figureIn('For # hours after payment details') * hourMs).toBe(msOf('PAYMENT_WINDOW'))
  expect(figureIn('has # days from the notice') * dayMs).toBe(msOf('DEFAULT_NOTICED'))
  expect(figureIn('may ask for # days to sell')).toBe(limits.sellDays)
  expect(figureIn('statement within # hours')).toBe(limits.statementHours)
  expect(figureIn('may reply within # hours')).toBe(limits.replyHours)
  expect(figureIn('rule within # days of the replies')).toBe(limits.rulingDays)
  expect(figureIn('second look within # more')).toBe(limits.appealDays)
  expect(figureIn('A change waits # hours')).toBe(limits.payeeWaitHours)
})

test('the days of grace are those of the agreement, for short and for long terms', () => {
  const short = figureIn('where the term is under # days')

  expect(graceDaysOf({ termDays: short })).toBe(figureIn('a grace period of # days'))
  expect(graceDaysOf({ termDays: short - 1 })).toBe(figureIn('or # days where the term'))
})

test('a default is claimed after the days of grace, by the lender, and by nobody else', () => {
  const claims = lifecycleRows.filter(({ to }) => to?.phase === 'DEFAULT_NOTICED')

  expect(claims.map(({ action, who }) => [action, who])).toEqual([['claimDefault', ['LENDER']]])
  for (const { guards } of claims) expect(guards).toContain('graceOver')
  const seized = lifecycleRows.filter(({ effects }) => effects.includes('giveToLender'))
  for (const { action, guards } of seized) {
    const isAdmitted = action === 'surrender' || action === 'settle'
    expect(isAdmitted || guards.includes('noticeOver')).toBe(true)
  }
})

test('until the domain has moved, the borrower can say that all is paid', () => {
  const claim = lifecycleRows.find(
    ({ action, who }) => action === 'finalize' && who.includes('BORROWER'),
  )

  expect(claim?.phases).toEqual(['ACTIVE', 'DEFAULT_NOTICED', 'SEIZURE_READY'])
  expect(claim?.guards).toEqual(['notHeld'])
})

test('nothing of a disputed loan moves the domain without both sides or two operators', () => {
  const moving = lifecycleRows.filter(
    ({ from, effects }) =>
      from === 'ESCALATED' && (effects.includes('leaveEscrow') || effects.includes('giveToLender')),
  )

  expect(moving.length).toBeGreaterThan(0)
  for (const { who, guards } of moving) {
    const isByBoth = guards.includes('othersProposal')
    expect(isByBoth || who.every((actor) => actor === 'TWO_OPERATORS')).toBe(true)
  }
})

test('the notice names the sum, where to pay, and the last moment to answer', () => {
  const now = new Date('2026-11-01T12:00:00Z')
  const terms = { rateBps: 2400, termDays: 90, valueDate: '2026-01-31' }
  const payments = [
    { kind: 'PARTIAL', status: 'CONFIRMED', paidOn: '2026-03-01', amountCents: 9_000 },
  ]
  const advance = { advancedOn: '2026-05-01', amountCents: 1_218, paymentsBefore: 1 }
  const advances = [{ ...advance, state: 'done' }]
  const loan = {
    ...terms,
    interestFree: [],
    amountCents: 1_000_000,
    objectionUntil: new Date('2026-11-21T12:00:00Z'),
  }
  const names = { BORROWER: 'Mara', LENDER: 'Teodor' }

  const view = { loan, names, facts: { payments, advances }, now } as never // Only what the notice reads.
  const { paragraphs, facts } = noticeOf(view)

  const debt = { ...terms, principalCents: 1_000_000 }
  const { payoffCents } = owedOn(
    {
      ...debt,
      payments: [{ paidOn: '2026-03-01', amountCents: 9_000 }],
      advances: [advance],
    },
    '2026-11-01',
  )
  const dollars = `$${(payoffCents / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })}`
  expect(facts).toContainEqual({ label: 'Owed today', value: dollars })
  expect(facts).toContainEqual({ label: 'Answer by', value: '21 Nov 2026, 12:00 UTC' })
  expect(paragraphs.join(' ')).toContain('only that page shows where to pay')
})

test('a notice is sent on the first, tenth and eighteenth day', () => {
  expect(text).toContain('on the first, tenth and eighteenth day')
  const noticedAt = new Date('2026-11-01T12:00:00Z')
  const after = (days: number) => new Date(noticedAt.getTime() + days * dayMs)
  const loan = { phase: 'DEFAULT_NOTICED', noticedAt, dueAt: null, termDays: 90 }
  const kindOn = (days: number, remindedAt: Date) =>
    dueReminder({ ...loan, remindedAt } as never, after(days))?.kind // Only what it reads.

  // The first is the notice itself.
  expect(kindOn(9.9, noticedAt)).toBeUndefined()
  expect(kindOn(10, noticedAt)).toBe('notice')
  expect(kindOn(17.9, after(10))).toBeUndefined()
  expect(kindOn(18, after(10))).toBe('notice')
})

test('the loan is due at the end of the last day of its term, UTC', async () => {
  const loan = await given.running({ term: 45 })

  const { due_at, value_date } = await loan.as('LENDER').read()
  const due = new Date(Date.parse(`${value_date}T23:59:59Z`) + 45 * dayMs)
  expect(due_at).toBe(due.toISOString())
})

test('a domain that is released may leave 72 hours later', async () => {
  const loan = await given.running()
  await loan.as('LENDER').submit('finalize')

  const { rows } = await app.database.owner.pool.query<{ hours: number }>(
    `select extract(epoch from transfer_out_available_at - e.ended_at)::float / 3600 as hours
     from domains join escrows as e on e.domain_id = domains.id where e.id = $1`,
    [loan.id],
  )
  expect(rows[0]?.hours).toBeGreaterThanOrEqual(figureIn('leave the registrar # hours later'))
})

test('no account of the ledger can hold loan money', async () => {
  const { rows } = await app.database.owner.pool.query<{ accounts: string[] }>(
    'select enum_range(null::ledger_account)::text[] as accounts',
  )

  // Fees, top-ups and refunds only. Loan money would need an account of its own.
  const known =
    'available held card_clearing crypto_clearing registry_payable refund_payable platform_revenue platform_receivable chargeback'
  expect(rows[0]?.accounts).toEqual(known.split(' '))
})
