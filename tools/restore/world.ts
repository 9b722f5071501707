import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { fillWithLoans } from '../../apps/server/proofs/loans/many/loans-many-rows.ts'
import { firstHash, hashEvent } from '../../apps/server/src/modules/loans/facts/chain.ts'
import { toChained } from '../../apps/server/src/modules/loans/facts/events.repository.ts'
import {
  checkpointChains,
  openCheckpointKeys,
} from '../../apps/server/src/modules/loans/integrity/checkpoints.service.ts'
import { checkpointAudit } from '../../apps/server/src/modules/operators/operators.service.ts'
import { readConfig } from '../../apps/server/src/platform/config.ts'
import {
  inTransaction,
  openDatabase,
  type Database,
} from '../../apps/server/src/platform/db/database.ts'
import { migrate } from '../../apps/server/src/platform/db/migrate.ts'
import { attachQueue } from '../../apps/server/src/platform/jobs/queue.ts'
import { createLog } from '../../apps/server/src/platform/log.ts'
import { makeReleaseSecrets } from '../../apps/server/test/release-secrets.ts'
import type { Cluster } from '../local/postgres.ts'
import { queryDatabase } from '../local/stack.ts'

const root = resolve(import.meta.dirname, '../..')
const releases = join(root, 'apps/server/test-data/releases')
const log = createLog({ level: 'silent', name: 'proof' })

export type World = Awaited<ReturnType<typeof openWorld>>

/**
 * The logins and roles of `pier setup`, with the demo world of the newest release in the database,
 * and as many loans besides as asked for, each with its chain.
 */
export async function openWorld(cluster: Cluster, { etc, loans }: { etc: string; loans: number }) {
  const pier = join(root, 'apps/server/src/pier.ts')
  const options = ['--origin', 'https://pier.example', '--database', cluster.url()]
  execFileSync(process.execPath, [pier, 'setup', etc, ...options], { stdio: 'ignore' })
  await queryDatabase(cluster.url(), 'drop database pier')
  const newest = readdirSync(releases).toSorted().at(-1) ?? ''
  const dump = gunzipSync(readFileSync(join(releases, newest))).toString()
  const input = dump.replaceAll('kept_release', 'pier')
  const psql = ['--quiet', '--set=ON_ERROR_STOP=1', cluster.url()]
  execFileSync('psql', psql, { input, stdio: ['pipe', 'ignore', 'inherit'] })
  const url = cluster.url('pier')
  const db = openDatabase({ url, role: undefined, poolMax: 12, log, isMigration: true })
  await migrate(db)
  if (loans > 0) await addLoans(url, db, loans)
  const queue = await attachQueue(db)
  const secrets = await makeReleaseSecrets()
  const keys = openCheckpointKeys(readConfig(configOf(url, secrets)))
  return {
    db,
    url,
    chainKeys: secrets.CHAIN_PUBLIC_KEYS,
    /** As the jobs of each hour do. */
    async seal() {
      await inTransaction(db, (tx) => checkpointChains(tx, keys))
      await inTransaction(db, (tx) => checkpointAudit(tx, keys))
    },
    async close() {
      await queue.stop({ graceful: false, close: false })
      await db.destroy()
    },
  }
}

const configOf = (url: string, secrets: Record<string, string>) => ({
  ...secrets,
  PIER_MODE: 'test',
  DATABASE_URL: url,
  PUBLIC_ORIGIN: 'http://localhost:4300',
  SMTP_URL: 'smtp://127.0.0.1:9', // Nobody is written to.
})

/** Those of the proof of loans have no chain that holds, so they get one. */
async function addLoans(url: string, db: Database, count: number): Promise<void> {
  await fillWithLoans(url, count)
  const client = await db.pool.connect()
  await client.query('set session_replication_role = replica')
  for (;;) {
    const events = await db
      .selectFrom('escrowEvents')
      .selectAll()
      .where('prevHash', '!=', firstHash)
      .where('seq', '=', 1)
      .limit(5000)
      .execute()
    if (events.length === 0) break
    const ids = events.map(({ escrowId }) => escrowId)
    const hashes = events.map((event) => hashEvent(toChained(event), firstHash))
    const pairs = 'from unnest($1::uuid[], $2::bytea[]) as made (id, hash)'
    await client.query(
      `update escrow_events set hash = made.hash, prev_hash = $3 ${pairs} where escrow_id = made.id`,
      [ids, hashes, firstHash],
    )
    await client.query(
      `update escrows set head_hash = made.hash, version = 0 ${pairs} where escrows.id = made.id`,
      [ids, hashes],
    )
  }
  client.release(true)
}
