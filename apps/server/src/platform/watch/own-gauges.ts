import { Gauge } from 'prom-client'
import type { Database } from '../db/database.ts'
import type { LiveHub } from '../live/hub.ts'
import type { Metrics } from '../metrics.ts'

/** What a process knows of itself, read whenever somebody asks. Only an API has streams. */
export function addOwnGauges(
  { registry }: Metrics,
  { pool, live }: { pool: Database['pool']; live?: LiveHub },
): void {
  const add = (name: string, help: string, read: () => number) =>
    registry.registerMetric(
      new Gauge({
        name,
        help,
        registers: [],
        collect() {
          this.set(read())
        },
      }),
    )
  const used = () => pool.totalCount - pool.idleCount
  add('pier_pool_used', 'Connections to the database that this process uses now', used)
  add('pier_pool_idle', 'Connections that it has and does not use', () => pool.idleCount)
  add('pier_pool_waiting', 'Its requests and jobs that wait for one', () => pool.waitingCount)
  add('pier_pool_max', 'How many connections it may have', () => pool.options.max)
  if (live) add('pier_live_streams', 'Tabs that it tells of news', () => live.countAll())
}
