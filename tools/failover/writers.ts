import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

export type Writers = ReturnType<typeof startWriters>

const pauseMs = 20
/** Longer than any commit takes, and short enough to notice that a standby is back. */
const patienceMs = 3000

/** As a service does it: the first of a key has an effect, all others find it there. */
const writeOnce = `with fresh as (insert into proof_writes values ($1) on conflict do nothing returning key)
  insert into proof_effects select key from fresh`

/** They write, each time under a key of its own that is sent again until it is acknowledged. */
export function startWriters(url: string, count: number) {
  const acknowledged = new Set<string>()
  const ackedAt: number[] = []
  let metOwnRow = 0
  const stopping = new AbortController()

  async function write() {
    let client: pg.Client | undefined
    let key = randomUUID()
    let isAgain = false
    while (!stopping.signal.aborted) {
      try {
        client ??= await open(url)
        const { rowCount } = await client.query({
          text: writeOnce,
          values: [key],
          query_timeout: patienceMs,
        } as pg.QueryConfig)
        if (rowCount === 0 && isAgain) metOwnRow += 1
        acknowledged.add(key)
        ackedAt.push(performance.now())
        key = randomUUID()
        isAgain = false
        await sleep(pauseMs)
      } catch {
        isAgain = true
        void client?.end().catch(() => {})
        client = undefined
        await sleep(100)
      }
    }
    await client?.end()
  }

  const running = Array.from({ length: count }, write)
  return {
    acknowledged,
    metOwnRow: () => metOwnRow,
    /** The longest time without an acknowledged write, of a piece of time. */
    longestGapMs(from: number, to: number): number {
      const inside = ackedAt.filter((at) => at > from && at < to).toSorted((a, b) => a - b)
      return longestGap([from, ...inside, to])
    },
    lastAckedAt: () => ackedAt.at(-1) ?? 0,
    async stop() {
      stopping.abort()
      await Promise.all(running)
    },
  }
}

export function longestGap(times: number[]): number {
  return times.reduce((longest, at, place) => Math.max(longest, at - (times[place - 1] ?? at)), 0)
}

async function open(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 })
  client.on('error', () => {}) // The query that runs into it is sent again.
  await client.connect()
  return client
}
