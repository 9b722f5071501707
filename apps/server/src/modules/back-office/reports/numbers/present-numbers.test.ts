import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fewMax, fewText, isFew } from '@pier/protocol/loans/small-counts'
import { totalOf } from './hide-few.ts'
import { presentNumbers, type Counted } from './present-numbers.ts'

const outcomes = ['repaid', 'running', 'late', 'seized'] as const
type Counts = Record<(typeof outcomes)[number], number>

const sum = (counts: readonly number[]) => counts.reduce((all, count) => all + count, 0)
const none = { valued: 0, aprBps: 1500, ltvPercent: 40, daysToMoney: 4 }

type World = {
  quarters: Counts[]
  delays: number[]
  confirmed: number
  inTime: number
  held: number
}

const countedOf = ({ quarters, delays, confirmed, inTime, held }: World): Counted => {
  const [late7 = 0, late30 = 0, late90 = 0, lateMore = 0] = delays
  return {
    quarters: quarters.map((counts, index) => ({
      quarter: `2026-Q${index + 1}`,
      ...none,
      ...counts,
    })),
    loans: { since: '2026-01-01', amountCents: 1_000_000, inTime, late7, late30, late90, lateMore },
    decided: { confirmed, declined: 0, rulings: 0, reversed: 0, medianHours: 9 },
    custody: { held, lost: 0 },
  }
}
const answerOf = (world: World) => presentNumbers(countedOf(world))

const besideDelays = (world: World) => JSON.stringify({ ...answerOf(world), late: [] })

/** Every way to spread so many late loans over the four delays. */
function spread(total: number, over: number): number[][] {
  if (over === 1) return [[total]]
  return Array.from({ length: total + 1 }, (_, first) =>
    spread(total - first, over - 1).map((rest) => [first, ...rest]),
  ).flat()
}

function* assignments(length: number): Generator<number[]> {
  if (length === 0) yield []
  else
    for (const rest of assignments(length - 1))
      for (let count = 1; count <= fewMax; count++) yield [count, ...rest]
}

/** The world with other counts in place of the hidden ones; what is bounded by them goes along. */
function* othersOf(world: World): Generator<World> {
  const hidden = world.quarters.flatMap((counts, at) =>
    outcomes.filter((outcome) => isFew(counts[outcome])).map((outcome) => ({ at, outcome })),
  )
  const isHeldShown = typeof answerOf(world).custody.held === 'number'
  for (const values of assignments(hidden.length)) {
    const quarters = world.quarters.map((counts) => ({ ...counts }))
    hidden.forEach(({ at, outcome }, index) => {
      const counts = quarters[at]
      if (counts) counts[outcome] = values[index] ?? 0
    })
    const total = (outcome: keyof Counts) => sum(quarters.map((counts) => counts[outcome]))
    const open = total('running') + total('late')
    if (isHeldShown && world.held < open) continue
    const held = Math.max(world.held, open)
    const confirmed = Math.min(world.confirmed, total('seized'))
    const inTime = Math.min(world.inTime, total('repaid'))
    const other = { quarters, delays: world.delays, confirmed, inTime, held }
    if (besideDelays(other) !== besideDelays(world)) continue
    for (const delays of spread(total('late'), 4)) yield { ...other, delays }
  }
}

/** The hidden counts of an answer by their place, with what they are in this world. */
function hiddenOf(world: World): Map<string, number> {
  const { late } = answerOf(world)
  const found = new Map<string, number>()
  world.quarters.forEach((counts, at) => {
    for (const outcome of outcomes) {
      if (isFew(counts[outcome])) found.set(`${at} ${outcome}`, counts[outcome])
    }
  })
  late.forEach(({ count }, at) => {
    const isLast = at === late.length - 1
    const delays = isLast ? world.delays.slice(at) : world.delays.slice(at, at + 1)
    if (count === fewText) found.set(`late ${at}`, sum(delays))
  })
  return found
}

