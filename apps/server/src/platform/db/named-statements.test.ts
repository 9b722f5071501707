import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { useTestDatabase } from '../../../test/test-database.ts'
import { inTransaction, openDatabase, type Database } from './database.ts'
import { isOutage } from './outage.ts'

const database = useTestDatabase()
let db: Database

beforeAll(() => {
  const { url, log } = database
  db = openDatabase({ url, role: 'pier_api', poolMax: 1, log })
})
afterAll(() => db.destroy())
beforeEach(async () => {
  await change('drop table if exists changing')
  await change('create table changing (id integer)')
  await change('insert into changing values (1)')
  await change('grant select on changing to pier_api')
})

const change = (text: string) => database.owner.pool.query(text)

/** On the one connection of the pool. */
async function named(like = '%'): Promise<number> {
  const { rows } = await db.pool.query(
    `select from pg_prepared_statements where name ~ '^s[0-9]+$' and statement like '${like}'`,
  )
  return rows.length
}

const read = (text: string) => sql<{ id: unknown }>`${sql.raw(text)}`.execute(db)

async function readOften(text: string) {
  for (let time = 0; time < 6; time++) await read(text)
}

test('what is sent again and again is prepared once, and what is sent once is not', async () => {
  await read('select 1 as once')
  await readOften('select id as often from changing')

  expect(await named('%once%')).toBe(0)
  expect(await named('%often%')).toBe(1)
})

test('however many texts there are, a connection keeps a bounded number of them', async () => {
  for (let length = 1; length <= 160; length++) {
    const list = sql.join(Array.from({ length }, () => 1))
    for (let time = 0; time < 4; time++) {
      const { rows } = await sql`select 1 as one where 1 in (${list})`.execute(db)
      expect(rows).toEqual([{ one: 1 }])
    }
  }

  expect(await named('%where 1 in%')).toBe(150)
})

test('several statements in one text, and those that return nothing, go on as before', async () => {
  for (let time = 0; time < 6; time++) {
    await sql`${sql.raw('begin; set local statement_timeout = 1000; commit')}`.execute(db)
    await inTransaction(db, async () => {})
  }
})

test('a column that is added under a running process is not noticed by those who read all columns', async () => {
  await readOften('select * from changing where id > 0')
  expect(await named('select * from changing%')).toBe(1)
  await change('alter table changing add column more text')

  expect((await read('select * from changing where id > 0')).rows).toEqual([{ id: 1, more: null }])
  await change('alter table changing add column most text')
  const inside = await inTransaction(db, (tx) =>
    sql`select * from changing where id > 0`.execute(tx),
  )
  expect(inside.rows).toEqual([{ id: 1, more: null, most: null }])
})

test('a column whose type changes within a transaction fails it once, as a lost race does', async () => {
  const text = 'select id from changing where id > 0'
  await readOften(text)
  await change('alter table changing alter column id type bigint')
  const inside = () => inTransaction(db, (tx) => sql`${sql.raw(text)}`.execute(tx))

  const error: unknown = await inside().catch((reason: unknown) => reason)

  expect(isOutage(error)).toBe(true)
  expect((await inside()).rows).toEqual([{ id: '1' }])
  expect((await read(text)).rows).toEqual([{ id: '1' }])
})

test('outside of a transaction not even that is noticed', async () => {
  const text = 'select id as same from changing where id > 0'
  await readOften(text)
  await change('alter table changing alter column id type bigint')

  expect((await read(text)).rows).toEqual([{ same: '1' }])
})

test('a name that the server knows no longer is given up', async () => {
  const text = 'select id as lost from changing'
  await readOften(text)
  await db.pool.query('deallocate all')

  expect((await read(text)).rows).toEqual([{ lost: 1 }])
})

test('a conflict on a partial index is found however often the statement is sent', async () => {
  await change('create unique index on changing (id) where id > 0')
  await change('grant insert on changing to pier_api')

  for (let id = 10; id < 30; id++) {
    await sql`insert into changing values (${id})
      on conflict (id) where id > ${0} do nothing`.execute(db)
  }

  expect(await named('insert into changing%')).toBe(0)
})
