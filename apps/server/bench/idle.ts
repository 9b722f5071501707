/**
 * What a stack costs that nobody uses: the statements that it sends, and the processor time of each
 * of its parts. The API and the worker run with the checks, heartbeats and schedules of production.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { cpuSecondsOf } from '../proofs/shared/process-cost.ts'
import type { Database } from '../src/platform/db/database.ts'
import { printRows } from './shared/rows.ts'
import { withStack } from './stack/stack.ts'

/** After this the work of starting is done: caches are filled and first looks are over. */
const settleMs = 4000
/** Long enough for what happens once a minute to weigh what it does. */
const measuredSeconds = 40

await withStack(async (stack) => {
  const api = await stack.start('api')
  const worker = await stack.start('worker')
  await sleep(settleMs)
  await stack.owner.pool.query('select pg_stat_statements_reset()')
  const readCost = () => ({
    api: cpuSecondsOf(api.pid),
    worker: cpuSecondsOf(worker.pid),
    postgres: stack.clusterSeconds(),
  })
  const before = readCost()
  const startedAt = performance.now()
  await sleep(measuredSeconds * 1000)
  const after = readCost()
  const seconds = (performance.now() - startedAt) / 1000
  const statements = await countStatements(stack.owner)

  const share = (part: keyof typeof before) => ((after[part] - before[part]) / seconds) * 100
  const cpu = (part: keyof typeof before, peer: string) =>
    ({
      bar: 'idle',
      what: `processor time of the ${part === 'postgres' ? 'database' : part}, nobody there`,
      measured: share(part),
      goal: 1,
      is: 'at most',
      unit: '% of a core',
      peer,
    }) as const
  printRows([
    {
      bar: 'idle',
      what: 'statements of API and worker, nobody there',
      measured: statements / seconds,
      goal: 2,
      is: 'at most',
      unit: '/s',
      peer: 'polling every 50 and 500 ms: 36',
    },
    cpu('api', 'polling: 0.5'),
    cpu('worker', 'polling: 2.9'),
    cpu('postgres', 'polling: 2.5'),
  ])
})

/** All but our own and what foreign keys ask; the most frequent of them are printed, so that a new one is found. */
async function countStatements({ pool }: Database): Promise<number> {
  const { rows } = await pool.query<{ calls: number; query: string }>(
    `select calls::int, query from pg_stat_statements
     where dbid = (select oid from pg_database where datname = current_database())
       and query not like '%pg_stat_statements%' and query not like '% FOR KEY SHARE OF x' order by calls desc`,
  )
  for (const { calls, query } of rows.slice(0, 40)) {
    console.log(String(calls).padStart(6), query.replaceAll(/\s+/g, ' ').slice(0, 150))
  }
  return rows.reduce((sum, { calls }) => sum + calls, 0)
}
