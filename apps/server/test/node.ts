import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../../tools/local/postgres.ts'
import { withoutKeysOfWorker } from './secrets.ts'

export type ApiNode = Awaited<ReturnType<typeof startApiNode>>
type Caller = {
  token?: string | undefined
  cookie?: string | undefined
  address: string
  requestKey?: string
}

type NodeOptions = {
  port?: number
  /** The file its log is appended to; otherwise the terminal. */
  logFile?: string
}

/** One API process on a port of its own, as in production. */
export async function startApiNode(given: Record<string, string>, options: NodeOptions = {}) {
  const { port = await freePort(), logFile } = options
  const env = withoutKeysOfWorker(given)
  const nodeEnv = {
    ...env,
    DATABASE_ROLE: 'pier_api',
    PORT: String(port),
    METRICS_PORT: String(await freePort()),
  }
  const process = startProcess('main-api.ts', nodeEnv, logFile)
  const base = `http://127.0.0.1:${port}`
  while (!(await fetch(`${base}/health/ready`).catch(() => undefined))?.ok) await sleep(50)

  return {
    port,
    base,
    pid: process.pid ?? 0,
    stop: () => stopProcess(process),
    /** As when the machine dies: without notice, and nothing is finished. */
    kill: () => stopProcess(process, 'SIGKILL'),
    async call(method: string, path: string, caller: Caller, body?: object) {
      const reply = await fetch(`${base}/api${path}`, {
        method,
        headers: {
          'content-type': 'application/json',
          'x-forwarded-for': caller.address,
          ...(caller.requestKey && { 'idempotency-key': caller.requestKey }),
          ...(caller.token && { 'x-access-token': caller.token }),
          ...(caller.cookie && { cookie: caller.cookie }),
        },
        ...(body && { body: JSON.stringify(body) }),
      })
      const text = await reply.text()
      return { status: reply.status, text, cookie: reply.headers.get('set-cookie') }
    },
  }
}

export type WorkerNode = Awaited<ReturnType<typeof startWorkerNode>>

export async function startWorkerNode(
  env: Record<string, string>,
  { logFile }: Omit<NodeOptions, 'port'> = {},
) {
  const nodeEnv = {
    ...env,
    DATABASE_ROLE: 'pier_worker',
    METRICS_PORT: String(await freePort()),
  }
  const process = startProcess('main-worker.ts', nodeEnv, logFile)
  return { stop: () => stopProcess(process), kill: () => stopProcess(process, 'SIGKILL') }
}

function startProcess(file: string, env: Record<string, string>, logFile?: string): ChildProcess {
  const path = join(import.meta.dirname, '../src', file)
  const log = logFile === undefined ? undefined : openSync(logFile, 'a')
  const stdio = log === undefined ? 'inherit' : ['ignore' as const, log, log, 'ipc' as const]
  const child = fork(path, [], { env: { ...process.env, ...env }, stdio })
  if (log !== undefined) closeSync(log) // The process has its own handle.
  return child
}

async function stopProcess(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM') {
  child.kill(signal)
  await once(child, 'exit')
}
