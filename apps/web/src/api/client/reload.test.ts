import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { reload } from './reload.ts'

const queryKey = ['balance']

/** A server whose answers the test resolves. */
function slowServer() {
  const answers: ((balance: number) => void)[] = []
  const ask = () => new Promise<number>((resolve) => answers.push(resolve))
  return { answers, ask }
}

test('news that come while the first answer is on its way are not lost', async () => {
  const { answers, ask } = slowServer()
  const queries = new QueryClient()
  const observer = new QueryObserver(queries, { queryKey, queryFn: ask })
  const stop = observer.subscribe(() => {})

  const reloaded = reload(queries, queryKey)
  await vi.waitFor(() => expect(answers).toHaveLength(2))
  answers[0]?.(0)
  answers[1]?.(50)
  await reloaded

  expect(observer.getCurrentResult().data).toBe(50)
  expect(observer.getCurrentResult().error).toBeNull()
  stop()
})

test('what is shown stays until the new answer is there', async () => {
  const { answers, ask } = slowServer()
  const queries = new QueryClient()
  const observer = new QueryObserver(queries, { queryKey, queryFn: ask })
  const stop = observer.subscribe(() => {})
  answers[0]?.(20)
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toBe(20))

  const reloaded = reload(queries, queryKey)
  await vi.waitFor(() => expect(answers).toHaveLength(2))
  expect(observer.getCurrentResult().data).toBe(20)
  answers[1]?.(70)
  await reloaded

  expect(observer.getCurrentResult().data).toBe(70)
  stop()
})
