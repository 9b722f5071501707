import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction, openDatabase, type Database } from '../../platform/db/database.ts'
import { givenLedger } from '../../../test/given/given-ledger.ts'
import { useTestDatabase } from '../../../test/test-database.ts'
import {
  balanceOf,
  checkBooks,
  reserve,
  post,
  release,
  settle,
  takeCheckpoint,
  trialBalance,
} from './ledger.service.ts'

const database = useTestDatabase()
const roles = ['pier_api', 'pier_worker'] as const
let worker: Database

beforeAll(() => {
  const { url, log } = database
  worker = openDatabase({ url, role: 'pier_worker', poolMax: 5, log })
})
afterAll(() => worker.destroy())

const { inTx, someUser, topUp } = givenLedger(() => database)

test('a posting moves the balance, and posting it again does nothing', async () => {
  const userId = await someUser()

  const first = await topUp(userId, 5000, 'card:ch_once')
  const second = await topUp(userId, 5000, 'card:ch_once')

  expect([first, second]).toEqual([true, false])
  expect(await balanceOf(database.db, userId)).toEqual({ availableCents: 5000, heldCents: 0 })
})

test('a reference that stands for another entry is refused', async () => {
  const [mara, tom] = [await someUser(), await someUser()]
  await topUp(mara, 5000, 'card:ch_other')

  const stolen = topUp(tom, 5000, 'card:ch_other')

  await expect(stolen).rejects.toThrow('stands for another entry')
})

test('a reference that was posted with another amount is refused', async () => {
  const userId = await someUser()
  await topUp(userId, 5000, 'card:ch_amount')

  await expect(topUp(userId, 5001, 'card:ch_amount')).rejects.toThrow('stands for another entry')
})

test('twenty at once with one reference post once', async () => {
  const userId = await someUser()

  const results = await Promise.all(
    Array.from({ length: 20 }, () => topUp(userId, 700, 'card:ch_race')),
  )

  expect(results.filter(Boolean)).toHaveLength(1)
  expect(await balanceOf(database.db, userId)).toEqual({ availableCents: 700, heldCents: 0 })
})

test('an entry that does not balance never commits', async () => {
  const userId = await someUser()
  const lopsided = inTx((tx) =>
    post(tx, {
      reference: 'test:lopsided',
      kind: 'top_up',
      userId,
      legs: { available: 5000, card_clearing: -4999 },
    }),
  )

  await expect(lopsided).rejects.toThrow('sum to 1')
  expect(await balanceOf(database.db, userId)).toEqual({ availableCents: 0, heldCents: 0 })
})

test('an entry with one posting, or with money of nobody, never commits', async () => {
  const single = () =>
    inTx((tx) =>
      post(tx, { reference: 'test:single', kind: 'top_up', legs: { platform_revenue: 5 } }),
    )
  const nobodys = () =>
    inTx((tx) =>
      post(tx, {
        reference: 'test:nobodys',
        kind: 'top_up',
        legs: { available: 5, card_clearing: -5 },
      }),
    )

  await expect(single()).rejects.toThrow('1 postings')
  await expect(nobodys()).rejects.toThrow('the money of nobody')
})

test('what is not there cannot be held or spent', async () => {
  const userId = await someUser()
  await topUp(userId, 1000)

  const tooMuch = inTx((tx) => reserve(tx, { reference: 'fee:1', userId, amountCents: 1001 }))

  await expect(tooMuch).rejects.toMatchObject({ code: 'balance_insufficient' })
  expect(await balanceOf(database.db, userId)).toEqual({ availableCents: 1000, heldCents: 0 })
})

test('only what others force on it pushes a balance below zero', async () => {
  const userId = await someUser()
  const take = (kind: 'chargeback' | 'withdrawal') =>
    inTx((tx) =>
      post(tx, {
        reference: `test:${kind}`,
        kind,
        userId,
        legs: {
          available: -300,
          [kind === 'chargeback' ? 'chargeback' : 'refund_payable']: 300,
        },
      }),
    )

  await expect(take('withdrawal')).rejects.toMatchObject({ code: 'balance_insufficient' })
  await take('chargeback')
  await topUp(userId, 100)

  expect(await balanceOf(database.db, userId)).toEqual({ availableCents: -200, heldCents: 0 })
})

test('a reservation is captured in part and the rest goes back, once', async () => {
  const userId = await someUser()
  await topUp(userId, 2000)
  await inTx((tx) => reserve(tx, { reference: 'fee:2', userId, amountCents: 1500 }))
  const capture = () =>
    inTx((tx) => settle(tx, { reference: 'fee:2', to: 'registry_payable', capturedCents: 1218 }))

  const results = [
    await capture(),
    await capture(),
    await inTx((tx) => release(tx, { reference: 'fee:2' })),
  ]

  expect(results).toEqual([true, false, false])
  expect(await balanceOf(database.db, userId)).toEqual({ availableCents: 782, heldCents: 0 })
})

test('ten captures and ten releases at once end a reservation once', async () => {
  const userId = await someUser()
  await topUp(userId, 2000)
  await inTx((tx) => reserve(tx, { reference: 'fee:3', userId, amountCents: 1500 }))
  const end = (index: number) =>
    inTx((tx) =>
      index % 2 === 0
        ? settle(tx, { reference: 'fee:3', to: 'registry_payable', capturedCents: 1500 })
        : release(tx, { reference: 'fee:3' }),
    )

  const results = await Promise.all(Array.from({ length: 20 }, (_, index) => end(index)))

  expect(results.filter(Boolean)).toHaveLength(1)
  const { availableCents, heldCents } = await balanceOf(database.db, userId)
  expect([500, 2000]).toContain(availableCents)
  expect(heldCents).toBe(0)
})

