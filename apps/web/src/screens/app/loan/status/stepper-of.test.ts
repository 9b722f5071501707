import { expect, test } from 'vitest'
import type { Loan } from '../../../../api/loans/loans.ts'
import { stepperOf } from './stepper-of.ts'

const now = '2026-10-14T14:10:00.000Z'
// Only the fields that the stepper uses.
const loan = (change: Partial<Loan>) =>
  ({
    status: 'LOAN_POSTED',
    phase: 'ACTIVE',
    role: 'BORROWER',
    borrower_name: 'Mara',
    lender_name: 'Teodor',
    term: 120,
    your_move: true,
    borrower_signed: true,
    lender_signed: true,
    borrower_signed_at: '2026-06-26T09:00:00.000Z',
    lender_signed_at: '2026-06-25T09:00:00.000Z',
    custody_at: '2026-06-30T09:00:00.000Z',
    value_date: '2026-07-02',
    due_at: '2026-10-30T23:59:59.000Z',
    grace_until: '2026-11-06T23:59:59.000Z',
    payoff: null,
    payments: [],
    noticed_at: null,
    objection_until: null,
    ended_at: null,
    end_reason: null,
    ...change,
  }) as Loan

test('a loan that runs fills its step by its days and says when it is due', () => {
  const stepper = stepperOf(loan({}), now)

  expect(stepper).toMatchObject({ current: 'runs', share: 104 / 120, yourMove: true })
  expect(stepper.notes).toMatchObject({
    signed: { note: '26 Jun, both sides' },
    custody: { note: '30 Jun, lock on' },
    paid: { note: '2 Jul, received' },
    runs: { note: 'Day 104 of 120' },
    repaid: { note: 'due 30 Oct' },
  })
})

test('after the due date the step says what runs instead', () => {
  const late = { due_at: '2026-10-10T23:59:59.000Z', grace_until: '2026-10-17T23:59:59.000Z' }
  const note = (change: Partial<Loan>) => stepperOf(loan(change), now).notes?.runs?.note

  expect(note({ ...late, phase: 'IN_GRACE' })).toBe('In grace, 3 days left')
  expect(note({ ...late, phase: 'OVERDUE' })).toBe('Late by 4 days')
})

test('one signature of two is half of the first step', () => {
  const stepper = stepperOf(loan({ status: 'PENDING_SIGNATURE', borrower_signed: false }), now)

  expect(stepper).toMatchObject({ current: 'signed', share: 0.5 })
  expect(stepper.notes?.signed).toEqual({ label: 'Signatures', note: '1 of 2' })
})

test('a notice takes the way of a seizure, and counts the days to answer', () => {
  const stepper = stepperOf(
    loan({
      phase: 'DEFAULT_NOTICED',
      noticed_at: '2026-10-05T14:10:00.000Z',
      objection_until: '2026-10-25T14:10:00.000Z',
    }),
    now,
  )

  expect(stepper).toMatchObject({ ending: 'seizure', current: 'notice' })
  expect(stepper.share).toBeCloseTo(0.45)
  expect(stepper.notes).toMatchObject({
    notice: { note: '11 days to answer' },
    seized: { note: 'not before 25 Oct' },
  })
})

test('an end marks no step, and a loan that was cancelled stands where it stopped', () => {
  const ended_at = '2026-10-28T10:00:00.000Z'
  const ended = (change: Partial<Loan>) =>
    stepperOf(loan({ phase: 'ENDED', ended_at, ...change }), now)

  expect(ended({ status: 'FINALIZED_RETURN_TO_BORROWER' }).current).toBeNull()
  expect(ended({ status: 'FINALIZED_LENDER_SEIZURE', end_reason: 'surrendered' })).toMatchObject({
    current: null,
    ending: 'seizure',
    notes: { notice: { label: 'Surrendered', note: '28 Oct' } },
  })
  expect(ended({ status: 'CANCELLED', custody_at: null })).toMatchObject({
    current: 'custody',
    notes: { custody: { note: 'cancelled 28 Oct' } },
  })
})

test('a loan that was repaid says how long it ran and how early that was', () => {
  const sums = { stopped_on: '2026-10-10', agreed: { date: '2026-10-30', amount: 0 } }
  // Only the fields that the stepper uses.
  const receipt = { ending: 'REPAID', sums } as unknown as NonNullable<Loan['receipt']>
  const ended = { phase: 'ENDED', ended_at: '2026-10-11T16:20:00.000Z' } as const
  const status = 'FINALIZED_RETURN_TO_BORROWER'

  expect(stepperOf(loan({ ...ended, status, receipt }), now).notes).toMatchObject({
    runs: { label: 'Loan ended', note: '100 of 120 days' },
    repaid: { note: '10 Oct, 20 days early' },
    returned: { note: '11 Oct, free' },
  })
  const refinanced = { ...receipt, ending: 'REFINANCED' } as typeof receipt
  expect(stepperOf(loan({ ...ended, status, receipt: refinanced }), now).notes).toMatchObject({
    repaid: { label: 'Paid off' },
    returned: { label: 'Collateral of the new loan' },
  })
})

test('a domain that was taken before the loan was paid does not show a loan that ran', () => {
  const taken = { status: 'FINALIZED_PLATFORM_SEZIURE', phase: 'ENDED', value_date: null } as const
  const stepper = stepperOf(loan({ ...taken, ended_at: '2026-10-11T16:20:00.000Z' }), now)

  expect(stepper).toMatchObject({ current: 'paid', notes: { paid: { note: 'seized 11 Oct' } } })
})
