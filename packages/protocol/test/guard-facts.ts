/** Every state a loan can be in, for the tests that walk the whole table. */
import { loanStatuses } from '../src/statuses.ts'
import { type GuardFacts } from '../src/lifecycles/loan-vocabulary.ts'
import { phasesOf } from '../src/lifecycles/phases.ts'

export const now = new Date('2026-10-14T12:00:00Z')
const before = new Date('2026-10-13T12:00:00Z')
const after = new Date('2026-10-15T12:00:00Z')

export type Place = Pick<GuardFacts, 'status' | 'phase'>
export type Facts = Omit<GuardFacts, 'status' | 'phase' | 'now'>

/** Every status with every phase of it. */
export const places: Place[] = loanStatuses.flatMap((status) =>
  phasesOf(status).map((phase) => ({ status, phase })),
)
export const isOpen = ({ phase }: Place) => phase !== 'ENDED'

const either = [false, true]
const anyDate = [null, before, now, after]
const anyPayee = ['ready', 'changing', 'missing'] as const
const bothOf = <T>(values: readonly T[]) =>
  values.flatMap((BORROWER) => values.map((LENDER) => ({ BORROWER, LENDER })))

/** Every value that each fact can have. */
export const valuesOf: { [K in keyof Facts]: readonly Facts[K][] } = {
  hasAddress: bothOf(either),
  isPrinted: either,
  hasSigned: bothOf(either),
  isInCustody: either,
  isHeld: either,
  isClockStopped: either,
  payBy: anyDate,
  dueAt: anyDate,
  graceUntil: anyDate,
  objectionUntil: anyDate,
  deadlineAt: anyDate,
  payee: bothOf(anyPayee),
  hasOpenPayment: either,
  hasTendered: either,
  isPaidUp: either,
  successor: ['none', 'agreed', 'paying', 'unanswered'],
  hasProposal: bothOf(either),
  isRefinancing: either,
  isLinked: either,
  hasSurplus: either,
  hasStay: either,
}
const names = Object.keys(valuesOf) as (keyof Facts)[]

/** A generator that gives the same pseudo-random numbers in every run. */
function countOn(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** Every combination of the named facts; the others take pseudo-random values. */
export function* combine(place: Place, named: readonly (keyof Facts)[]): Generator<GuardFacts> {
  const draw = countOn(7)
  const total = named.reduce((count, name) => count * valuesOf[name].length, 1)
  for (let index = 0; index < total; index++) {
    let left = index
    const facts: Record<string, unknown> = {}
    for (const name of names) {
      const values = valuesOf[name]
      if (named.includes(name)) {
        facts[name] = values[left % values.length]
        left = Math.floor(left / values.length)
      } else facts[name] = values[draw(values.length)]
    }
    yield { ...place, now, ...(facts as Facts) }
  }
}

/** The facts while nobody has done anything that opens or closes a transition. */
export const plainFacts: Facts = {
  hasAddress: { BORROWER: true, LENDER: true },
  isPrinted: true,
  hasSigned: { BORROWER: false, LENDER: false },
  isInCustody: false,
  isHeld: false,
  isClockStopped: false,
  payBy: null,
  dueAt: null,
  graceUntil: null,
  objectionUntil: null,
  deadlineAt: null,
  payee: { BORROWER: 'missing', LENDER: 'missing' },
  hasOpenPayment: false,
  hasTendered: false,
  isPaidUp: false,
  successor: 'none',
  hasProposal: { BORROWER: false, LENDER: false },
  isRefinancing: false,
  isLinked: false,
  hasSurplus: false,
  hasStay: false,
}

/** All deadlines of the loan have passed. */
export const allOver = { payBy: before, objectionUntil: before, deadlineAt: before }
export const funded = { dueAt: before, graceUntil: before }