test('a second end of a reservation waits for the first, and does nothing', async () => {
  const userId = await someUser()
  await topUp(userId, 2000)
  await inTx((tx) => reserve(tx, { reference: 'fee:late', userId, amountCents: 1500 }))
  const waits = `select from pg_stat_activity where datname = current_database()
    and wait_event_type = 'Lock'`

  const { late } = await inTx(async (tx) => {
    await release(tx, { reference: 'fee:late' })
    const late = inTx((other) => release(other, { reference: 'fee:late' }))
    await expect.poll(async () => (await database.owner.pool.query(waits)).rowCount).toBe(1)
    return { late }
  })

  expect(await late).toBe(false)
})

test.each(roles)('%s cannot write the tables of the ledger directly', async (role) => {
  const userId = await someUser()
  await topUp(userId, 1000)
  const db = role === 'pier_api' ? database.db : worker
  const attempts = [
    `update ledger_balances set available_cents = 1000000`,
    `insert into ledger_balances (user_id, available_cents) values (gen_random_uuid(), 5)`,
    `insert into ledger_entries (reference, kind, created_at) values ('own', 'top_up', now())`,
    `insert into ledger_postings values (1, 'available', 100)`,
    `update ledger_postings set amount_cents = amount_cents * 2`,
    `delete from ledger_entries`,
    `truncate ledger_postings`,
    `delete from ledger_holds`,
    `update ledger_holds set amount_cents = 1`,
  ]

  for (const attempt of attempts) {
    await expect(db.pool.query(attempt), attempt).rejects.toThrow('permission denied')
  }
})

test('the API role cannot post entries that create money', async () => {
  const userId = await someUser()
  await topUp(userId, 1000)
  const call = (name: string, kind: string, accounts: string) =>
    database.db.pool.query(
      `select ${name}('test:' || gen_random_uuid(), $1, $2, null, $3::ledger_account[], '{500,-500}')`,
      [kind, userId, accounts],
    )

  await expect(call('post_entry', 'top_up', '{available,card_clearing}')).rejects.toThrow(
    'permission denied',
  )
  for (const [kind, accounts] of [
    ['top_up', '{available,card_clearing}'],
    ['chargeback', '{chargeback,available}'],
    ['hold', '{available,card_clearing}'],
    ['withdrawal', '{available,platform_revenue}'],
  ] as const) {
    const attempt = call('post_own_entry', kind, accounts)
    await expect(attempt, kind).rejects.toThrow('not for this process')
  }
  await inTransaction(database.db, (tx) =>
    reserve(tx, { reference: 'fee:own', userId, amountCents: 5 }),
  )
  await inTransaction(database.db, (tx) => release(tx, { reference: 'fee:own' }))
  expect(await balanceOf(database.db, userId)).toEqual({ availableCents: 1000, heldCents: 0 })
})

test('not even the owner of the tables changes what was posted', async () => {
  await topUp(await someUser(), 1000)
  const attempts = [
    'update ledger_postings set amount_cents = amount_cents * 2',
    'delete from ledger_postings',
    'truncate ledger_postings',
    `update ledger_entries set reference = reference || '!'`,
    'delete from ledger_entries',
    'truncate ledger_entries cascade',
  ]

  for (const attempt of attempts) {
    await expect(database.owner.pool.query(attempt), attempt).rejects.toThrow('never changed')
  }
})

test('the owner who slips a posting under an old entry is refused', async () => {
  await topUp(await someUser(), 1000)
  const slip = database.owner.pool.query(
    `insert into ledger_postings
     select max(id), 'platform_revenue', 100 from ledger_entries`,
  )

  await expect(slip).rejects.toThrow('sum to 100')
})

test('a checkpoint leaves every sum as it was, also for who commits late', async () => {
  const userId = await someUser()
  await topUp(userId, 4000)
  const before = await trialBalance(database.db)
  const posted = Promise.withResolvers<void>()
  const mayCommit = Promise.withResolvers<void>()
  const late = inTx(async (tx) => {
    const legs = { available: 50, card_clearing: -50 }
    await post(tx, { reference: 'card:ch_late', kind: 'top_up', userId, legs })
    posted.resolve()
    await mayCommit.promise
  })
  await posted.promise
  await topUp(await someUser(), 7) // It has a higher id, but is visible first.

  const taking = takeCheckpoint(worker)
  setTimeout(mayCommit.resolve, 300)
  await Promise.all([late, taking])

  const after = await trialBalance(database.db)
  expect(after.card_clearing).toBe(before.card_clearing - 57)
  expect(await checkBooks(database.db)).toEqual({ sumCents: 0, wrongUsers: [] })
})

test('a balance that was tampered with is found', async () => {
  const userId = await someUser()
  await topUp(userId, 1000)
  await database.owner.pool.query(
    'update ledger_balances set available_cents = available_cents + 1 where user_id = $1',
    [userId],
  )

  const found = await checkBooks(database.db)

  expect(found).toEqual({ sumCents: 1, wrongUsers: [userId] })
  await database.owner.pool.query(
    'update ledger_balances set available_cents = available_cents - 1 where user_id = $1',
    [userId],
  )
})
