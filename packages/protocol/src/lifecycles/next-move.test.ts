import { expect, test } from 'vitest'
import { actionsOf } from './loan.ts'
import { combine, isOpen, places, type Facts, type Place } from '../../test/guard-facts.ts'
import type { GuardFacts, Party } from './loan-vocabulary.ts'
import { hindranceOf, nextMove, type MoveAction } from './next-move.ts'

const parties = ['BORROWER', 'LENDER'] as const

/** The facts that can decide a next action. */
const deciding: (keyof Facts)[] = [
  ...(['hasAddress', 'isPrinted', 'hasSigned', 'isHeld', 'isClockStopped', 'payee'] as const),
  ...(['hasOpenPayment', 'isPaidUp', 'successor', 'isRefinancing', 'hasProposal'] as const),
]
const decidingOf = ({ status, phase }: Place): (keyof Facts)[] => {
  if (status === 'PENDING_SIGNATURE')
    return ['hasAddress', 'isPrinted', 'hasSigned', 'isHeld', 'isLinked']
  if (phase === 'FUNDING_CLAIMED' || status === 'ESCALATED') return ['isHeld', 'payee']
  if (status === 'NEW') return ['isHeld', 'isClockStopped', 'payee']
  if (status === 'DOMAIN_IN_CUSTODY')
    return ['isHeld', 'payee', 'isLinked', 'hasOpenPayment', 'payBy']
  return [...deciding.slice(3), 'graceUntil']
}

/** The clock is stopped wherever a party cannot act; a test of the server shows that it is. */
function* standsOf(place: Place): Generator<GuardFacts> {
  for (const guardFacts of combine(place, decidingOf(place))) {
    if (!isPossible(guardFacts)) continue
    yield {
      ...guardFacts,
      isClockStopped: guardFacts.isClockStopped || hindranceOf(guardFacts) !== null,
    }
  }
}

/** Excludes combinations that no loan can have. */
const isPossible = ({
  status,
  dueAt,
  graceUntil,
  payBy,
  now,
  phase,
  ...guardFacts
}: GuardFacts) => {
  if (status === 'LOAN_POSTED' && phase !== 'FUNDING_CLAIMED' && (!dueAt || !graceUntil))
    return false
  if (phase === 'AWAITING_PAYMENT' && (!payBy || payBy <= now)) return false // A deadline ends it.
  if (guardFacts.isPaidUp && guardFacts.hasOpenPayment) return false // Nothing is left to pay.
  if (guardFacts.successor === 'none' && guardFacts.isRefinancing) return false
  return true
}

/** Actions outside the transition table have their own conditions. */
function canDo(guardFacts: GuardFacts, party: Party, action: MoveAction): boolean {
  if (action === 'addPayee') return guardFacts.payee[party] === 'missing'
  if (action === 'addAddress') return !guardFacts.hasAddress[party]
  if (action === 'transferIn') return guardFacts.status === 'NEW' && !guardFacts.isHeld
  return actionsOf(guardFacts, party).some((open) => open.action === action && open.isOpen)
}

test.each(places.filter(isOpen))('$status $phase: who is named can act', (place) => {
  let seen = 0
  for (const guardFacts of standsOf(place)) {
    seen++
    const move = nextMove(guardFacts)
    for (const party of parties) {
      const action = move.does[party]
      if (action && !canDo(guardFacts, party, action)) {
        expect.fail(`${party} is asked to ${action}: ${JSON.stringify(guardFacts)}`)
      }
    }
    const named = parties.filter((party) => move.does[party])
    const whose = named.length === 2 ? 'BOTH' : named[0]
    // `expect` is called only on failure: there are hundreds of thousands of cases.
    if (whose ? move.whose !== whose || move.waits : !move.waits) {
      expect.fail(
        `${move.whose} is named for ${named.join(' and ')}: ${JSON.stringify(guardFacts)}`,
      )
    }
  }
  expect(seen).toBeGreaterThan(0)
})

test.each(places.filter(isOpen))(
  '$status $phase: who is kept from acting has no clock',
  (place) => {
    for (const guardFacts of standsOf(place)) {
      const { waits, does } = nextMove(guardFacts)
      // Somebody else has to do something first, or a rule says when it goes on.
      const isKept = waits === 'payeeChanging' || waits === 'formerPayee' || waits === 'hold'
      const lacks = does.BORROWER === 'addPayee' || does.LENDER === 'addPayee'
      if ((isKept || lacks) && !guardFacts.isClockStopped) {
        expect.fail(
          `a clock runs while ${waits ?? 'details are missing'}: ${JSON.stringify(guardFacts)}`,
        )
      }
    }
  },
)

test('a loan that ended is nobody’s move', () => {
  for (const place of places.filter((each) => !isOpen(each))) {
    for (const guardFacts of combine(place, ['isHeld', 'payee'])) {
      expect(nextMove(guardFacts)).toEqual({ whose: 'NOBODY', does: {}, waits: 'ended' })
    }
  }
})
