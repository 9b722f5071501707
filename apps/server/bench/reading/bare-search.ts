import { hash } from 'node:crypto'
import pg from 'pg'
import type { Statement } from '../../proofs/listings/listings-market.ts'

/**
 * The statements of a search on the bare engine: prepared once, planned for its values each time, as a
 * search has to be, and one after the other on each of a few connections.
 */
export async function openBareEngine(url: string, connections: number) {
  const clients = Array.from(
    { length: connections },
    () => new pg.Client({ connectionString: url, options: '-c plan_cache_mode=force_custom_plan' }),
  )
  await Promise.all(clients.map((client) => client.connect()))

  return {
    /** Returns how often all of them were answered. */
    async runFor(ms: number, statements: Statement[]): Promise<number> {
      const until = performance.now() + ms
      let done = 0
      const runOne = async (client: pg.Client) => {
        while (performance.now() < until) {
          for (const { sql: text, parameters } of statements) {
            await client.query({ name: hash('md5', text), text, values: [...parameters] })
          }
          done += 1
        }
      }
      await Promise.all(clients.map(runOne))
      return done
    },
    async stop() {
      await Promise.all(clients.map((client) => client.end()))
    },
  }
}
