import { expect, test } from 'vitest'
import { domainStatuses } from '../statuses.ts'
import {
  type DomainAction,
  type DomainState,
  type DomainStep,
  isOpenForDomain,
  nextDomainStatus,
} from './domain.ts'

const now = new Date('2026-10-14T12:00:00Z')
const yesterday = new Date('2026-10-13T12:00:00Z')
const tomorrow = new Date('2026-10-15T12:00:00Z')
const either = [true, false]

/** Every possible state, including those that the product never reaches. */
const states: DomainState[] = domainStatuses.flatMap((status) =>
  either.flatMap((pendingTransfer) =>
    either.flatMap((isListed) =>
      either.flatMap((hasOpenLoan) =>
        [null, yesterday, now, tomorrow].map((transferOutAvailableAt) => ({
          status,
          pendingTransfer,
          isListed,
          hasOpenLoan,
          transferOutAvailableAt,
        })),
      ),
    ),
  ),
)

function expectOpen(action: DomainAction, isMeant: (state: DomainState) => boolean) {
  expect(states.filter((state) => isOpenForDomain(action, state, now))).toEqual(
    states.filter(isMeant),
  )
}

test('Get Verified is offered for unverified domains only', () => {
  expectOpen('getVerified', ({ status }) => status === 'EXTERNAL_UNVERIFIED')
})

test('Edit NS is offered in custody only', () => {
  expectOpen('editNameservers', ({ status }) => status === 'CUSTODY_PAID')
})

test('Transfer In is offered for external domains that are not on their way', () => {
  expectOpen(
    'transferIn',
    ({ status, pendingTransfer }) =>
      (status === 'EXTERNAL_UNVERIFIED' || status === 'EXTERNAL_VERIFIED') && !pendingTransfer,
  )
})

test('Transfer Out is offered in custody from its date on, and never without a date', () => {
  expectOpen(
    'transferOut',
    ({ status, transferOutAvailableAt }) =>
      status === 'CUSTODY_PAID' &&
      (transferOutAvailableAt === yesterday || transferOutAvailableAt === now),
  )
})

test('Get Loan is offered for what is proved or held, neither listed nor lent on', () => {
  expectOpen(
    'getLoan',
    ({ status, isListed, hasOpenLoan }) =>
      (status === 'EXTERNAL_VERIFIED' || status === 'CUSTODY_PAID') && !isListed && !hasOpenLoan,
  )
})

test('Remove Listing is offered for what is proved or held, and listed', () => {
  expectOpen(
    'removeListing',
    ({ status, isListed }) =>
      (status === 'EXTERNAL_VERIFIED' || status === 'CUSTODY_PAID') && isListed,
  )
})

test('a listing is edited where it can be removed, until an offer on it is accepted', () => {
  expectOpen(
    'editListing',
    ({ status, isListed, hasOpenLoan }) =>
      (status === 'EXTERNAL_VERIFIED' || status === 'CUSTODY_PAID') && isListed && !hasOpenLoan,
  )
})

test('Open loan is offered where there is one', () => {
  expectOpen('openLoan', ({ hasOpenLoan }) => hasOpenLoan)
})

test('a domain goes from status to status by these steps alone', () => {
  const steps: DomainStep[] = ['verify', 'loseProof', 'arrive', 'holdInEscrow', 'leaveEscrow']
  const ways = domainStatuses.flatMap((status) =>
    steps.map((step) => [status, step, nextDomainStatus(status, step)] as const),
  )

  expect(ways.filter(([, , next]) => next !== null)).toEqual([
    ['EXTERNAL_UNVERIFIED', 'verify', 'EXTERNAL_VERIFIED'],
    ['EXTERNAL_UNVERIFIED', 'arrive', 'CUSTODY_PAID'],
    ['EXTERNAL_VERIFIED', 'loseProof', 'EXTERNAL_UNVERIFIED'],
    ['EXTERNAL_VERIFIED', 'arrive', 'CUSTODY_PAID'],
    ['CUSTODY_PAID', 'holdInEscrow', 'IN_ESCROW'],
    ['IN_ESCROW', 'leaveEscrow', 'CUSTODY_PAID'],
  ])
})
