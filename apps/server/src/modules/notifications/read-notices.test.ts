import { dayMs } from '@pier/protocol/time'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { givenLoans } from '../../../test/given/given-loans.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { inTransaction, openDatabase, type Database } from '../../platform/db/database.ts'
import { deleteReadNotices } from './notifications.repository.ts'
import { notify, sweepNotices } from './notifications.service.ts'

const app = useTestApp()
const given = givenLoans(app)

/** With the rights of the worker, which alone may delete. */
let worker: Database
beforeAll(() => {
  const { url, log } = app.database
  worker = openDatabase({ url, role: 'pier_worker', poolMax: 2, log })
})
afterAll(() => worker.destroy())

const query = async <T extends object>(text: string, values: unknown[] = []): Promise<T[]> =>
  (await app.database.owner.pool.query<T>(text, values)).rows

const tell = (userId: string, body: string, link = '/app/borrow') =>
  inTransaction(app.db, (tx) => notify(tx, { userId, kind: 'loans', body, link }))

const readAll = (userId: string) =>
  query('update notifications set read_at = app_now() where user_id = $1', [userId])

const bodiesOf = async (userId: string): Promise<string[]> => {
  const rows = await query<{ body: string }>(
    'select body from notifications where user_id = $1 order by body',
    [userId],
  )
  return rows.map(({ body }) => body)
}

/** As the worker does at night. */
const sweep = () => sweepNotices(worker)

async function someUser(): Promise<string> {
  const { browser } = await app.given.user()
  return (await browser.get('/users/self')).json<{ id: string }>().id
}

async function partiesOf(loanId: string) {
  const [row] = await query<{ borrower: string; lender: string; domain: string }>(
    'select borrower_id as borrower, lender_id as lender, domain_id as domain from escrows where id = $1',
    [loanId],
  )
  if (!row) throw new Error('there is no such loan')
  return row
}

const hold = (domainId: string) =>
  query(
    `insert into domain_holds (domain_id, kind, note, created_at)
     values ($1, 'court', 'An order', app_now())`,
    [domainId],
  )

test('a notice goes ninety days after it was read, and one that nobody has read stays', async () => {
  const userId = await someUser()
  await tell(userId, 'Read long ago')
  await readAll(userId)
  await app.database.moveClock(60 * dayMs)
  await tell(userId, 'Read lately')
  await readAll(userId)
  await query(
    `update notifications set read_at = created_at where user_id = $1 and body = 'Read long ago'`,
    [userId],
  )
  await tell(userId, 'Not read')

  await app.database.moveClock(29 * dayMs)
  await sweep()
  const before = await bodiesOf(userId)
  await app.database.moveClock(2 * dayMs)
  await sweep()

  expect(before).toEqual(['Not read', 'Read lately', 'Read long ago'])
  expect(await bodiesOf(userId)).toEqual(['Not read', 'Read lately'])
})

test('what was read about a loan stays until it has ended', async () => {
  const loan = await given.running({ term: 30 })
  const { borrower } = await partiesOf(loan.id)
  await query('delete from notifications where user_id = $1', [borrower])
  await tell(borrower, 'About the loan', `/app/escrow/${loan.id}`)
  await readAll(borrower)
  await app.database.moveClock(91 * dayMs)

  await sweep()
  const open = await bodiesOf(borrower)
  await loan.as('LENDER').submit('finalize')
  await sweep()

  expect(open).toEqual(['About the loan'])
  expect(await bodiesOf(borrower)).not.toContain('About the loan')
})

test('a hold keeps the notices of the loans of its name, and all of its owner', async () => {
  const loan = await given.running({ term: 30 })
  const { borrower, lender, domain } = await partiesOf(loan.id)
  await loan.as('LENDER').submit('finalize')
  await query('delete from notifications where user_id = any($1)', [[borrower, lender]])
  await hold(domain)
  await tell(borrower, 'About something else')
  await tell(lender, 'About the loan', `/app/escrow/${loan.id}`)
  await tell(lender, 'About something else')
  for (const userId of [borrower, lender]) await readAll(userId)
  await app.database.moveClock(91 * dayMs)

  await sweep()
  const held = [await bodiesOf(borrower), await bodiesOf(lender)]
  await query(
    'update domain_holds set lifted_at = app_now(), lifted_by = $2 where domain_id = $1',
    [domain, [crypto.randomUUID(), crypto.randomUUID()]],
  )
  await sweep()

  expect(held).toEqual([['About something else'], ['About the loan']])
  expect([await bodiesOf(borrower), await bodiesOf(lender)]).toEqual([[], []])
})

test('a sweep goes on behind those that stay, batch by batch', async () => {
  const loan = await given.running({ term: 360 })
  const { borrower } = await partiesOf(loan.id)
  const stranger = await someUser()
  await query('delete from notifications')
  for (const body of ['One', 'Two', 'Three']) {
    await tell(borrower, body, `/app/escrow/${loan.id}`)
    await tell(stranger, body)
  }
  await query('update notifications set read_at = created_at')
  await app.database.moveClock(91 * dayMs)

  const batch = (after: Parameters<typeof deleteReadNotices>[1]['after']) =>
    inTransaction(worker, (tx) => deleteReadNotices(tx, { before: tx.now, after, limit: 2 }))
  const first = await batch(null)
  const second = await batch(first.sweptTo)
  const third = await batch(second.sweptTo)
  const fourth = await batch(third.sweptTo)

  expect([first, second, third, fourth].map(({ looked }) => looked)).toEqual([2, 2, 2, 0])
  expect(await bodiesOf(borrower)).toEqual(['One', 'Three', 'Two'])
  expect(await bodiesOf(stranger)).toEqual([])
})
