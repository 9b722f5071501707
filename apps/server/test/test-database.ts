import { randomUUID } from 'node:crypto'
import { hourMs, secondMs } from '@pier/protocol/time'
import pg from 'pg'
import { afterAll, beforeAll, inject } from 'vitest'
import { openDatabase, type Database } from '../src/platform/db/database.ts'
import { createLog } from '../src/platform/log.ts'
import { templateDatabase } from './global-setup.ts'

/** A database for this test file, opened as the owner and as the API. */
export function useTestDatabase() {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const log = createLog({ level: 'silent', name: 'test' })
  const url = `${inject('clusterUrl')}${name}`
  let owner: Database | undefined
  let api: Database | undefined
  let aheadMs = 0

  beforeAll(async () => {
    await asAdmin(`create database ${name} template ${templateDatabase} strategy file_copy`)
    owner = openDatabase({ url, role: undefined, poolMax: 3, log })
    api = openDatabase({ url, role: 'pier_api', poolMax: 10, log })
    await moveClock(untilHalfDay(Date.now()))
  })
  afterAll(async () => {
    await owner?.destroy()
    await api?.destroy()
    await asAdmin(`drop database if exists ${name} with (force)`)
  })

  const moveClock = async (ms: number): Promise<void> => {
    aheadMs += ms
    await owner?.pool.query('update clock_offset set ahead_seconds = ahead_seconds + $1', [
      ms / 1000,
    ])
  }

  return {
    url,
    log,
    /** Has every right; for reading tables and moving the clock. */
    get owner(): Database {
      if (!owner) throw new Error('The test database is not open yet')
      return owner
    },
    /** What the product itself uses, with only the rights of the API. */
    get db(): Database {
      if (!api) throw new Error('The test database is not open yet')
      return api
    },
    /** The time of the product, which a test may have moved. */
    now: (): number => Date.now() + aheadMs,
    moveClock,
  }
}

/**
 * Days, and the windows in which tries are counted, begin at fixed times. A test that begins just
 * after noon or midnight does not find one of them over only because of when it was run.
 */
const untilHalfDay = (now: number): number => halfDayMs - (now % halfDayMs) + secondMs
const halfDayMs = 12 * hourMs

async function asAdmin(statement: string) {
  const client = new pg.Client(`${inject('clusterUrl')}postgres`)
  await client.connect()
  await client.query(statement)
  await client.end()
}
