import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { gzipSync } from 'node:zlib'
import { buildDemo, demoStartsAt } from '../../apps/server/demo/build-demo.ts'
import { startCustodyWorld } from '../../apps/server/test/custody-world/custody-world.ts'
import { startInbox } from '../../apps/stand-ins/src/inbox/inbox.ts'
import { startPayments } from '../../apps/stand-ins/src/payments/payments.ts'
import { makeReleaseSecrets } from '../../apps/server/test/release-secrets.ts'
import { freePort, startCluster } from './postgres.ts'
import { createDatabase, queryDatabase, runProgram } from './stack.ts'

/**
 * Stores the database of a release, for the test that upgrades it: the demo world, filled by the
 * product of this tree. Everybody in it is invented. Run it when a release is made.
 */
const database = 'kept_release'
const root = join(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'pier-release-'))
const cluster = await startCluster(folder, { throwAway: true })
try {
  await createDatabase(cluster.url(), database)
  await fill(cluster.url(database))
  const file = keep(dump(cluster.url(database)))
  console.log(`Kept in ${relative(root, file)}. Remove those that nobody upgrades from any more.`)
} finally {
  cluster.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function fill(url: string) {
  const secrets = await makeReleaseSecrets()
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const payments = await startPayments(secrets, { apiOrigin: origin })
  const custody = await startCustodyWorld(secrets, { startsAt: demoStartsAt() })
  const inbox = await startInbox({ smtpPort: 0, httpPort: 0 })
  const env = {
    ...secrets,
    ...payments.env,
    ...custody.env,
    PIER_MODE: 'test',
    PASSWORD_COST: 'light',
    DATABASE_URL: url,
    PUBLIC_ORIGIN: origin,
    SMTP_URL: `smtp://127.0.0.1:${inbox.smtpPort}`,
  }
  await runProgram('migrate', ['apps/server/src/migrate.ts'], { ...env, LOG_LEVEL: 'warn' })
  const inboxUrl = `http://127.0.0.1:${inbox.httpPort}`
  await buildDemo(env, { inboxUrl, payments, custody, port })
  // That it did not run since does not count as an outage.
  await queryDatabase(url, 'delete from heartbeats')
  // Encrypted files do not compress and would be most of it, so only their first bytes are kept.
  await queryDatabase(url, 'update escrow_files set sealed = substr(sealed, 1, 64)')
  await Promise.all([payments.close(), custody.close(), inbox.close()])
}

/** With `--create`, to include the rights on the database itself. */
function dump(url: string): Buffer {
  return execFileSync('pg_dump', ['--create', '--no-owner', '--dbname', url], {
    maxBuffer: 2 ** 28,
  })
}

function keep(text: Buffer): string {
  const kept = join(root, 'apps/server/test-data/releases')
  const file = join(kept, `${new Date().toISOString().slice(0, 10)}.sql.gz`)
  mkdirSync(kept, { recursive: true })
  writeFileSync(file, gzipSync(text, { level: 9 }))
  return file
}