/** Whatever else is known of the rules: two worlds with one answer differ in each hidden count. */
function whatIsTold(world: World): string[] {
  const answer = JSON.stringify(answerOf(world))
  const open = hiddenOf(world)
  for (const other of othersOf(world)) {
    if (open.size === 0) break
    if (JSON.stringify(answerOf(other)) !== answer) continue
    for (const [place, count] of hiddenOf(other)) {
      if (open.get(place) !== count) open.delete(place)
    }
  }
  return [...open.keys()]
}

const count = fc.oneof(
  { weight: 3, arbitrary: fc.constant(0) },
  { weight: 3, arbitrary: fc.integer({ min: 1, max: fewMax }) },
  { weight: 2, arbitrary: fc.integer({ min: 5, max: 7 }) },
)
const counts = fc.record({ repaid: count, running: count, late: count, seized: count })

const worlds = fc
  .record({
    quarters: fc.array(counts, { minLength: 1, maxLength: 3 }),
    shares: fc.array(fc.nat(3), { minLength: 24, maxLength: 24 }),
    confirmed: fc.nat(12),
    late: fc.nat(6),
    spare: fc.nat(4),
  })
  .map(({ quarters, shares, confirmed, late, spare }): World => {
    const total = (outcome: keyof Counts) => sum(quarters.map((each) => each[outcome]))
    const delays = [0, 0, 0, 0]
    for (const share of shares.slice(0, total('late'))) delays[share] = (delays[share] ?? 0) + 1
    return {
      quarters,
      delays,
      confirmed: Math.min(confirmed, total('seized')),
      inTime: Math.max(0, total('repaid') - late),
      held: total('running') + total('late') + spare,
    }
  })
  .filter(({ quarters, delays }) => {
    const hidden = quarters.flatMap((each) => Object.values(each)).filter(isFew)
    return hidden.length <= 4 && sum(delays) <= 12
  })

test(
  'no hidden count can be worked out from all that is shown beside it',
  { timeout: 60_000 },
  () => {
    fc.assert(
      fc.property(worlds, (world) => {
        expect(whatIsTold(world)).toEqual([])
      }),
      { numRuns: 200 },
    )
  },
)

test('a sum is shown where each hidden part of it could still be any of one to four', () => {
  expect(totalOf([12, 0, 40])).toBe(52)
  expect(totalOf([0, 3, 0])).toBe('<5') // Says the same as its only part.
  expect(totalOf([12, 3, 0])).toBe(null)
  expect(totalOf([1, 1])).toBe(null)
  expect(totalOf([2, 3])).toBe(5)
  expect(totalOf([4, 4, 20])).toBe(null)
  expect(totalOf([1, 1, 2, 2, 2])).toBe(8)
})

test('delays that would tell a hidden one go together, and medians need a count that says five', () => {
  const quarter = { repaid: 7, running: 44, late: 8, seized: 0 }
  const world = { quarters: [quarter], delays: [5, 2, 1, 0], confirmed: 0, inTime: 7, held: 60 }

  expect(answerOf(world).late).toEqual([{ from: 1, to: null, count: 8 }])
  expect(answerOf({ ...world, delays: [2, 1, 3, 2] }).late).toMatchObject([
    { from: 1, to: 7, count: '<5' },
    { from: 8, to: 30, count: '<5' },
    { from: 31, to: 90, count: '<5' },
    { from: 91, to: null, count: '<5' },
  ])
  expect(answerOf(world).cohorts[0]?.medians).toMatchObject({ apr: 15, ltv: null, ltv_loans: 0 })
  const few = { repaid: 3, running: 3, late: 0, seized: 0 }
  const small = { quarters: [few], delays: [0, 0, 0, 0], confirmed: 0, inTime: 3, held: 9 }
  expect(answerOf(small).cohorts[0]?.medians).toMatchObject({ apr: null, days_to_money: null })
})
