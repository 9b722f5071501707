import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startCluster } from '../../../tools/local/postgres.ts'
import { openDatabase } from '../src/platform/db/database.ts'
import { migrate } from '../src/platform/db/migrate.ts'
import { createLog } from '../src/platform/log.ts'

declare module 'vitest' {
  interface ProvidedContext {
    clusterUrl: string
  }
}

export const templateDatabase = 'pier_template'

/** One throw-away cluster per run, with a migrated database that each test file clones. */
export default async function setup(project: TestProject) {
  const folder = mkdtempSync(join(tmpdir(), 'pier-test-'))
  const cluster = await startCluster(folder, { throwAway: true })
  await makeTemplate(cluster.socketUrl(''))
  project.provide('clusterUrl', cluster.socketUrl(''))

  return () => {
    cluster.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Recreated if it exists: a migration may have changed since. */
export async function makeTemplate(clusterUrl: string): Promise<void> {
  const settings = {
    role: undefined,
    poolMax: 2,
    log: createLog({ level: 'silent', name: 'test' }),
  }
  const admin = openDatabase({ url: `${clusterUrl}postgres`, ...settings })
  await admin.pool.query(`drop database if exists ${templateDatabase}`)
  await admin.pool.query(`create database ${templateDatabase}`)
  await admin.destroy()
  const template = openDatabase({ url: `${clusterUrl}${templateDatabase}`, ...settings })
  await migrate(template)
  await template.destroy()
}
