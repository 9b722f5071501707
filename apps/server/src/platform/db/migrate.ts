import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { Migrator, type Migration, type MigrationProvider } from 'kysely/migration'
import { createQueues } from '../jobs/queue-schema.ts'
import type { Database } from './database.ts'

const folder = join(import.meta.dirname, 'migrations')

/** Each `0007_name.sql` is one step forward. There is no way back: a mistake is a new step. */
const provider: MigrationProvider = {
  async getMigrations() {
    const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
    const migrations: Record<string, Migration> = {}
    for (const file of files) {
      const text = await readFile(join(folder, file), 'utf8')
      migrations[file.replace('.sql', '')] = {
        up: async (db) => {
          await sql.raw(text).execute(db)
        },
      }
    }
    return migrations
  },
}

/** Brings the schema and the queues up to date. Run by the deploy step, as the owner. */
export async function migrate(db: Database): Promise<string[]> {
  const migrator = new Migrator({ db: db.withoutPlugins(), provider })
  const { error, results = [] } = await migrator.migrateToLatest()
  if (error) throw error
  await createQueues(db)
  return results.map((result) => result.migrationName)
}
