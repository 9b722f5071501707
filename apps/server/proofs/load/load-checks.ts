/** What has to be there afterwards: each message once, each told to both sides, and no job left. */
import type { House } from '../custody/custody-house.ts'
import type { Traffic } from './load-mix.ts'
import type { Tab } from './load-tabs.ts'

/** What was acknowledged against what is kept. */
export async function countMessages({ rows }: House, { sent }: Traffic) {
  const kept = await rows<{ body: string; count: number }>(
    `select escrow_id || ' ' || body as body, count(*)::int from escrow_messages group by 1`,
  )
  const counts = new Map(kept.map(({ body, count }) => [body, count]))
  const acknowledged = sent.map(({ loanId, body }) => counts.get(`${loanId} ${body}`) ?? 0)
  return {
    sent: sent.length,
    lost: acknowledged.filter((count) => count === 0).length,
    doubled: acknowledged.reduce((sum, count) => sum + Math.max(0, count - 1), 0),
  }
}

/** Each message is told to both sides of its loan. */
export function countEvents(tabs: Tab[], { sent }: Traffic) {
  const messages = new Map<string, number>()
  for (const { loanId } of sent) messages.set(loanId, (messages.get(loanId) ?? 0) + 1)
  const counts = tabs.map((tab) => ({ ...tab.count(), wanted: messages.get(tab.loanId) ?? 0 }))
  return {
    lost: counts.reduce((sum, { told, wanted }) => sum + Math.max(0, wanted - told), 0),
    doubled: counts.reduce((sum, { again }) => sum + again, 0),
  }
}

export type Jobs = ReturnType<typeof watchJobs>

/** Asked again and again during the run, because jobs that are done are deleted after an hour. */
export function watchJobs({ rows }: House) {
  let worst = { name: 'none', seconds: 0 }
  return {
    worst: () => worst,
    async look(): Promise<void> {
      const [slowest] = await rows<{ name: string; seconds: number }>(
        `select name, extract(epoch from completed_on - greatest(created_on, start_after))::float8 as seconds
         from pgboss.job where state = 'completed' and completed_on > now() - interval '2 minutes'
         order by seconds desc limit 1`,
      )
      if (slowest && slowest.seconds > worst.seconds) worst = slowest
    },
    /** Those that are due and not done. */
    countOpen: async (): Promise<number> => {
      const [open] = await rows<{ count: number }>(
        `select count(*)::int from pgboss.job
         where state in ('created', 'retry', 'active') and start_after <= now()`,
      )
      return open?.count ?? 0
    },
    /** Those that were given up, and what they said. */
    listDead: async (): Promise<string[]> => {
      const dead = await rows<{ text: string }>(
        `select name || ' ' || error::text as text from dead_jobs
         union all select name || ' ' || coalesce(output::text, '') from pgboss.job where state = 'failed'`,
      )
      return dead.map(({ text }) => text.slice(0, 300))
    },
    countDone: async (): Promise<number> => {
      const [done] = await rows<{ count: number }>(
        `select count(*)::int from pgboss.job where state = 'completed'`,
      )
      return done?.count ?? 0
    },
  }
}
