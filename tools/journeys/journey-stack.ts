import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startCustodyWorld } from '../../apps/server/test/custody-world/custody-world.ts'
import { startInbox } from '../../apps/stand-ins/src/inbox/inbox.ts'
import { startPayments } from '../../apps/stand-ins/src/payments/payments.ts'
import { startRegistrarSandbox } from '../../apps/server/test/custody-world/registrar-sandbox.ts'
import { makeSecrets, withoutKeysOfWorker } from '../../apps/server/test/secrets.ts'
import { startJourneyClock } from './journey-clock.ts'
import { startJourneyOperators } from './journey-operators.ts'
import { journeyPorts as ports } from './journey-ports.ts'
import { startCluster } from '../local/postgres.ts'
import { runProgram, startProgram, waitForUrl } from '../local/stack.ts'

/** The product as it is deployed, on a throw-away database, for the browser journeys. */
const web = join(import.meta.dirname, '../../apps/web')
const folder = mkdtempSync(join(tmpdir(), 'pier-journey-'))
const cluster = await startCluster(folder, { throwAway: true })
process.once('exit', () => {
  cluster.stop()
  rmSync(folder, { recursive: true, force: true })
})
if (!process.env.WEB_IS_BUILT) {
  execFileSync(process.execPath, ['build.ts'], { cwd: web, stdio: 'ignore' })
}

const secrets = await makeSecrets()
const origin = `http://localhost:${ports.web}`
const payments = await startPayments(secrets, {
  apiOrigin: origin, // Through the web, as in production: it must not alter signed content.
  cardPort: ports.card,
  cryptoPort: ports.crypto,
  stepMs: 100,
})
const custody = await startCustodyWorld(secrets)
await startRegistrarSandbox(custody, { port: ports.registrar })
await startJourneyClock({
  databaseUrl: cluster.url(),
  custody,
  card: payments.card,
  port: ports.clock,
})
const env = {
  PIER_MODE: 'test',
  DATABASE_URL: cluster.url(),
  PUBLIC_ORIGIN: origin,
  SMTP_URL: `smtp://127.0.0.1:${ports.smtp}`,
  PASSWORD_COST: 'light',
  LOG_LEVEL: 'warn',
  TRUSTED_PROXY_HOPS: '1',
  ...withoutKeysOfWorker(secrets),
  ...payments.env,
  ...custody.env,
}
await startJourneyOperators({ ...env, DATABASE_ROLE: 'pier_api' }, ports.operators)
await startInbox({ smtpPort: ports.smtp, httpPort: ports.inbox })
await runProgram('migrate', ['apps/server/src/migrate.ts'], { ...env, LOG_LEVEL: 'warn' })
const programs = [
  startProgram('api', ['apps/server/src/main-api.ts'], {
    ...env,
    DATABASE_ROLE: 'pier_api',
    PORT: String(ports.api),
    METRICS_PORT: String(ports.apiMetrics),
  }),
  startProgram('worker', ['apps/server/src/main-worker.ts'], {
    ...secrets, // Including the worker's keys.
    ...env,
    DATABASE_ROLE: 'pier_worker',
    METRICS_PORT: String(ports.workerMetrics),
  }),
  startProgram('web', ['apps/web/server.ts'], {
    PORT: String(ports.web),
    API_ORIGIN: `http://127.0.0.1:${ports.api}`,
    PUBLIC_ORIGIN: env.PUBLIC_ORIGIN,
    LOG_LEVEL: env.LOG_LEVEL,
    DESIGN_GALLERY: '1',
    // Each journey sends its own address, as a proxy would: limits count by address.
    TRUSTED_PROXY_HOPS: '1',
  }),
]
process.once('SIGTERM', stop)
process.once('SIGINT', stop)
await waitForUrl(`http://127.0.0.1:${ports.api}/health/ready`)
await waitForUrl(`http://localhost:${ports.web}/health/live`)
console.log('The journey stack is up')

function stop() {
  for (const program of programs) program.kill('SIGTERM')
  void custody.close()
  setTimeout(() => process.exit(0), 1500)
}
