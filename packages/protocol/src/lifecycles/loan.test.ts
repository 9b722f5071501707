import { expect, test } from 'vitest'
import { restatedRows, type Restated } from '../../test/loan-restated.ts'
import { combine, isOpen, places, type Facts, type Place } from '../../test/guard-facts.ts'
import {
  loanActions,
  loanActors,
  lifecycleRows,
  findTransition,
  outcomes,
  type LoanAction,
  type LoanActor,
  type GuardFacts,
  type Outcome,
  type Party,
  type Step,
} from './loan.ts'
import { clockOf, phasesOf } from './phases.ts'

type Try = { action: LoanAction; actor: LoanActor; outcome?: Outcome }
/** Actions without outcomes are also tried with one, which must match no row. */
const outcomesOf = (action: LoanAction) =>
  action === 'settle' || action === 'rule' ? outcomes : (['CURE'] as const)
const tries: Try[] = loanActions.flatMap((action) =>
  loanActors.flatMap((actor) => [
    { action, actor },
    ...outcomesOf(action).map((outcome) => ({ action, actor, outcome })),
  ]),
)

/** The row that the restated rules give, as "11 LOAN_POSTED/FUNDING_CLAIMED + effects". */
function restate(guardFacts: GuardFacts, { action, actor, outcome }: Try): string {
  const me: Party = actor === 'LENDER' ? 'LENDER' : 'BORROWER'
  const them: Party = me === 'LENDER' ? 'BORROWER' : 'LENDER'
  const row = (rowsAt.get(`${action} ${actor} ${guardFacts.phase}`) ?? []).find(
    (each) => each.outcome === outcome && each.isMet(guardFacts, me, them),
  )
  return row ? `${row.row} ${row.to} + ${row.effects}` : 'refused'
}

const rowsAt = Map.groupBy(
  restatedRows,
  ({ action, who, from }: Restated) => `${action} ${who} ${from}`,
)

function describeStep({ row }: Step): string {
  if (!row) return 'refused'
  const to = row.to ? `${row.to.status}/${row.to.phase}` : 'stays'
  return `${row.row} ${to} + ${row.effects.join(' ')}`
}

/** The facts that a decision may depend on, found by watching what it reads. */
function factsRead(place: Place, wanted: Try): (keyof Facts)[] {
  const read = new Set<keyof Facts>()
  for (const guardFacts of combine(place, [
    'isHeld',
    'deadlineAt',
    'dueAt',
    'hasSigned',
    'isInCustody',
  ])) {
    const watched = new Proxy(guardFacts, {
      get(target, name) {
        if (name !== 'status' && name !== 'phase' && name !== 'now') read.add(name as keyof Facts)
        return target[name as keyof GuardFacts]
      },
    })
    findTransition(watched, wanted)
    restate(watched, wanted)
    if (read.size === 0) return [] // No guard read any fact.
  }
  return [...read]
}

test('every status, phase, action, side and guard gives the row of the product rules, and no other', () => {
  const startedAt = performance.now()
  const seen = new Set<string>()
  let asked = 0
  for (const place of places) {
    for (const wanted of tries) {
      // Only facts that the decision reads are varied, in every combination.
      for (const guardFacts of combine(place, factsRead(place, wanted))) {
        const step = describeStep(findTransition(guardFacts, wanted))
        if (step !== restate(guardFacts, wanted))
          expect({ guardFacts, wanted, step }).toBe(restate(guardFacts, wanted))
        seen.add(step)
        asked++
      }
    }
  }

  expect(asked).toBeGreaterThan(7_000)
  expect(new Set([...seen].map((step) => Number.parseInt(step, 10)).filter(Boolean))).toEqual(
    new Set([...Array(36).keys()].map((index) => index + 1).filter((row) => row > 1)),
  )
  expect(performance.now() - startedAt).toBeLessThan(10_000)
}, 30_000)

