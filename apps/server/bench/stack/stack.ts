import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort, startCluster } from '../../../../tools/local/postgres.ts'
import { cpuSecondsOf, cpuSecondsOfCluster, parentOf } from '../../proofs/shared/process-cost.ts'
import { openDatabase } from '../../src/platform/db/database.ts'
import { migrate } from '../../src/platform/db/migrate.ts'
import { createLog } from '../../src/platform/log.ts'
import { makeSecrets, withoutKeysOfWorker } from '../../test/secrets.ts'

const settings = `shared_preload_libraries = 'pg_stat_statements'\npg_stat_statements.max = 5000\n`
const startSecondsMax = 40

export type Stack = Awaited<ReturnType<typeof openStack>>

/**
 * A migrated database that counts its statements, in a cluster of its own, and the environment of
 * the processes that use it. `stop` ends all of them.
 */
export async function openStack() {
  const folder = mkdtempSync(join(tmpdir(), 'pier-bench-'))
  const include = join(folder, 'settings.conf')
  writeFileSync(include, settings)
  const cluster = await startCluster(folder, { throwAway: true, include })
  const log = createLog({ level: 'silent', name: 'bench' })
  const owner = openDatabase({ url: cluster.url(), role: undefined, poolMax: 4, log })
  const processes: Process[] = []
  const stop = async () => {
    await Promise.all(processes.map((each) => each.kill()))
    await owner.destroy()
    cluster.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await migrate(owner)
    await owner.pool.query('create extension if not exists pg_stat_statements')
    const { rows } = await owner.pool.query<{ pid: number }>('select pg_backend_pid() as pid')
    const postmaster = parentOf(rows[0]?.pid ?? 0)
    const env = {
      PIER_MODE: 'test',
      DATABASE_URL: cluster.url(),
      PUBLIC_ORIGIN: 'http://localhost:4300',
      SMTP_URL: 'smtp://127.0.0.1:9',
      PASSWORD_COST: 'light',
      TRUSTED_PROXY_HOPS: '1',
      LOG_LEVEL: 'silent',
      ...(await makeSecrets()),
    }
    const start = async (part: 'api' | 'worker') => {
      const started = await startPart(part, env)
      processes.push(started)
      return started
    }
    return {
      owner,
      url: cluster.url(),
      env,
      start,
      clusterSeconds: () => cpuSecondsOfCluster(postmaster),
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Ends the stack whatever happens: also when the work fails, or somebody loses patience. */
export async function withStack(work: (stack: Stack) => Promise<void>): Promise<void> {
  const stack = await openStack()
  const leave = () => void stack.stop().finally(() => process.exit(1))
  process.once('SIGINT', leave).once('SIGTERM', leave)
  try {
    await work(stack)
  } finally {
    await stack.stop()
    process.off('SIGINT', leave).off('SIGTERM', leave)
  }
}

type Process = Awaited<ReturnType<typeof startPart>>

/** One process of the product, as in production, when it is ready. */
async function startPart(part: 'api' | 'worker', given: Record<string, string>) {
  const ports = { PORT: String(await freePort()), METRICS_PORT: String(await freePort()) }
  const env = { ...(part === 'api' ? withoutKeysOfWorker(given) : given), ...ports }
  const child = fork(join(import.meta.dirname, `../../src/main-${part}.ts`), [], {
    env: { ...process.env, ...env, DATABASE_ROLE: `pier_${part}` },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  const base = `http://127.0.0.1:${ports.PORT}`
  const ready =
    part === 'api' ? `${base}/health/ready` : `http://127.0.0.1:${ports.METRICS_PORT}/health/ready`
  const patience = performance.now() + startSecondsMax * 1000
  while (!(await fetch(ready).catch(() => undefined))?.ok) {
    if (performance.now() < patience && child.exitCode === null) await sleep(50)
    else {
      await kill()
      throw new Error(`The ${part} did not start`)
    }
  }
  const pid = child.pid ?? 0
  return { base, pid, startSeconds: cpuSecondsOf(pid), kill }
}
