import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepCostly } from './keep-fresh.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** Gives 1, 2, 3 … and takes this long each time. */
function countReads(tookMs: number) {
  let reads = 0
  const read = vi.fn(async () => {
    reads++
    const value = reads
    await vi.advanceTimersByTimeAsync(tookMs)
    return value
  })
  return read
}

test('what is cheap to read is kept for its time', async () => {
  const ask = keepCostly(countReads(10), 60_000)

  const first = await ask()
  vi.advanceTimersByTime(59_000)
  const kept = await ask()

  expect([first, kept]).toEqual([1, 1])
})

test('what is costly to read is kept for fifty times as long as that took', async () => {
  const read = countReads(5000)
  const ask = keepCostly(read, 60_000)
  await ask()

  vi.advanceTimersByTime(240_000)
  await ask()
  expect(read).toHaveBeenCalledTimes(1)

  vi.advanceTimersByTime(10_000)
  expect(await ask()).toBe(1)
  expect(read).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(5000)
  expect(await ask()).toBe(2)
})

test('whoever comes long after waits for a new one, and hears of a failure', async () => {
  let isBroken = false
  const ask = keepCostly(
    () => (isBroken ? Promise.reject(new Error('no database')) : Promise.resolve('counted')),
    60_000,
  )
  await ask()
  isBroken = true

  vi.advanceTimersByTime(61_000)
  expect(await ask()).toBe('counted')
  vi.advanceTimersByTime(60_000)
  await expect(ask()).rejects.toThrow('no database')
  isBroken = false
  expect(await ask()).toBe('counted')
})
