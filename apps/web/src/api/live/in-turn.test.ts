import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { inTurn } from './in-turn.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('the first news is followed at once, a burst after it together, and the last is never lost', () => {
  const work = vi.fn()
  const tell = inTurn(work)

  tell()
  expect(work).toHaveBeenCalledTimes(1)
  for (let news = 0; news < 20; news++) tell()
  expect(work).toHaveBeenCalledTimes(1)

  vi.advanceTimersByTime(1000)
  expect(work).toHaveBeenCalledTimes(2)
  tell()
  vi.advanceTimersByTime(1000)
  expect(work).toHaveBeenCalledTimes(3)
  vi.advanceTimersByTime(60_000)
  expect(work).toHaveBeenCalledTimes(3)

  tell()
  expect(work).toHaveBeenCalledTimes(4)
})
