/**
 * What each process of ours could do if it were taken over: everything is tried with its role, and
 * what the database lets through is on the list beside this file. Whoever gives a role more, changes
 * that list too.
 */
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { givenDomains } from '../test/given/given-domains.ts'
import { givenLedger } from '../test/given/given-ledger.ts'
import { givenOperators, type TestOperator } from '../test/given/given-operators.ts'
import { useTestApp } from '../test/test-app.ts'

const app = useTestApp()
const { operator } = givenOperators(app)
const domains = givenDomains(() => app.database.owner)
const { someUser, topUp } = givenLedger(() => app.database)
const denied = '42501'
const roles = ['pier_api', 'pier_worker', 'pier_verifier'] as const
type Role = (typeof roles)[number]

const clients = new Map<Role, pg.Client>()
beforeAll(async () => {
  await app.database.owner.pool.query(tryEachSql)
  for (const role of roles) {
    const client = new pg.Client({
      connectionString: app.database.url,
      options: `-c role=${role}`,
    })
    await client.connect()
    clients.set(role, client)
  }
})
afterAll(async () => {
  for (const client of clients.values()) await client.end()
})

/** Nothing of it stays. Answers the code of the refusal, or nothing. */
async function attempt(role: Role, statement: string, values: readonly unknown[] = []) {
  const client = clients.get(role)
  if (!client) throw new Error('not connected')
  await client.query('begin')
  try {
    await client.query(statement, [...values])
    await client.query('set constraints all immediate')
    return null
  } catch (error) {
    return (error as { code: string }).code
  } finally {
    await client.query('rollback')
  }
}

test('each role may do what is on the list, and nothing else', async () => {
  const { rows } = await app.database.owner.pool.query<{ table: string; columns: string[] }>(
    `select table_name as table, array_agg(column_name::text order by column_name) as columns
     from information_schema.columns where table_schema = 'public' group by 1 order by 1`,
  )
  const lines: string[] = []
  let tries = 0
  for (const role of roles) {
    for (const { table, columns } of rows) {
      const statements = statementsFor(table, columns)
      const mays = await tryEach(role, Object.values(statements).flat())
      tries += mays.length
      const rights = Object.entries(statements).flatMap(([word, each]) => {
        const open = columns.filter((_column, index) => mays[index])
        const own = mays.splice(0, each.length)
        if (!own.includes(true)) return []
        return own.includes(false) ? `${word} (${open.join(', ')})` : word
      })
      if (rights.length > 0) lines.push(`${role} ${table}: ${rights.join(', ')}`)
    }
  }
  console.log(`rights: ${tries} tries with ${roles.length} roles`)
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('./rights.list.txt')
})

const statementsFor = (table: string, columns: string[]) => ({
  select: columns.map((column) => `select ${column} from ${table} where false`),
  insert: [`insert into ${table} default values`],
  update: columns.map((column) => `update ${table} set ${column} = default where false`),
  delete: [`delete from ${table} where false`],
  truncate: [`truncate ${table} cascade`],
})

/** All of them in one go, and each undone at once: whether the role was let through. */
async function tryEach(role: Role, statements: string[]): Promise<boolean[]> {
  const { rows } = (await clients
    .get(role)
    ?.query<{ mays: boolean[] }>('select try_each($1) as mays', [statements])) ?? { rows: [] }
  return rows[0]?.mays ?? []
}

const tryEachSql = `create function try_each(p_statements text[]) returns boolean[]
language plpgsql as $$
declare
  mays boolean[] := '{}';
  statement text;
begin
  foreach statement in array p_statements loop
    begin
      execute statement;
      raise exception 'undone';
    exception when others then
      mays := mays || (sqlstate <> '${denied}');
    end;
  end loop;
  return mays;
end $$`

test('each role runs the functions on the list, and no others of ours', async () => {
  const { rows } = await app.database.owner.pool.query<{ line: string }>(
    `select r.rolname || ' ' || string_agg(p.proname, ' ' order by p.proname) as line
     from pg_proc as p join pg_namespace as n on n.oid = p.pronamespace
       cross join unnest($1::text[]) as r (rolname)
     where n.nspname = 'public' and p.prosecdef and p.prorettype <> 'trigger'::regtype
       and has_function_privilege(r.rolname, p.oid, 'execute') group by r.rolname order by 1`,
    [roles],
  )
  expect(rows.map(({ line }) => line)).toEqual([
    // An adjustment is what two people decided, and as they decided it.
    'pier_api is_at_work is_logged_in post_adjustment post_own_entry',
    'pier_verifier is_at_work',
    `pier_worker analyze_partitioned_table drop_partitions_of_live_events drop_partitions_of_mails \
is_at_work make_partitions_of_live_events make_partitions_of_mails post_entry post_own_entry`,
  ])
})

