import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createApi } from '../../src/api.ts'
import { readConfig } from '../../src/platform/config.ts'
import { openDatabase } from '../../src/platform/db/database.ts'
import { requireUser } from '../../src/platform/http/require-user.ts'
import { startHub } from '../../src/platform/live/hub.ts'
import { createLog } from '../../src/platform/log.ts'
import { createMetrics } from '../../src/platform/metrics.ts'
import { makePeople } from './people.ts'

/** More than one, because a session may call 300 times a minute. */
const sessions = 600

type Started = { port: number; tokens: string[] }

/** The whole API in a process of its own, and two trivial calls more: one is open, one wants a login. */
export async function startOwnApi(env: Record<string, string>) {
  const child = fork(import.meta.filename, [], { env: { ...process.env, ...env } })
  const [started] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => Promise.reject(new Error('The API of the bar did not start'))),
  ])) as [Started]
  return {
    ...started,
    pid: child.pid ?? 0,
    async stop() {
      child.kill()
      await once(child, 'exit')
    },
  }
}

async function serve(): Promise<Started> {
  const config = readConfig(process.env)
  const log = createLog({ level: 'error', name: 'bench' })
  const db = openDatabase({ ...config.database, role: 'pier_api', log })
  const live = startHub(db, config.directDatabase)
  const metrics = createMetrics()
  const requestsPerMinuteMax = 1_000_000
  const app = await createApi({ db, config, live, log, metrics, requestsPerMinuteMax })
  app.get('/bench/open', () => ({ is: 'open' }))
  app.get('/bench/own', { onRequest: requireUser }, () => ({ is: 'own' }))
  await app.listen({ host: '127.0.0.1', port: 0 })
  const address = app.server.address()
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0
  const people = await makePeople(db, { env: process.env, people: 1, sessions })
  return { port, tokens: people.map(({ token }) => token) }
}

if (process.argv[1] === import.meta.filename) process.send?.(await serve())
