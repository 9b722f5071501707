import { expect, test } from 'vitest'
import {
  allOver,
  funded,
  isOpen,
  now,
  places,
  plainFacts,
  type Facts,
} from '../../test/guard-facts.ts'
import {
  lifecycleRows,
  findTransition,
  type LoanActor,
  type LoanRow,
  type GuardFacts,
} from './loan.ts'

/** Who may act, and whether operators may place a hold; they may always lift one. */
type Cast = {
  actors: readonly LoanActor[]
  mayHold?: boolean
  isLeftOut?: (row: LoanRow) => boolean
}

const operators = ['OPERATOR', 'TWO_OPERATORS'] as const
const later = new Date(now.getTime() + 86_400_000)
const either = [false, true]

/** Every starting point: each open phase with every combination of these facts. */
function* beginnings({
  isClockStopped = either,
  hasOpenPayment = either,
} = {}): Generator<GuardFacts> {
  for (const place of places.filter(isOpen)) {
    const isCounted = ['ACTIVE', 'REPAYMENT_CLAIMED', 'DEFAULT_NOTICED', 'SEIZURE_READY']
    const isFunded = isCounted.includes(place.phase)
    const isHere = !['PENDING_SIGNATURE', 'NEW'].includes(place.status)
    for (const isDue of place.phase === 'DISPUTED' ? either : [isFunded])
      for (const isInCustody of isHere ? [true] : either)
        for (const isHeld of either)
          for (const isStopped of isClockStopped)
            for (const isPaid of hasOpenPayment)
              for (const isLinked of place.status === 'DOMAIN_IN_CUSTODY' ? either : [false]) {
                const facts = { isInCustody, isHeld, isLinked, hasOpenPayment: isPaid }
                const clock = { isClockStopped: isStopped || isHeld }
                const dates = isDue ? funded : {}
                yield { ...place, now, ...plainFacts, ...allOver, ...dates, ...facts, ...clock }
              }
  }
}

const keyOf = ({ status, phase, isHeld, dueAt, isClockStopped }: GuardFacts) =>
  `${status} ${phase} ${isHeld} ${dueAt !== null} ${isClockStopped}`

/** Every state that can be reached. Time passes; facts that no actor here can change stay. */
function reach(start: GuardFacts, cast: Cast): GuardFacts[] {
  const found = new Map([[keyOf(start), start]])
  for (const guardFacts of found.values()) {
    for (const next of nextOf(guardFacts, cast, start)) {
      if (!found.has(keyOf(next))) found.set(keyOf(next), next)
    }
  }
  return [...found.values()]
}

function nextOf(guardFacts: GuardFacts, { actors, mayHold, isLeftOut }: Cast, start: GuardFacts) {
  const rows = lifecycleRows.filter(
    (row) => row.from === guardFacts.status && row.to && !isLeftOut?.(row),
  )
  const steps = rows.flatMap((row) =>
    row.who
      .filter((actor) => actors.includes(actor))
      .flatMap((actor) =>
        [guardFacts, { ...guardFacts, payBy: later }]
          .filter((at) => findTransition(at, { ...row, actor }).row === row)
          .map(() => land(guardFacts, row)),
      ),
  )
  if (guardFacts.phase === 'ENDED' || !actors.includes('TWO_OPERATORS')) return steps
  const isStopped = start.isClockStopped && !start.isHeld
  if (guardFacts.isHeld)
    return [...steps, { ...guardFacts, isHeld: false, isClockStopped: isStopped }]
  return mayHold ? [...steps, { ...guardFacts, isHeld: true, isClockStopped: true }] : steps
}

function land(guardFacts: GuardFacts, { to, effects }: LoanRow): GuardFacts {
  const dates: Partial<Facts> = effects.includes('startClock') ? funded : {}
  return { ...guardFacts, ...to, ...dates }
}

const endsOf = (stands: GuardFacts[]) =>
  new Set(stands.filter(({ phase }) => phase === 'ENDED').map(({ status }) => status))

test('every open loan can be ended by operators and deadlines alone, even if neither party acts', () => {
  const cast = { actors: ['SYSTEM', ...operators] as const, mayHold: true }
  for (const start of beginnings()) {
    expect(endsOf(reach(start, cast)).size, keyOf(start)).toBeGreaterThan(0)
  }
})