const post = (kind: string, userId: string, legs: Record<string, number>) =>
  [
    'select post_own_entry($1, $2, $3, null, $4, $5)',
    [`test:${randomUUID()}`, kind, userId, Object.keys(legs), Object.values(legs)],
  ] as const

test('the API makes no money: nothing goes back that was not taken', async () => {
  const mara = await someUser()
  await topUp(mara, 5000)

  for (const [kind, legs] of [
    ['withdrawal_returned', { available: 100, refund_payable: -100 }],
    ['withdrawal', { available: 100, refund_payable: -100 }],
    ['payout', { refund_payable: -100, crypto_clearing: 100 }],
    ['payout', { refund_payable: 100, crypto_clearing: -100 }],
    ['top_up', { available: 100, card_clearing: -100 }],
    ['adjustment', { available: 100, platform_revenue: -100 }],
  ] as const) {
    expect(await attempt('pier_api', ...post(kind, mara, legs)), kind).toBe(denied)
  }
  const taken = { available: -100, refund_payable: 100 }
  expect(await attempt('pier_api', ...post('withdrawal', mara, taken))).toBeNull()
})

test('what was paid already does not go back as well', async () => {
  const mara = await someUser()
  await topUp(mara, 5000)
  const owner = app.database.owner.pool
  const entry = (kind: string, accounts: string, amounts: string) =>
    owner.query(`select post_entry($1, $2, $3, null, $4, $5)`, [
      `test:${randomUUID()}`,
      kind,
      mara,
      accounts,
      amounts,
    ])
  await entry('withdrawal', '{available,refund_payable}', '{-3000,3000}')
  await entry('withdrawal_paid', '{refund_payable,card_clearing}', '{-2000,2000}')
  const back = (cents: number) => ({ available: cents, refund_payable: -cents })

  expect(await attempt('pier_api', ...post('withdrawal_returned', mara, back(1001)))).toBe(denied)
  expect(await attempt('pier_api', ...post('withdrawal_returned', mara, back(1000)))).toBeNull()
})

const insertOperator = `insert into operators (name, email, email_key, roles, data_key, created_at,
  invite_hash, invite_until, keys_from, decision_id) values ('Eve', 'eve@mail.example', 'eve',
  '{admin,approver}', 'none', app_now(), 'hash', app_now() + interval '7 days', app_now(), $1)`

test('nobody is hired, let back in or given a role without a decision of two people', async () => {
  const [ada, otto] = [await operator('admin'), await operator('approver')]
  await operator('support')
  const decision = await staffDecision(ada, otto, 'sven@pier.example')

  for (const role of ['pier_api', 'pier_worker'] as const) {
    expect(await attempt(role, insertOperator, [null])).toBe(denied)
    expect(await attempt(role, insertOperator, [decision])).toBe(denied)
    for (const change of [
      `roles = '{admin}'`,
      `keys_from = null, roles = '{admin}', decision_id = '${decision}'`,
      `invite_hash = 'hash', invite_until = app_now() + interval '1 day'`,
      `password_hash = 'mine'`,
      `sealed_secret = 'mine'`,
      `email = 'eve@mail.example'`,
    ]) {
      const statement = `update operators set ${change} where id = $1`
      expect(await attempt(role, statement, [otto.id]), change).toBe(denied)
    }
  }
})

/** A decision with both approvals, about another operator. */
async function staffDecision(ada: TestOperator, otto: TestOperator, email: string) {
  const asked = await ada.key('/operators', { name: 'Sven', email, roles: ['support'] })
  const { id } = asked.json<{ id: string }>()
  await otto.key(`/decisions/${id}/confirm`)
  return id
}

