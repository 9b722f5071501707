import { expect, test } from 'vitest'
import { linesThrough, marksFor, marksOf, spreadLabels, stack } from './scales.ts'

test('the marks of an axis are round and hold all that is drawn', () => {
  expect(marksOf({ from: 0, to: 59 }, 3)).toEqual([0, 20, 40, 60])
  expect(marksOf({ from: 17.5, to: 21 }, 2)).toEqual([16, 18, 20, 22])
  expect(marksOf({ from: 0, to: 0 }, 3)).toHaveLength(2)
  for (const from of [0, 0.3, 17, 999, 12_345]) {
    for (const more of [0.01, 1, 3.9, 59, 100_000]) {
      for (const count of [2, 3, 5]) {
        const marks = marksOf({ from, to: from + more }, count)
        expect(marks[0]).toBeLessThanOrEqual(from)
        expect(marks.at(-1)).toBeGreaterThanOrEqual(from + more)
        expect(marks.length).toBeLessThanOrEqual(count + 2)
      }
    }
  }
})

const parts = [
  { key: 'repaid', count: 12 },
  { key: 'running', count: 0 },
  { key: 'seized', count: null },
]

test('parts stand upon each other, and a hidden one has the same height whatever it is', () => {
  expect(marksFor([parts])).toEqual([0, 5, 10, 15])
  expect(stack(parts, 15)).toEqual([
    { key: 'repaid', from: 0, size: 0.8, isFew: false },
    { key: 'seized', from: 0.8, size: 0.05, isFew: true },
  ])
  expect(marksFor([[{ key: 'late', count: 61 }]])).toEqual([0, 20, 40, 60, 80])
  expect(marksFor([]).at(-1)).toBeGreaterThan(0)
})

test('no stack is higher than its axis', () => {
  const stacks = Array.from({ length: 200 }, (_, seed) =>
    [7, 11, 13, 17].map((by, at) => {
      const count = (seed * by) % (seed + 23)
      return { key: String(at), count: count % 3 === 0 ? null : count }
    }),
  )

  for (const each of stacks) {
    const last = stack(each, marksFor([each]).at(-1) ?? 0).at(-1)
    expect((last?.from ?? 0) + (last?.size ?? 0)).toBeLessThanOrEqual(1.000001)
  }
})

test('labels keep their distance and stay inside', () => {
  expect(spreadLabels([0.4, 0.42], 0.1)).toEqual([0.4, 0.5])
  const near = spreadLabels([0.95, 0.97, 0.99], 0.1)
  expect(near.map((place) => Number(place.toFixed(2)))).toEqual([0.75, 0.85, 0.95])
  expect(spreadLabels([0.01], 0.1)).toEqual([0.05])
})

test('a quarter without a median breaks the line', () => {
  const lines = linesThrough([20, null, 10, 15], { from: 10, to: 20 })

  expect(lines.map((line) => line.map(({ x, y }) => [Number(x.toFixed(2)), y]))).toEqual([
    [[0, 0]],
    [
      [0.67, 1],
      [1, 0.5],
    ],
  ])
  expect(linesThrough([null, null], { from: 0, to: 1 })).toEqual([])
})