test('if the clock runs and no payment is open, operators and deadlines can end a loan without a legal hold', () => {
  const cast = { actors: ['SYSTEM', ...operators] as const }
  for (const start of beginnings({ isClockStopped: [false], hasOpenPayment: [false] })) {
    expect(endsOf(reach(start, cast)).size, keyOf(start)).toBeGreaterThan(0)
  }
})

test.each(['BORROWER', 'LENDER'] as const)(
  'a %s alone brings every loan to an end or before operators, without the other side',
  (party) => {
    const cast = { actors: [party, 'SYSTEM'] as const }
    for (const start of beginnings({ isClockStopped: [false] })) {
      if (start.isHeld) continue // Under a hold nothing moves, for anybody.
      const found = reach(start, cast)

      expect(
        found.some(({ status, phase }) => phase === 'ENDED' || status === 'ESCALATED'),
        keyOf(start),
      ).toBe(true)
    }
  },
)

test.each(['BORROWER', 'LENDER'] as const)(
  'without the %s the other party and operators can end every loan, even if its clock is stopped',
  (missing) => {
    const party = missing === 'BORROWER' ? 'LENDER' : 'BORROWER'
    const cast = { actors: [party, 'SYSTEM', ...operators] as const }
    for (const start of beginnings()) {
      expect(endsOf(reach(start, cast)).size, keyOf(start)).toBeGreaterThan(0)
    }
  },
)

const everybody = ['BORROWER', 'LENDER', 'SYSTEM', ...operators] as const
const isDecision = ({ action }: LoanRow) => action === 'settle' || action === 'rule'
const startsIn = (phase: string) => [...beginnings()].filter((start) => start.phase === phase)

/** Both parties have made proposals, and another lender is ready: settlements are open too. */
const agreeable = { hasProposal: { BORROWER: true, LENDER: true }, isRefinancing: true }

test('an open claim of funding is cancelled by the lender who made it, or by a decision, and by nothing else', () => {
  const withoutLender = { actors: everybody.filter((actor) => actor !== 'LENDER'), mayHold: true }
  for (const start of startsIn('FUNDING_CLAIMED')) {
    const guardFacts = { ...start, ...agreeable }

    expect(endsOf(reach(guardFacts, { ...withoutLender, isLeftOut: isDecision }))).not.toContain(
      'CANCELLED',
    )
    expect(endsOf(reach(guardFacts, { actors: everybody }))).toContain('CANCELLED')
  }
})

test('an open claim of repayment comes to a seizure by a decision, and by nothing else', () => {
  for (const start of startsIn('REPAYMENT_CLAIMED')) {
    const guardFacts = { ...start, ...agreeable }
    const undecided = reach(guardFacts, { actors: everybody, mayHold: true, isLeftOut: isDecision })

    expect(endsOf(undecided)).not.toContain('FINALIZED_LENDER_SEIZURE')
    expect(endsOf(reach(guardFacts, { actors: everybody }))).toContain('FINALIZED_LENDER_SEIZURE')
  }
})

test('no loan that was not funded is seized by its lender, and none that was is cancelled', () => {
  const cast = { actors: everybody, mayHold: true }
  const isStart = ({ effects }: LoanRow) => effects.includes('startClock')
  for (const start of beginnings()) {
    const guardFacts = { ...start, ...agreeable }
    if (start.dueAt) expect(endsOf(reach(guardFacts, cast))).not.toContain('CANCELLED')
    else {
      const unfunded = endsOf(reach(guardFacts, { ...cast, isLeftOut: isStart }))
      expect(unfunded).not.toContain('FINALIZED_LENDER_SEIZURE')
      expect(unfunded).not.toContain('FINALIZED_RETURN_TO_BORROWER')
    }
  }
})

test('whatever ends a loan with the domain in custody gives back what was set aside for it', () => {
  const inCustody = ['DOMAIN_IN_CUSTODY', 'LOAN_POSTED', 'ESCALATED']
  const ends = lifecycleRows.filter(
    ({ from, to }) => inCustody.includes(from) && to?.phase === 'ENDED',
  )

  expect(ends.length).toBeGreaterThan(10)
  expect(ends.filter(({ effects }) => !effects.includes('releaseRenewalReserve'))).toEqual([])
})
