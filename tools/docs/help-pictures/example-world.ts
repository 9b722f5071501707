import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildDemo, demoStartsAt, type DemoNotes } from '../../../apps/server/demo/build-demo.ts'
import { startCustodyWorld } from '../../../apps/server/test/custody-world/custody-world.ts'
import { makeSecrets, withoutKeysOfWorker } from '../../../apps/server/test/secrets.ts'
import { startInbox } from '../../../apps/stand-ins/src/inbox/inbox.ts'
import { startPayments } from '../../../apps/stand-ins/src/payments/payments.ts'
import { freePort, startCluster } from '../../local/postgres.ts'
import { queryDatabase, runProgram, startProgram, waitForUrl } from '../../local/stack.ts'

export type ExampleWorld = { origin: string; notes: DemoNotes; stop: () => Promise<void> }

/**
 * The product as it is deployed, with the people and loans of the demo world, on ports and a
 * database of its own. Who looks at it shares nothing with `pnpm dev`.
 */
export async function startExampleWorld(): Promise<ExampleWorld> {
  const folder = mkdtempSync(join(tmpdir(), 'pier-pictures-'))
  const cluster = await startCluster(folder, { throwAway: true })
  const secrets = await makeSecrets()
  const [web, api, apiMetrics, workerMetrics] = await Promise.all([1, 2, 3, 4].map(freePort))
  const origin = `http://localhost:${web}`
  const payments = await startPayments(secrets, { apiOrigin: `http://127.0.0.1:${api}` })
  const custody = await startCustodyWorld(secrets, { startsAt: demoStartsAt() })
  const inbox = await startInbox({ smtpPort: 0, httpPort: 0 })
  const env = {
    PIER_MODE: 'test',
    DATABASE_URL: cluster.url(),
    PUBLIC_ORIGIN: origin,
    SMTP_URL: `smtp://127.0.0.1:${inbox.smtpPort}`,
    PASSWORD_COST: 'light',
    LOG_LEVEL: 'warn',
    TRUSTED_PROXY_HOPS: '1',
    ...withoutKeysOfWorker(secrets),
    ...payments.env,
    ...custody.env,
  }
  await runProgram('migrate', ['apps/server/src/migrate.ts'], env)
  const inboxUrl = `http://127.0.0.1:${inbox.httpPort}`
  const whole = { ...secrets, ...env } // API and worker in one process.
  const notes = await buildDemo(whole, { inboxUrl, payments, custody, port: Number(api) })
  // That nothing ran since does not count as an outage.
  await queryDatabase(cluster.url(), 'delete from heartbeats')
  const programs = [
    startProgram('api', ['apps/server/src/main-api.ts'], {
      ...env,
      DATABASE_ROLE: 'pier_api',
      PORT: String(api),
      METRICS_PORT: String(apiMetrics),
    }),
    startProgram('worker', ['apps/server/src/main-worker.ts'], {
      ...whole,
      DATABASE_ROLE: 'pier_worker',
      METRICS_PORT: String(workerMetrics),
    }),
    startProgram('web', ['apps/web/server.ts'], {
      PORT: String(web),
      API_ORIGIN: `http://127.0.0.1:${api}`,
      PUBLIC_ORIGIN: origin,
      LOG_LEVEL: 'warn',
      TRUSTED_PROXY_HOPS: '1',
    }),
  ]
  await waitForUrl(`http://127.0.0.1:${api}/health/ready`)
  await waitForUrl(`${origin}/health/live`)

  const stop = async () => {
    for (const program of programs) program.kill('SIGTERM')
    await Promise.all([payments.close(), custody.close(), inbox.close()])
    cluster.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return { origin, notes, stop }
}
