import { expect, test } from 'vitest'
import {
  labelOfDomain,
  labelOfLoan,
  labelOfOffer,
  labelOfPhase,
  phaseOfLoan,
  labelOfTransaction,
  noteOfLoan,
} from './labels.ts'
import {
  domainStatuses,
  loanStatuses,
  loanPhases,
  offerStatuses,
  transactionStatuses,
} from './statuses.ts'

const strange = [
  '',
  'FINALIZED_PLATFORM_SEIZURE',
  'pending',
  'constructor',
  '__proto__',
  'toString',
]

test('every status of a loan has the label of the specification', () => {
  expect(loanStatuses.map((status) => [status, labelOfLoan(status)])).toEqual([
    ['PENDING_SIGNATURE', 'Pending Signature'],
    ['NEW', 'Waiting for Transfer'],
    ['DOMAIN_IN_CUSTODY', 'Waiting for Payment'],
    ['LOAN_POSTED', 'Marked Paid'],
    ['ESCALATED', 'Disputed'],
    ['FINALIZED_LENDER_SEIZURE', 'Seized'],
    ['FINALIZED_PLATFORM_SEZIURE', 'Seized'],
    ['FINALIZED_RETURN_TO_BORROWER', 'Complete'],
    ['CANCELLED', 'Cancelled'],
  ])
})

test('every status of a domain, an offer and a transaction has its label', () => {
  expect(domainStatuses.map((status) => labelOfDomain(status))).toEqual([
    'Not verified',
    'Verified',
    'In custody',
    'In escrow',
  ])
  expect(offerStatuses.map((status) => labelOfOffer(status))).toEqual([
    'Pending',
    'Accepted',
    'Rescinded',
    'Denied',
  ])
  expect(transactionStatuses.map(labelOfTransaction)).toEqual([
    'Pending',
    'Complete',
    'Failed',
    'Reversed',
  ])
})

test('a pending transfer or a hold is shown instead of the domain status', () => {
  for (const status of domainStatuses) {
    expect(labelOfDomain(status, { pendingTransfer: true })).toBe('Pending')
    expect(labelOfDomain(status, { pendingTransfer: true, onHold: true })).toBe('On hold')
  }
})

test('only a seizure has a second line', () => {
  expect(loanStatuses.map(noteOfLoan).filter(Boolean)).toEqual(['by the lender', 'by the platform'])
  expect(noteOfLoan('constructor')).toBeNull()
})

test('only a rescinded offer can have expired', () => {
  expect(labelOfOffer('RESCINDED', 'EXPIRED')).toBe('Expired')
  expect(labelOfOffer('RESCINDED', null)).toBe('Rescinded')
  expect(labelOfOffer('DENIED', 'EXPIRED')).toBe('Denied')
})

test.each(strange)(
  'an unknown status "%s" is labelled Unknown, and has no label for a transaction',
  (it) => {
    expect(labelOfDomain(it)).toBe('Unknown')
    expect(labelOfOffer(it)).toBe('Unknown')
    expect(labelOfLoan(it)).toBe('Unknown')
    expect(labelOfTransaction(it)).toBeNull()
  },
)

test('every phase of a running loan says where it stands', () => {
  const days = { day: 104, termDays: 120, days: 3 }

  expect(loanPhases.map((phase) => labelOfPhase(phase, days))).toEqual([
    'Receipt to confirm',
    'Running, day 104 of 120',
    'Due in 3 days',
    'Due today',
    'In grace, 3 days left',
    'Late by 3 days',
    'Repayment to confirm',
    'Notice sent, 3 days to answer',
    'Notice ended',
  ])
  expect(labelOfPhase('DUE_SOON', { ...days, days: 1 })).toBe('Due in 1 day')
  expect(labelOfPhase('OVERDUE')).toBe('Late')
})

test('only a loan that is marked paid has its phase beside the status', () => {
  expect(phaseOfLoan('LOAN_POSTED', 'OVERDUE', { days: 3 })).toBe('Late by 3 days')
  expect(phaseOfLoan('LOAN_POSTED', 'constructor')).toBeNull()
  expect(phaseOfLoan('ESCALATED', 'DISPUTED')).toBeNull()
})
