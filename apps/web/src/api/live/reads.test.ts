import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchReads } from './reads.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const at = (position: number) => new Headers({ 'x-live-position': String(position) })
const open = (reads: ReturnType<typeof watchReads>, onMissed = () => {}) => {
  let start: string | undefined = 'waiting'
  const closed = new AbortController()
  void reads.findStart(closed.signal, onMissed).then((found) => (start = found))
  return { closed, start: () => start }
}

test('a stream begins at the earliest of the answers, once all have come', async () => {
  const reads = watchReads()
  const first = reads.begin()
  const second = reads.begin()
  const stream = open(reads)
  second(at(12))
  await vi.advanceTimersByTimeAsync(0)
  expect(stream.start()).toBe('waiting')

  first(at(10))
  await vi.advanceTimersByTimeAsync(0)
  expect(stream.start()).toBe('10')
})

test('without an answer that says where, it begins at the end after some seconds', async () => {
  const reads = watchReads()
  reads.begin()(new Headers())
  reads.begin()()
  const stream = open(reads)
  await vi.advanceTimersByTimeAsync(2999)
  expect(stream.start()).toBe('waiting')

  await vi.advanceTimersByTimeAsync(1)
  expect(stream.start()).toBeUndefined()
})

test('an answer slower than that, of a time before the stream, makes everything be read anew', async () => {
  const onMissed = vi.fn()
  const reads = watchReads()
  const slow = reads.begin()
  reads.begin()(at(12))
  const stream = open(reads, onMissed)
  await vi.advanceTimersByTimeAsync(3000)
  expect(stream.start()).toBe('12')
  expect(onMissed).not.toHaveBeenCalled()

  slow(at(11))
  expect(onMissed).toHaveBeenCalledTimes(1)
})

test('what is read beside an open stream moves nothing', async () => {
  const onMissed = vi.fn()
  const reads = watchReads()
  reads.begin()(at(12))
  open(reads, onMissed)
  await vi.advanceTimersByTimeAsync(0)

  reads.begin()(at(3)) // Another node, which has not looked for a while.
  expect(onMissed).not.toHaveBeenCalled()
})

test('the stream of the next visit begins at its own reads', async () => {
  const reads = watchReads()
  reads.begin()(at(12))
  open(reads)
  await vi.advanceTimersByTimeAsync(0)
  reads.close({ hadBegun: true })
  const stream = open(reads)
  await vi.advanceTimersByTimeAsync(100)
  expect(stream.start()).toBe('waiting')

  reads.begin()(at(40))
  await vi.advanceTimersByTimeAsync(0)
  expect(stream.start()).toBe('40')
})

test('a page that is left meanwhile waits for nothing', async () => {
  const stream = open(watchReads())
  stream.closed.abort()
  await vi.advanceTimersByTimeAsync(0)

  expect(stream.start()).toBeUndefined()
})

test('a stream closed before it had begun leaves its reads to the next, as React does in development', async () => {
  const reads = watchReads()
  reads.begin()(at(12))
  const closed = open(reads)
  closed.closed.abort()
  reads.close({ hadBegun: false })
  const stream = open(reads)
  await vi.advanceTimersByTimeAsync(0)
  expect(stream.start()).toBe('12')
})

test('one that was closed while it waited does not take the place of the next', async () => {
  const onMissed = vi.fn()
  const reads = watchReads()
  const slow = reads.begin()
  const first = open(reads)
  first.closed.abort()
  reads.close({ hadBegun: false })
  const stream = open(reads, onMissed)
  await vi.advanceTimersByTimeAsync(0)
  expect(first.start()).toBeUndefined()

  slow(at(12))
  await vi.advanceTimersByTimeAsync(0)
  expect(stream.start()).toBe('12')
  expect(onMissed).not.toHaveBeenCalled()
})
