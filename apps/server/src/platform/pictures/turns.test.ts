import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createTurns } from './turns.ts'

const bounds = { waitingMax: 16, perAskerMax: 2, waitMs: 60_000 }
const asker = (id: string, signal = new AbortController().signal) => ({ id, signal })
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: { code?: string }) => error.code,
  )

/** Work that lasts until it is let go, and how much of it runs at once. */
function makeWork() {
  const seen = { running: 0, most: 0, begun: [] as string[] }
  const ends: (() => void)[] = []
  const work = (name: string) => async () => {
    seen.begun.push(name)
    seen.most = Math.max(seen.most, ++seen.running)
    await new Promise<void>((resolve) => ends.push(resolve))
    seen.running--
  }
  return { seen, work, endOne: () => ends.shift()?.() }
}

test('the twentieth who comes at once is told to come back, and holds nothing', async () => {
  const inTurn = createTurns(bounds)
  const { seen, work, endOne } = makeWork()

  const all = Array.from({ length: 20 }, (_, at) =>
    codeOf(inTurn(asker(`user ${at}`), work(`${at}`))),
  )
  const last = await Promise.all(all.slice(17))
  for (let at = 0; at < 17; at++) {
    await sleep(1)
    endOne()
  }

  expect(last).toEqual(['pictures_waiting', 'pictures_waiting', 'pictures_waiting'])
  expect(await Promise.all(all.slice(0, 17))).toEqual(Array.from({ length: 17 }, () => 'done'))
  expect(seen).toMatchObject({ most: 1, begun: Array.from({ length: 17 }, (_, at) => `${at}`) })
})

test('one person has one that is looked at and one that waits, and leaves room for others', async () => {
  const inTurn = createTurns(bounds)
  const { work, endOne } = makeWork()

  const [first, second] = [1, 2].map(() => codeOf(inTurn(asker('mara'), work('hers'))))
  const third = await codeOf(inTurn(asker('mara'), work('hers')))
  const other = codeOf(inTurn(asker('jonas'), work('his')))
  for (let at = 0; at < 3; at++) {
    await sleep(1)
    endOne()
  }

  expect(third).toBe('pictures_waiting')
  expect(await Promise.all([first, second, other])).toEqual(['done', 'done', 'done'])
  const again = codeOf(inTurn(asker('mara'), work('hers')))
  await sleep(1)
  endOne()
  expect(await again).toBe('done')
})

test('who comes just as a turn ends does not slip in beside whoever waited', async () => {
  const inTurn = createTurns(bounds)
  const { seen, work, endOne } = makeWork()
  const first = inTurn(asker('a'), work('a'))
  const second = inTurn(asker('b'), work('b'))
  const newcomers: Promise<unknown>[] = []
  await sleep(1)

  endOne()
  for (let tick = 0; tick < 10; tick++) {
    newcomers.push(inTurn(asker(`c${tick}`), work(`c${tick}`)))
    await Promise.resolve()
  }
  for (let at = 0; at < 12; at++) {
    await sleep(1)
    endOne()
  }
  await Promise.all([first, second, ...newcomers])

  expect(seen.most).toBe(1)
  expect(seen.begun.slice(0, 3)).toEqual(['a', 'b', 'c0'])
})

test('who goes away gives their place to the next, and their work is never begun', async () => {
  const inTurn = createTurns({ ...bounds, waitingMax: 1 })
  const { seen, work, endOne } = makeWork()
  const gone = new AbortController()
  const first = inTurn(asker('a'), work('a'))
  const second = codeOf(inTurn(asker('b', gone.signal), work('b')))
  expect(await codeOf(inTurn(asker('c'), work('c')))).toBe('pictures_waiting')

  gone.abort()
  const third = codeOf(inTurn(asker('c'), work('c')))
  for (let at = 0; at < 2; at++) {
    await sleep(1)
    endOne()
  }

  expect(await second).toBe('unavailable')
  expect([await first, await third]).toEqual([undefined, 'done'])
  expect(seen.begun).toEqual(['a', 'c'])
})

test('nobody waits longer than they may, and work that fails ends its turn', async () => {
  const inTurn = createTurns({ ...bounds, waitMs: 20 })
  const { work, endOne } = makeWork()
  const first = inTurn(asker('a'), work('a'))

  expect(await codeOf(inTurn(asker('b'), work('b')))).toBe('pictures_waiting')
  endOne()
  await first
  await expect(inTurn(asker('c'), () => Promise.reject(new Error('broken')))).rejects.toThrow(
    'broken',
  )

  const last = codeOf(inTurn(asker('d'), work('d')))
  await sleep(1)
  endOne()
  expect(await last).toBe('done')
})