test('an operator’s first week is not cut short', async () => {
  const ada = await operator('admin')

  const statement = `update operators set keys_from = app_now() - interval '1 day'
    where id = $1 returning keys_from`
  const client = clients.get('pier_api')
  await client?.query('begin')
  await app.database.owner.pool.query(
    `update operators set keys_from = app_now() + interval '7 days' where id = $1`,
    [ada.id],
  )
  const { rows } = (await client?.query<{ keys_from: Date }>(statement, [ada.id])) ?? { rows: [] }
  await client?.query('rollback')
  expect(rows[0]?.keys_from.getTime()).toBeGreaterThan(app.database.now())
})

test('a session of an operator takes a code that nobody has used', async () => {
  const ada = await operator('admin')

  const insert = (step: string) =>
    `insert into operator_sessions (operator_id, token_hash, label, network, created_at, used_at, step)
     select id, 'stolen', 'x', 'x', app_now(), app_now(), ${step} from operators where id = $1`
  const now = `floor(extract(epoch from app_now()) / 30)`
  expect(await attempt('pier_api', insert(`${now} + 1`), [ada.id])).toBe(denied)
  expect(await attempt('pier_api', insert('null'), [ada.id])).toBe(denied)
  expect(await attempt('pier_api', insert('last_step'), [ada.id])).not.toBeNull()
  expect(await attempt('pier_worker', insert(now), [ada.id])).toBe(denied)
})

test('a decision is proposed and decided by people who are at work, and are two', async () => {
  const [ada, otto] = [await operator('admin'), await operator('approver')]
  const insert = `insert into decisions (kind, subject_id, terms, reasons, state, proposed_by,
    proposed_at, decided_by, decided_at, done_at)
    values ('configure', gen_random_uuid(), '{}', 'Because it would be good for me', $1, $2,
      app_now(), $3, $4::timestamptz, $5::timestamptz)`
  const at = new Date(app.database.now())
  const attemptDecision = (...values: unknown[]) => attempt('pier_api', insert, values)

  expect(await attemptDecision('proposed', ada.id, null, null, null)).toBeNull()
  expect(await attemptDecision('proposed', ada.id, otto.id, at, null)).toBe(denied)
  expect(await attemptDecision('done', ada.id, otto.id, at, at)).toBe(denied)

  const { id } = (await ada.key('/operators', someInvite())).json<{ id: string }>()
  const decide = `update decisions set decided_by = $2, decided_at = app_now() where id = $1`
  expect(await attempt('pier_api', decide, [id, otto.id])).toBeNull()
  expect(await attempt('pier_api', decide, [id, ada.id])).not.toBeNull()
  await otto.call('POST', '/logout', {})
  expect(await attempt('pier_api', decide, [id, otto.id])).toBe(denied)
  expect(await attemptDecision('proposed', otto.id, null, null, null)).toBe(denied)
})

const someInvite = () => ({
  name: 'Sven',
  email: `${randomUUID().slice(0, 8)}@pier.example`,
  roles: ['support'],
})

test('a domain is given to nobody but by a loan or an order', async () => {
  const { browser } = await app.given.user()
  const thief = await someUser()
  const { id } = await domains.domainInCustody(browser)

  for (const role of ['pier_api', 'pier_worker'] as const) {
    const gift = await attempt(role, `update domains set user_id = $2 where id = $1`, [id, thief])
    expect(gift).toBe(denied)
  }
})

test('a wait begins when it is asked for, and nobody moves that', async () => {
  const { browser } = await app.given.user()
  const { id } = await domains.domainInCustody(browser)
  const insert = `insert into transfers (domain_id, user_id, direction, state, created_at, code_at)
    select id, user_id, 'out', 'waiting', app_now() - interval '2 days', app_now() from domains
    where id = $1 returning created_at`
  const client = clients.get('pier_api')

  await client?.query('begin')
  const { rows } = (await client?.query<{ created_at: Date }>(insert, [id])) ?? { rows: [] }
  await client?.query('rollback')

  expect(rows[0]?.created_at.getTime()).toBeGreaterThan(app.database.now() - 60_000)
  for (const role of ['pier_api', 'pier_worker'] as const) {
    for (const table of ['transfers', 'withdrawals', 'payees']) {
      const statement = `update ${table} set created_at = app_now() where false`
      expect(await attempt(role, statement), `${role} ${table}`).toBe(denied)
    }
  }
})
