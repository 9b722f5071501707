import { execFileSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startCluster } from '../../../tools/local/postgres.ts'
import { migrate } from './platform/db/migrate.ts'
import { openDatabase } from './platform/db/database.ts'
import { createLog } from './platform/log.ts'

/** Writes `platform/db/db-types.ts` from the migrations: run it after adding one. */
const cluster = await startCluster(mkdtempSync(join(tmpdir(), 'pier-types-')), { throwAway: true })
try {
  const log = createLog({ level: 'warn', name: 'types' })
  const db = openDatabase({ url: cluster.url(), role: undefined, poolMax: 3, log })
  await migrate(db)
  await db.destroy()
  writeTypes(cluster.url(), process.argv[2] ?? join(import.meta.dirname, 'platform/db/db-types.ts'))
} finally {
  cluster.stop()
}

function writeTypes(url: string, file: string) {
  const options = ['--dialect', 'postgres', '--camel-case', '--default-schema', 'public']
  const tables = ['--include-pattern', 'public.*', '--exclude-pattern', 'public.kysely_*']
  const command = join(import.meta.dirname, '../node_modules/.bin/kysely-codegen')
  execFileSync(command, [...options, ...tables, '--url', url, '--out-file', file], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}
