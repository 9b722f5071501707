import { beforeEach, expect, test } from 'vitest'
import { readConfig } from '../../../platform/config.ts'
import { inTransaction, openDatabase } from '../../../platform/db/database.ts'
import { givenLoans } from '../../../../test/given/given-loans.ts'
import { until } from '../../../../test/given/given-payments.ts'
import { makeSecrets } from '../../../../test/secrets.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { checkChains } from './chain-check.service.ts'
import { openCheckpointKeys, checkpointChains } from './checkpoints.service.ts'

const app = useTestApp()
const given = givenLoans(app)
const keys = readConfig({
  PIER_MODE: 'test',
  DATABASE_URL: 'postgres://localhost/none',
  PUBLIC_ORIGIN: 'http://localhost',
  SMTP_URL: 'smtp://localhost',
  COMPLIANCE_MAIL: 'compliance@pier.test',
  ...(await makeSecrets()),
})
const clients = openCheckpointKeys(keys)
const sql = (text: string, ...values: unknown[]) => app.database.owner.pool.query(text, values)

const checkpoint = async () => {
  const { url, log } = app.database
  const db = openDatabase({ url, role: 'pier_worker', poolMax: 2, log })
  await inTransaction(Object.assign(db, { sendJobs: app.db.sendJobs }), (tx) =>
    checkpointChains(tx, clients),
  )
  await db.destroy()
}
/** With the read-only role, as the program does. */
const check = async () => {
  const { url, log } = app.database
  const db = openDatabase({ url, role: 'pier_verifier', poolMax: 2, log })
  const report = await checkChains(db, keys.chain.publicKeys)
  await db.destroy()
  return report
}
const codeOf = async (id: string): Promise<string> =>
  (await sql('select code from escrows where id = $1', id)).rows[0].code

/** Only the owner of the tables can do this, by turning triggers off. */
const tamper = async (text: string, ...values: unknown[]) => {
  const client = await app.database.owner.pool.connect()
  await client.query(`set session_replication_role = replica`)
  await client.query(text, values)
  await client.query(`set session_replication_role = origin`)
  client.release()
}

/** Letters are printed by jobs and recorded in the chain. */
const lettersOf = async (id: string): Promise<number> => {
  const { rows } = await sql(
    `select from escrow_events where escrow_id = $1 and action = 'writeLetter'`,
    id,
  )
  return rows.length
}

/** An ended loan with a message and a checkpoint. */
const sealedLoan = async () => {
  const loan = await given.running()
  await loan.as('BORROWER').post('message', { message: 'Thank you' })
  await loan.as('LENDER').submit('finalize')
  await until(async () => (await lettersOf(loan.id)) === 2)
  await checkpoint()
  return { ...loan, code: await codeOf(loan.id) }
}

beforeEach(async () => {
  for (const table of ['escrow_seal_heads', 'escrow_seals', 'escrow_messages', 'escrow_events']) {
    await tamper(`delete from ${table}`)
  }
  await tamper(
    'update escrows set event_count = 0, head_hash = null, ended_at = coalesce(ended_at, now())',
  )
})

test('chains and seals of an honest product have no fault', async () => {
  await sealedLoan()
  const second = await sealedLoan()
  await second.as('LENDER').post('message', { message: 'Until next time' })
  await checkpoint()
  await checkpoint()

  const report = await check()
  expect(report).toMatchObject({ seals: 3, faults: [] })
  expect(report.events).toBeGreaterThan(10)
  const mail = await app.mailTo('compliance@pier.test', 'Checkpoint of the loan chains')
  const { rows } = await sql('select root from escrow_seals')
  expect(
    rows.map(({ root }) => root.toString('hex')).some((root) => mail.text.includes(root)),
  ).toBe(true)
})

test.each([
  ['data', `data = data || '{"amountCents": 1}'`],
  ['time', `at = at - interval '1 second'`],
  ['actor', `actor = 'SYSTEM'`],
  ['hash', `hash = sha256('x')`],
  ['number', `seq = 90`],
])('a changed %s of an event is found, by the code of the loan', async (_what, change) => {
  const loan = await sealedLoan()
  await tamper(`update escrow_events set ${change} where escrow_id = $1 and seq = 3`, loan.id)

  expect((await check()).faults[0]).toMatch(new RegExp(`^${loan.code}: event`))
})

test('a removed last event is found by the head, and where that is mended by the seal', async () => {
  const loan = await sealedLoan()
  await loan.as('LENDER').post('message', { message: 'I promise another week' })
  await checkpoint()
  const last = `(select max(seq) from escrow_events where escrow_id = $1)`
  await tamper(`delete from escrow_events where escrow_id = $1 and seq = ${last}`, loan.id)
  expect((await check()).faults[0]).toBe(`${loan.code}: its last events are missing`)

  await tamper(
    `delete from escrow_messages where escrow_id = $1 and body like 'I promise%'`,
    loan.id,
  )
  await tamper(
    `update escrows set (event_count, head_hash) = (select seq, hash from escrow_events
       where escrow_id = $1 and seq = ${last}) where id = $1`,
    loan.id,
  )
  expect((await check()).faults).toEqual([
    expect.stringMatching(new RegExp(`^${loan.code}: event \\d+ is not the one under checkpoint`)),
  ])
})

test('a status set by hand, a removed message and all events removed are found', async () => {
  const loan = await sealedLoan()
  await tamper(`update escrows set status = 'CANCELLED' where id = $1`, loan.id)
  expect((await check()).faults).toEqual([`${loan.code}: its status is not that of its last event`])

  await tamper(`update escrows set status = 'FINALIZED_RETURN_TO_BORROWER' where id = $1`, loan.id)
  await tamper('delete from escrow_messages where escrow_id = $1', loan.id)
  expect((await check()).faults).toEqual([expect.stringMatching(`^${loan.code}: message`)])

  await tamper('delete from escrow_events where escrow_id = $1', loan.id)
  expect((await check()).faults).toContain(`${loan.code}: its last events are missing`)
})

test.each([
  ['signed by nobody', `signature = decode(repeat('00', 64), 'hex')`, 'is not signed'],
  ['with another time', `sealed_at = sealed_at - interval '1 hour'`, 'is not signed'],
  ['of an unknown key', `key_id = 'other'`, 'is signed with an unknown key'],
])('a seal %s is found', async (_what, change, fault) => {
  await sealedLoan()
  await tamper(`update escrow_seals set ${change}`)
  expect((await check()).faults.join()).toContain(fault)
})

test('a removed checkpoint, or one whose heads were changed, is found', async () => {
  const loan = await sealedLoan()
  await loan.as('LENDER').post('message', { message: 'One more' })
  await checkpoint()
  await tamper(
    `update escrow_seal_heads set seq = seq - 1 where seal_id = (select max(id) from escrow_seals)`,
  )
  expect((await check()).faults.join()).toContain('does not cover the heads listed under it')

  await tamper('delete from escrow_seals where id = (select min(id) from escrow_seals)')
  expect((await check()).faults.join()).toContain('does not follow the one before it')
})

test('two seals at once: one is made', async () => {
  const { id } = await given.signed()
  await until(async () => (await lettersOf(id)) === 1)
  const outcomes = await Promise.allSettled([checkpoint(), checkpoint(), checkpoint()])
  expect(outcomes.some(({ status }) => status === 'fulfilled')).toBe(true)
  await checkpoint()
  expect(await check()).toMatchObject({ seals: 1, faults: [] })
})
