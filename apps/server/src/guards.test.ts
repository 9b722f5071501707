/**
 * The guards of the database against a process that knows them: it shows them tables of its own, uses
 * a decision twice, brings a dead one back, and writes the ends of waits itself.
 */
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { givenDomains } from '../test/given/given-domains.ts'
import { givenLedger } from '../test/given/given-ledger.ts'
import { givenLoans } from '../test/given/given-loans.ts'
import { givenOperators } from '../test/given/given-operators.ts'
import { useTestApp } from '../test/test-app.ts'

const app = useTestApp()
const { operator } = givenOperators(app)
const loans = givenLoans(app)
const domains = givenDomains(() => app.database.owner)
const { someUser, topUp } = givenLedger(() => app.database)
const denied = '42501'

let api: pg.Client
beforeAll(async () => {
  api = new pg.Client({ connectionString: app.database.url, options: '-c role=pier_api' })
  await api.connect()
})
afterAll(() => api.end())

type Query = (text: string, values?: unknown[]) => Promise<pg.QueryResult>

/** Nothing of it stays. Answers the code of the refusal, or nothing. */
async function attempt(work: (query: Query) => Promise<unknown>): Promise<string | null> {
  await api.query('begin')
  try {
    await work((text, values) => api.query(text, values))
    await api.query('set constraints all immediate')
    return null
  } catch (error) {
    return (error as { code: string }).code
  } finally {
    await api.query('rollback')
  }
}

test('every function of ours says where it finds its tables', async () => {
  const { rows } = await app.database.owner.pool.query(
    `select p.proname from pg_proc as p where p.pronamespace = 'public'::regnamespace
       and p.prosqlbody is null and not coalesce(p.proconfig @> '{"search_path=public, pg_temp"}', false)
       and not exists (select from pg_depend where objid = p.oid and deptype = 'e')`,
  )
  expect(rows).toEqual([])
})

test('a table of operators that the process made itself makes nobody an owner', async () => {
  const sven = await operator('support')
  const { browser } = await app.given.user()
  const { id } = await domains.domainInCustody(browser)
  const thief = await someUser()
  const shadow = 'create temp table operators (id uuid)'

  const raise = `update public.operators set roles = '{admin,approver}' where id = $1`
  const gift = `update domains set user_id = $2 where id = $1`
  expect(await attempt(async (query) => [await query(shadow), await query(raise, [sven.id])])).toBe(
    denied,
  )
  expect(
    await attempt(async (query) => [await query(shadow), await query(gift, [id, thief])]),
  ).toBe(denied)
})

test('an entry that does not balance is found out, whatever table is put before the postings', async () => {
  const mara = await someUser()

  const code = await attempt(async (query) => {
    await query(`select post_own_entry($1, 'release', $2, null, '{available}', '{100}')`, [
      `test:${randomUUID()}`,
      mara,
    ])
    await query(
      'create temp table ledger_postings (entry_id bigint, amount_cents bigint, account text)',
    )
    await query(
      `insert into pg_temp.ledger_postings select id, cents, 'held' from ledger_entries,
        (values (1), (-1)) as legs (cents) where user_id = $1`,
      [mara],
    )
  })

  expect(code).toBe('23514')
})

const hire = `insert into operators (name, email, email_key, roles, data_key, created_at, invite_hash,
  invite_until, decision_id) values ('Eve', $2, 'eve', '{admin}', 'none', app_now(), 'hash',
  app_now() + interval '7 days', $1)`

/** Proposed by one of two who are at work. */
async function someInvite() {
  const [ada, otto] = [await operator('admin'), await operator('approver')]
  await operator('support')
  const email = `${randomUUID().slice(0, 8)}@pier.example`
  const asked = await ada.key('/operators', { name: 'Sven', email, roles: ['admin'] })
  return { id: asked.json<{ id: string }>().id, email, otto }
}

