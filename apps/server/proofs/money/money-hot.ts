import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { post } from '../../src/modules/ledger/ledger.service.ts'
import { inTransaction, openDatabase } from '../../src/platform/db/database.ts'
import type { Log } from '../../src/platform/log.ts'

const clients = 4
const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

type Input = { url: string; log: Log; users: string[]; rounds: number }

/**
 * Postings per second, in turns: through the product onto one user, through the product onto many
 * users, and the bare function from pgbench onto one user and onto many. All of them also touch the
 * clearing account.
 */
export async function measureHot({ url, log, users, rounds }: Input) {
  const db = openDatabase({ url, role: 'pier_worker', poolMax: clients, log })
  const [hot = ''] = users
  const rates = {
    oursHot: [] as number[],
    oursMany: [] as number[],
    bareHot: [] as number[],
    bareMany: [] as number[],
  }
  const ours = async (of: () => string) => {
    const until = performance.now() + 1000
    let posted = 0
    const lane = async () => {
      while (performance.now() < until) {
        await inTransaction(db, (tx) =>
          post(tx, {
            reference: `hot:${randomUUID()}`,
            kind: 'top_up',
            userId: of(),
            legs: { available: 1, card_clearing: -1 },
          }),
        )
        posted++
      }
    }
    await Promise.all(Array.from({ length: clients }, lane))
    return posted
  }
  const any = () => users[Math.floor(Math.random() * users.length)] ?? hot
  await ours(any) // Warm-up.
  for (let round = 0; round < rounds; round++) {
    rates.oursHot.push(await ours(() => hot))
    rates.bareHot.push(runBare(url, [hot]))
    rates.oursMany.push(await ours(any))
    rates.bareMany.push(runBare(url, users))
  }
  await db.destroy()
  return {
    hotRatio: median(rates.oursHot.map((rate, round) => rate / (rates.bareHot[round] ?? 1))),
    manyRatio: median(rates.oursMany.map((rate, round) => rate / (rates.bareMany[round] ?? 1))),
    hotOverMany: median(rates.oursHot.map((rate, round) => rate / (rates.oursMany[round] ?? 1))),
    oursPerSecond: median(rates.oursHot),
    barePerSecond: median(rates.bareHot),
  }
}

/** Only the same entry and the same live event. */
function runBare(url: string, users: string[]): number {
  const folder = mkdtempSync(join(tmpdir(), 'pier-bare-'))
  const file = join(folder, 'post.sql')
  const list = `(array[${users.map((id) => `'${id}'::uuid`).join(',')}])[1 + floor(random() * ${users.length})::int]`
  writeFileSync(
    file,
    `begin;
select app_now() as at, ${users.length === 1 ? `'${users[0]}'::uuid` : list} as user_id \\gset
select post_entry('hot:' || gen_random_uuid(), 'top_up', :user_id, null,
  '{available,card_clearing}'::ledger_account[], '{1,-1}'::bigint[]);
insert into live_events (user_id, type, data, created_at)
  values (:user_id, 'balance', '{"type":"balance"}', :at);
commit;
`,
  )
  const args = [
    '-n',
    '-c',
    String(clients),
    '-j',
    '1',
    '-T',
    '1',
    '-M',
    'prepared',
    '-f',
    file,
    url,
  ]
  const report = execFileSync(pgbench(), args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  return Number(/tps = ([\d.]+)/.exec(report)?.[1] ?? 0)
}

function pgbench(): string {
  return execFileSync('sh', ['-c', 'ls /usr/lib/postgresql/*/bin/pgbench | tail -1'], {
    encoding: 'utf8',
  }).trim()
}
