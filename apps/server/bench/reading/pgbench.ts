import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

type Bench = {
  url: string
  /** Statements and `\set` lines of pgbench. */
  script: string
  clients?: number
  planCacheMode?: 'auto' | 'force_generic_plan' | 'force_custom_plan'
} & ({ seconds: number } | { transactions: number })

/** Runs a script on the bare engine, prepared, and returns how many transactions were run. */
export async function runPgbench(bench: Bench): Promise<number> {
  const { url, script, clients = 4, planCacheMode = 'auto' } = bench
  const folder = mkdtempSync(join(tmpdir(), 'pier-bench-'))
  const file = join(folder, 'script.sql')
  const length =
    'seconds' in bench ? ['-T', `${bench.seconds}`] : ['-t', `${bench.transactions / clients}`]
  try {
    writeFileSync(file, script)
    const { stdout } = await run(
      'pgbench',
      ['-n', '-M', 'prepared', '-c', `${clients}`, '-j', '1', ...length, '-f', file, url],
      { env: { ...process.env, PGOPTIONS: `-c plan_cache_mode=${planCacheMode}` } },
    )
    // Before that its connections are not yet counted among those that have ended.
    await sleep(150)
    const [, done] = /transactions actually processed: (\d+)/.exec(stdout) ?? []
    if (!done) throw new Error(`pgbench said\n${stdout}`)
    return Number(done)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