test('two people hire one person once: the same decision lets nobody else in later', async () => {
  const { id, email, otto } = await someInvite()
  expect((await otto.key(`/decisions/${id}/confirm`)).statusCode).toBe(200)

  expect(await attempt((query) => query(hire, [id, email]))).toBe(denied)
})

test('what was declined is not brought back, and hires nobody', async () => {
  const { id, email, otto } = await someInvite()
  expect((await otto.post(`/decisions/${id}/decline`)).statusCode).toBe(200)

  for (const change of [`state = 'proposed'`, `state = 'done', done_at = app_now()`]) {
    const revive = `update decisions set ${change} where id = $1`
    expect(await attempt((query) => query(revive, [id])), change).toBe(denied)
  }
  expect(await attempt((query) => query(hire, [id, email]))).toBe(denied)
})

test('the process does not say when the second approval was given', async () => {
  const { id, otto } = await someInvite()
  const turn = `update decisions set decided_by = $2, decided_at = app_now() - interval '30 days'
    where id = $1 returning decided_at >= app_now() - interval '1 minute' as is_now`

  const turned: unknown[] = []
  const code = await attempt(async (query) => {
    turned.push(...(await query(turn, [id, otto.id])).rows)
    await query(`update decisions set decided_at = decided_at - interval '9 days' where id = $1`, [
      id,
    ])
  })
  expect(turned).toEqual([{ is_now: true }])
  expect(code).toBe(denied)
})

test('where somebody is paid counts a day after its change, whatever is written', async () => {
  const mara = await someUser()
  const insert = `insert into payees (user_id, rail, version, sealed, hint, created_at, active_from)
    values ($1, 0, $2, 'x', 'x', app_now(), app_now() - interval '1 day')
    returning active_from > app_now() + interval '23 hours' as waits`

  // Looked at outside: an expectation that fails inside an attempt would be one more refusal.
  const waits: unknown[] = []
  const code = await attempt(async (query) => {
    for (const version of [1, 2]) waits.push(...(await query(insert, [mara, version])).rows)
  })
  expect(code).toBeNull()
  expect(waits).toEqual([{ waits: false }, { waits: true }])
})

test('no wait for a change of payee is skipped by stopping what counts', async () => {
  const mara = await someUser()
  await app.database.owner.pool.query(
    `insert into payees (user_id, rail, version, sealed, hint, created_at, active_from, stopped_at)
     values ($1, 0, 1, 'x', 'x', app_now(), app_now(), null),
       ($1, 0, 2, 'x', 'x', app_now(), app_now() + interval '1 day', null),
       ($1, 0, 3, 'x', 'x', app_now(), app_now() + interval '1 day', app_now()),
       ($1, 1, 1, 'x', 'x', app_now(), app_now(), app_now())`,
    [mara],
  )
  const stop = (version: number, at: string) =>
    attempt((query) =>
      query(
        `update payees set stopped_at = ${at} where user_id = $1 and rail = 0 and version = $2`,
        [mara, version],
      ),
    )

  expect(await stop(1, 'app_now()')).toBe(denied)
  expect(await stop(2, 'app_now()')).toBeNull()
  expect(await stop(3, 'null')).toBe(denied)
  expect(await stop(3, `app_now() + interval '1 day'`)).toBe(denied)
  const waits: unknown[] = []
  await attempt(async (query) => {
    const { rows } = await query(
      `insert into payees (user_id, rail, version, sealed, hint, created_at, active_from)
       values ($1, 1, 2, 'x', 'x', app_now(), app_now())
       returning active_from > app_now() + interval '23 hours' as waits`,
      [mara],
    )
    waits.push(...rows)
  })
  expect(waits).toEqual([{ waits: true }])
})

