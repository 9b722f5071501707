import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'

const counting = new AsyncLocalStorage<string[]>()
const query: (...asked: unknown[]) => unknown = Reflect.get(pg.Client.prototype, 'query')

/** Records every statement sent to the database for the work that sent it. */
Reflect.set(pg.Client.prototype, 'query', function (this: pg.Client, ...asked: unknown[]) {
  const [what] = asked
  const text = typeof what === 'string' ? what : (what as { text?: string }).text
  counting.getStore()?.push(text ?? '')
  return query.apply(this, asked)
})

/** The statements that this work sends, including those that begin and end its transactions. */
export async function countStatements(work: () => Promise<unknown>): Promise<string[]> {
  const sent: string[] = []
  await counting.run(sent, work)
  return sent
}
