import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import pg from 'pg'
import { startInbox } from '../../apps/stand-ins/src/inbox/inbox.ts'
import { startApiNode, startWorkerNode } from '../../apps/server/test/node.ts'
import { makeSecrets } from '../../apps/server/test/secrets.ts'
import { openCluster } from './cluster.ts'

export type Town = Awaited<ReturnType<typeof openTown>>

/** The product on three database nodes: an API and two workers, which are never started again. */
export async function openTown(folder: string, say: (what: string) => void) {
  const cluster = await openCluster(folder)
  say('three nodes are up')
  const urls = setUp(join(folder, 'etc'), cluster.adminUrl)
  const admin = new pg.Pool({ connectionString: urls.owner, max: 1, connectionTimeoutMillis: 5000 })
  admin.on('error', () => {}) // Whoever asks next notices.
  await admin.query('create table proof_writes (key uuid primary key)')
  await admin.query('create table proof_effects (key uuid not null)') // Nothing here forbids two.
  const inbox = await startInbox({ smtpPort: 0, httpPort: 0 })
  const mailed = new Set<string>()
  setInterval(() => {
    for (const { to } of inbox.mails()) for (const address of to) mailed.add(address)
  }, 1000).unref() // It keeps only the last 500.
  const env = {
    PIER_MODE: 'test',
    PUBLIC_ORIGIN: 'http://localhost:4300',
    SMTP_URL: `smtp://127.0.0.1:${inbox.smtpPort}`,
    PASSWORD_COST: 'light',
    TRUSTED_PROXY_HOPS: '1',
    LOG_LEVEL: 'info',
    ...(await makeSecrets()),
  }
  const logFiles = ['api', 'worker1', 'worker2'].map((name) => join(folder, `${name}.log`))
  const [apiLog = '', ...workerLogs] = logFiles
  for (const logFile of workerLogs) {
    await startWorkerNode({ ...env, DATABASE_URL: urls.worker }, { logFile })
  }
  const startApi = (logFile: string) =>
    startApiNode({ ...env, DATABASE_URL: urls.api }, { logFile })
  const api = await startApi(apiLog)
  say('the product is up')
  return { cluster, urls, admin, mailed, logFiles, api, startApi }
}

/** `pier setup` through HAProxy, and how each process connects from then on. */
function setUp(etc: string, adminUrl: string) {
  const command = resolve(import.meta.dirname, '../../apps/server/src/pier.ts')
  const options = ['--origin', 'https://pier.example', '--database', adminUrl]
  execFileSync(process.execPath, [command, 'setup', etc, ...options], { stdio: 'ignore' })
  const urlOf = (name: string) =>
    parseEnv(readFileSync(join(etc, `${name}.env`), 'utf8'))['DATABASE_URL'] ?? ''
  return { owner: urlOf('owner'), api: urlOf('api'), worker: urlOf('worker') }
}
