import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../../../tools/postgres.ts'

export type ApiNode = Awaited<ReturnType<typeof startApiNode>>
type Caller = {
  token?: string | undefined
  cookie?: string | undefined
  address: string
  requestKey?: string
}

/** One process of the API on a port of its own, as in production. */
export async function startApiNode(given: Record<string, string>, port?: number) {
  port ??= await freePort()
  const { CUSTODY_PRIVATE_KEY: _ofWorker, ...env } = given
  const process = startProcess('main-api.ts', {
    ...env,
    DATABASE_ROLE: 'pier_api',
    PORT: String(port),
    METRICS_PORT: String(await freePort()),
  })
  const base = `http://127.0.0.1:${port}`
  while (!(await fetch(`${base}/health/ready`).catch(() => undefined))?.ok) await sleep(50)

  return {
    port,
    base,
    stop: () => stopProcess(process),
    /** As when the machine dies: nothing is said and nothing is finished. */
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

export async function startWorkerNode(env: Record<string, string>) {
  const process = startProcess('main-worker.ts', {
    ...env,
    DATABASE_ROLE: 'pier_worker',
    METRICS_PORT: String(await freePort()),
  })
  return { stop: () => stopProcess(process), kill: () => stopProcess(process, 'SIGKILL') }
}

function startProcess(file: string, env: Record<string, string>): ChildProcess {
  const path = join(import.meta.dirname, '..', file)
  return fork(path, [], { env: { ...process.env, ...env }, stdio: 'inherit' })
}

async function stopProcess(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM') {
  child.kill(signal)
  await once(child, 'exit')
}
