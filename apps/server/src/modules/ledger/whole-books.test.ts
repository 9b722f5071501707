import { afterAll, beforeAll, expect, test } from 'vitest'
import { givenLedger } from '../../../test/given/given-ledger.ts'
import { useTestDatabase } from '../../../test/test-database.ts'
import { openDatabase, type Database } from '../../platform/db/database.ts'
import { checkBooks, takeCheckpoint } from './ledger.service.ts'

const database = useTestDatabase()
const { someUser, topUp } = givenLedger(() => database)
let worker: Database

beforeAll(() => {
  const { url, log } = database
  worker = openDatabase({ url, role: 'pier_worker', poolMax: 2, log })
})
afterAll(() => worker.destroy())

test('of a whole check nothing is hidden behind a checkpoint', async () => {
  const userId = await someUser()
  await topUp(userId, 1000)
  await takeCheckpoint(worker)
  const change = `update ledger_postings set amount_cents = amount_cents + $2 where account = 'available'
    and entry_id = (select max(id) from ledger_entries where user_id = $1)`
  /** The tables refuse changes; whoever owns them can turn that off. */
  const tamper = async (cents: number) => {
    const client = await database.owner.pool.connect()
    await client.query('set session_replication_role = replica')
    await client.query(change, [userId, cents])
    await client.query('reset session_replication_role')
    client.release()
  }

  await tamper(1)
  const found = await checkBooks(database.db, { isWhole: true })

  expect(found).toEqual({ sumCents: 1, wrongUsers: [userId] })
  expect(await checkBooks(database.db)).toEqual({ sumCents: 0, wrongUsers: [] })
  await tamper(-1)
})