/** A row of a withdrawal as the process could write it. */
async function beginWithdrawal(query: Query, userId: string, state = 'waiting') {
  const { rows } = await query(
    `insert into transactions (user_id, type, method, amount_cents, status, created_at)
     values ($1, 'withdrawal', 'crypto', -5000, 'PENDING', app_now()) returning id`,
    [userId],
  )
  const id = (rows[0] as { id: string }).id
  await query(
    `insert into withdrawals (transaction_id, user_id, amount_cents, sealed_address, state, pays_at,
       created_at) values ($1, $2, 5000, 'hers', $3, app_now(), app_now())`,
    [id, userId, state],
  )
  return id
}

test('a withdrawal waits its day, is paid by the worker, and stays with its address', async () => {
  const mara = await someUser()
  await topUp(mara, 5000)

  expect(await attempt((query) => beginWithdrawal(query, mara))).toBeNull()
  expect(await attempt((query) => beginWithdrawal(query, mara, 'payout'))).toBe(denied)
  for (const change of [`state = 'paying'`, `state = 'payout'`, `sealed_address = 'his'`]) {
    const code = await attempt(async (query) =>
      query(`update withdrawals set ${change} where transaction_id = $1`, [
        await beginWithdrawal(query, mara),
      ]),
    )
    expect(code, change).toBe(denied)
  }
})

test('a withdrawal that is over does not begin anew', async () => {
  const mara = await someUser()
  const through = (...states: string[]) =>
    attempt(async (query) => {
      const id = await beginWithdrawal(query, mara)
      for (const state of states) {
        await query('update withdrawals set state = $2 where transaction_id = $1', [id, state])
      }
    })

  expect(await through('approval', 'waiting', 'returned')).toBeNull()
  expect(await through('paid', 'returned')).toBeNull()
  for (const over of ['returned', 'paid']) {
    for (const again of ['waiting', 'approval']) {
      expect(await through(over, again), `${over} ${again}`).toBe(denied)
    }
  }
})

test('what a card provider answered is not for the API to write', async () => {
  const mara = await someUser()
  const begin = (more: string, value: string) =>
    attempt((query) =>
      query(
        `with line as (insert into transactions (user_id, type, method, amount_cents, status, created_at)
           values ($1, 'top_up', 'card', 5000, 'PENDING', app_now()) returning id)
         insert into top_ups (transaction_id, user_id, provider, asked_cents, created_at${more})
         select id, $1, 'card', 5000, app_now()${value} from line`,
        [mara],
      ),
    )

  expect(await begin('', '')).toBeNull()
  expect(await begin(', charge_ref', `, 'ch_of_somebody'`)).toBe(denied)
  for (const change of [
    `charge_ref = 'ch_of_somebody'`,
    'refunded_cents = 0',
    'is_disputed = false',
  ]) {
    expect(await attempt((query) => query(`update top_ups set ${change}`)), change).toBe(denied)
  }
})

test('a loan that was ended by its row alone gives its lender nothing', async () => {
  const { id } = await loans.running()

  const code = await attempt(async (query) => {
    // The domain first, as everybody locks them: a job that still writes about the loan is waited for.
    await query(
      `select 1 from domains join escrows on escrows.domain_id = domains.id
       where escrows.id = $1 for no key update of domains`,
      [id],
    )
    await query(
      `update escrows set status = 'FINALIZED_LENDER_SEIZURE', phase = 'ENDED', ended_at = app_now()
       where id = $1`,
      [id],
    )
    await query(
      `update domains set user_id = lender_id from escrows
       where escrows.domain_id = domains.id and escrows.id = $1`,
      [id],
    )
  })
  expect(code).toBe(denied)
})

test('a process cannot lift a hold without a decision of two people', async () => {
  const { browser } = await app.given.user()
  const { id } = await domains.domainInCustody(browser)
  await app.database.owner.pool.query(
    `insert into domain_holds (domain_id, kind, note, created_at) values ($1, 'court', 'x', app_now())`,
    [id],
  )

  const lift = 'update domain_holds set lifted_at = app_now() where domain_id = $1'
  expect(await attempt((query) => query(lift, [id]))).toBe(denied)
})
