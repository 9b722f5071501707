import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildDemo, demoStartsAt, type DemoNotes } from '../../apps/server/demo/build-demo.ts'
import { demoNames } from '../../apps/server/demo/demo-names.ts'
import { operators } from '../../apps/server/demo/fill-operators.ts'
import { demoPassword, people } from '../../apps/server/demo/people.ts'
import { startCustodyWorld } from '../../apps/server/test/custody-world/custody-world.ts'
import { startInbox } from '../../apps/stand-ins/src/inbox/inbox.ts'
import { startPayments } from '../../apps/stand-ins/src/payments/payments.ts'
import { startRegistrarSandbox } from '../../apps/server/test/custody-world/registrar-sandbox.ts'
import { withoutKeysOfWorker } from '../../apps/server/test/secrets.ts'
import {
  localFolder,
  openLocalDatabase,
  queryDatabase,
  readLocalSecrets,
  registryFile,
  runProgram,
  startProgram,
  waitForUrl,
} from './stack.ts'

/** The whole product on this machine, with hot reload. No external account is needed. */
const port = (usual: number) => usual + Number(process.env.DEV_PORT_OFFSET ?? 0)
const ports = {
  web: port(4300),
  api: port(4000),
  apiMetrics: port(4001),
  workerMetrics: port(4002),
  smtp: port(4025),
  inbox: port(4080),
  card: port(4090),
  crypto: port(4091),
  registrar: port(4092),
}
const origin = `http://localhost:${ports.web}`
const inboxUrl = `http://127.0.0.1:${ports.inbox}`
const notesFile = join(localFolder, 'demo.json')

console.log('Starting PostgreSQL …')
const database = await openLocalDatabase()
process.once('exit', database.stop)
const secrets = await readLocalSecrets()
const payments = await startPayments(secrets, {
  apiOrigin: `http://127.0.0.1:${ports.api}`,
  cardPort: ports.card,
  cryptoPort: ports.crypto,
  stepMs: 1500,
})
const startsAt = existsSync(notesFile) ? new Date() : demoStartsAt()
const custody = await startCustodyWorld(secrets, { file: registryFile, startsAt })
const registrar = await startRegistrarSandbox(custody, { port: ports.registrar })
const env = {
  PIER_MODE: 'development',
  DATABASE_URL: database.url,
  PUBLIC_ORIGIN: origin,
  SMTP_URL: `smtp://127.0.0.1:${ports.smtp}`,
  LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn',
  TRUSTED_PROXY_HOPS: '1',
  ...withoutKeysOfWorker(secrets),
  ...payments.env,
  ...custody.env,
}
const inbox = await startInbox({ smtpPort: ports.smtp, httpPort: ports.inbox })
await runProgram('migrate', ['apps/server/src/migrate.ts'], env)
await buildDemoOnce()
// A machine that was off overnight does not count as an outage here.
await queryDatabase(database.url, 'delete from heartbeats')
await addNamesToPlayWith()

const programs = [
  startProgram('api', ['--watch', '--watch-preserve-output', 'apps/server/src/main-api.ts'], {
    ...env,
    DATABASE_ROLE: 'pier_api',
    PORT: String(ports.api),
    METRICS_PORT: String(ports.apiMetrics),
  }),
  startProgram('worker', ['--watch', '--watch-preserve-output', 'apps/server/src/main-worker.ts'], {
    ...secrets, // Including the worker's keys.
    ...env,
    DATABASE_ROLE: 'pier_worker',
    METRICS_PORT: String(ports.workerMetrics),
  }),
  startProgram(
    'web',
    ['node_modules/@react-router/dev/bin.cjs', 'dev', '--host', 'localhost'],
    {
      WEB_PORT: String(ports.web),
      API_ORIGIN: `http://127.0.0.1:${ports.api}`,
      PUBLIC_ORIGIN: origin,
    },
    join(import.meta.dirname, '../../apps/web'),
  ),
]
process.once('SIGINT', () => void stop())
process.once('SIGTERM', () => void stop())
await waitForUrl(`http://127.0.0.1:${ports.api}/health/ready`)
await waitForUrl(`${origin}/login`)
printAddresses()

async function buildDemoOnce() {
  const users = await queryDatabase(database.url, 'select 1 from users limit 1')
  if (users.length > 0) {
    if (!existsSync(notesFile)) console.log('The demo world is not whole: pnpm demo:reset')
    return
  }
  console.log('Building the demo world …')
  const whole = { ...secrets, ...env } // The demo runs API and worker in one process.
  const notes = await buildDemo(whole, { inboxUrl, payments, custody, port: ports.api })
  writeFileSync(notesFile, JSON.stringify(notes))
}

async function addNamesToPlayWith() {
  const known = new Set(custody.other.listNames().map(({ name }) => name))
  await custody.other.addNames(demoNames.filter(({ name }) => !known.has(name)))
}

function printAddresses() {
  const notes = existsSync(notesFile)
    ? (JSON.parse(readFileSync(notesFile, 'utf8')) as DemoNotes)
    : undefined
  const staff = operators.map(({ email, roles }) => `    ${email.padEnd(22)} ${roles.join(', ')}`)
  const logins = people.map(({ email, note }) => `    ${email.padEnd(22)} ${note}`)
  console.log(`
  Pier        ${origin}
  Inbox       ${inboxUrl}
  Payments    a card 4242… pays, 4000 0000 0000 0002 is declined; nothing is real money
  Registrar   ${registrar.origin}  names that are elsewhere, their codes and their DNS
  API         ${origin}/api/docs
  Metrics     http://127.0.0.1:${ports.apiMetrics}  http://127.0.0.1:${ports.workerMetrics}
  Database    ${database.url}

  Demo logins, all with the password "${demoPassword}". Everybody in it is invented.
${logins.join('\n')}
${notes ? `\n  Two-step secret of Ada: ${notes.mfaSecret}\n` : ''}
  Operators at ${origin}/operator, with the same password and a code that pnpm demo:code prints:
${staff.join('\n')}

  pnpm demo:reset starts the world over. Ctrl-C stops everything.
`)
}

async function stop() {
  for (const program of programs) program.kill('SIGTERM')
  await Promise.all(
    programs.map(
      (program) =>
        new Promise((resolve) => {
          if (program.exitCode === null) program.once('exit', resolve)
          else resolve(undefined)
        }),
    ),
  )
  await inbox.close()
  await payments.close()
  await registrar.close()
  await custody.close()
  process.exit(0)
}