test('each row can be taken by everybody it names', () => {
  for (const row of lifecycleRows) {
    const phases = row.phases ?? phasesOf(row.from)
    for (const phase of phases) {
      for (const actor of row.who) {
        const wanted = { action: row.action, actor, ...(row.outcome && { outcome: row.outcome }) }
        const place = { status: row.from, phase }
        const stands = [...combine(place, factsRead(place, wanted))]
        const isTaken = stands.some((guardFacts) => findTransition(guardFacts, wanted).row === row)

        expect({ row: row.row, action: row.action, phase, actor, isTaken }).toMatchObject({
          isTaken: true,
        })
      }
    }
  }
})

test('what has ended stays as it is, whoever does whatever', () => {
  const ends = places.filter((place) => !isOpen(place))

  expect(ends).toHaveLength(4)
  expect(lifecycleRows.filter(({ from }) => ends.some(({ status }) => status === from))).toEqual([])
})

test('a domain goes to the lender by surrender, by both together or by two operators', () => {
  const seizures = lifecycleRows.filter(({ to }) => to?.status === 'FINALIZED_LENDER_SEIZURE')

  expect(
    seizures.map(({ row, action, who, guards }) => ({
      row,
      action,
      who: who.join(),
      isOfBoth: guards.includes('othersProposal'),
    })),
  ).toEqual([
    { row: 26, action: 'surrender', who: 'BORROWER', isOfBoth: false },
    { row: 27, action: 'seize', who: 'TWO_OPERATORS', isOfBoth: false },
    { row: 30, action: 'settle', who: 'BORROWER,LENDER', isOfBoth: true },
    { row: 35, action: 'rule', who: 'TWO_OPERATORS', isOfBoth: false },
  ])
})

test('a loan runs only once the money was admitted, agreed on, ruled or paid to the lender before', () => {
  const starts = lifecycleRows.filter(({ effects }) => effects.includes('startClock'))
  const runs = lifecycleRows.filter(
    ({ from, phases, to }) =>
      to?.status === 'LOAN_POSTED' &&
      to.phase !== 'FUNDING_CLAIMED' &&
      (from !== 'LOAN_POSTED' || phases?.includes('FUNDING_CLAIMED')),
  )

  expect(starts.map(({ row, who }) => `${row} ${who.join()}`)).toEqual([
    '12 BORROWER',
    '13 BORROWER',
    '23 SYSTEM',
    '30 BORROWER,LENDER',
    '32 TWO_OPERATORS',
  ])
  for (const row of runs) {
    expect(row.effects.includes('startClock') || row.guards.includes('funded')).toBe(true)
  }
})

test('under a hold the domain never goes to the lender, and a loan starts only by takeover', () => {
  const moves = lifecycleRows.filter(
    ({ guards, effects }) => !guards.includes('notHeld') && effects.includes('giveToLender'),
  )

  expect(moves.map(({ row }) => row)).toEqual([])
  for (const row of lifecycleRows.filter(({ effects }) => effects.includes('startClock'))) {
    expect(row.guards.includes('notHeld') || row.action === 'takeOver').toBe(true)
  }
})

test('a passed deadline cancels, escalates or closes the payment window, and never gives the domain to anybody', () => {
  const silent = lifecycleRows.filter(
    ({ who, guards }) => who.includes('SYSTEM') && guards.includes('deadlinePassed'),
  )

  expect(new Set(silent.map(({ to }) => to?.status))).toEqual(
    new Set(['CANCELLED', 'DOMAIN_IN_CUSTODY', 'ESCALATED']),
  )
})

test('every open phase that does not wait for operators has a clock, and its end has a row', () => {
  for (const { phase, status } of places.filter(isOpen)) {
    const clock = clockOf(phase, { rail: 'bank' })
    const waitsForOperators = phase === 'DISPUTED' || phase === 'SEIZURE_READY'

    expect(Boolean(clock)).toBe(!waitsForOperators)
    for (const action of clock?.actions ?? []) {
      const ends = lifecycleRows.filter((row) => row.action === action && row.from === status)
      expect(
        ends.some(({ who, phases }) => who.includes('SYSTEM') && (phases?.includes(phase) ?? true)),
      ).toBe(true)
    }
  }
})
