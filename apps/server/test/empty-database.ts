import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, inject } from 'vitest'
import { openDatabase, type Database } from '../src/platform/db/database.ts'
import { createLog } from '../src/platform/log.ts'

/** Makes empty databases, for tests of how the schema is created. */
export function useEmptyDatabases() {
  const log = createLog({ level: 'silent', name: 'test' })
  const made: { name: string; db: Database }[] = []

  afterAll(async () => {
    for (const { name, db } of made) {
      await db.destroy()
      await asAdmin(`drop database if exists ${name} with (force)`)
    }
  })

  return async () => {
    const name = `test_${randomUUID().replaceAll('-', '')}`
    await asAdmin(`create database ${name} template template0`)
    const url = `${inject('clusterUrl')}${name}`
    const db = openDatabase({ url, role: undefined, poolMax: 4, log, isMigration: true })
    made.push({ name, db })
    return { url, db }
  }
}

async function asAdmin(statement: string) {
  const client = new pg.Client(`${inject('clusterUrl')}postgres`)
  await client.connect()
  await client.query(statement)
  await client.end()
}
