/** Loans by the million, written directly to the tables. Only for tests about size. */
import pg from 'pg'

const batch = 100_000

/** This many running loans, each with its domain, its first event and its timer. */
export function fillWithLoans(url: string, count: number): Promise<void> {
  return onConnection(url, async (client) => {
    await client.query(insertUsers, ['many', 1_000])
    for (let from = 1; from <= count; from += batch) {
      const numbers = [1_000, from, Math.min(from + batch - 1, count)]
      await client.query(insertLoans, ['many', ...numbers, 'LOAN_POSTED', 'ACTIVE', true])
    }
    await client.query('analyze')
    await client.query('checkpoint')
  })
}

/** Loans that wait for the money, on which the measured steps are taken. */
export function insertMeasured(url: string, count: number): Promise<string[]> {
  return onConnection(url, async (client) => {
    await client.query(insertUsers, ['measured', count])
    const place = ['DOMAIN_IN_CUSTODY', 'AWAITING_PAYMENT', false]
    await client.query(insertLoans, ['measured', count, 1, count, ...place])
    const { rows } = await client.query<{ id: string }>(
      `select id from escrows where phase = 'AWAITING_PAYMENT' order by number`,
    )
    return rows.map(({ id }) => id)
  })
}

/** On its own connection, without statement timeout, triggers and foreign keys. */
async function onConnection<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query('set session_replication_role = replica')
  await client.query('set synchronous_commit = off')
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const userId = (name: string, n: string) => `md5(${name} || '-user-' || ${n})::uuid`

const insertUsers = `
  insert into users (id, name, email, email_key, password_hash, pepper_id, data_key, created_at)
  select ${userId('$1::text', 'n')}, 'Many', $1 || n || '@mail.example', ($1 || n)::bytea,
    'none', 'none', 'none', now()
  from generate_series(0, $2::integer) as n`

/** $1 name, $2 users, $3 from, $4 to, $5 status, $6 phase, $7 whether it runs. */
const insertLoans = `
  with drawn as (
    select n, md5($1 || '-loan-' || n)::uuid as id, md5($1 || '-domain-' || n)::uuid as domain_id,
      md5($1 || '-offer-' || n)::uuid as offer_id, md5($1 || '-listing-' || n)::uuid as listing_id,
      ${userId('$1::text', '(n % $2::integer)')} as borrower_id,
      ${userId('$1::text', '((n + 1) % $2::integer)')} as lender_id,
      now() + make_interval(days => 30 + n % 300, secs => n % 86400) as due_at
    from generate_series($3::integer, $4::integer) as n
  ), domain as (
    insert into domains (id, user_id, name, unicode_name, suffix, status, created_at)
    select domain_id, borrower_id, $1 || '-' || n || '.com', $1 || '-' || n || '.com', 'com',
      'IN_ESCROW', now() from drawn
  ), listing as (
    insert into listings (id, domain_id, user_id, name, unicode_name, suffix, amount_cents, term_days,
      rate_bps, adjusted_bps, is_custody_ready, is_active, created_at, expires_at)
    select listing_id, domain_id, borrower_id, $1 || '-' || n || '.com', $1 || '-' || n || '.com', 'com',
      500000, 180, 1200, 592, true, false, now(), now() + interval '30 days' from drawn
  ), offer as (
    insert into offers (id, listing_id, domain_id, borrower_id, lender_id, side, amount_cents, term_days,
      rate_bps, contract, status, expires_at, created_at, decided_at)
    select offer_id, listing_id, domain_id, borrower_id, lender_id, 'LENDER', 500000, 180, 1200, 0,
      'ACCEPTED', now(), now(), now() from drawn
  ), payee as (
    insert into payees (user_id, rail, version, sealed, hint, created_at, active_from)
    select distinct lender_id, 0, 1, 'none', '0000', now(), now() - interval '2 days' from drawn
    on conflict do nothing
  ), escrow as (
    insert into escrows (id, code, domain_id, listing_id, offer_id, borrower_id, lender_id, status,
      phase, amount_cents, term_days, rate_bps, contract, created_at, deadline_at, pay_by, custody_at,
      borrower_signed_at, lender_signed_at, value_date, due_at, grace_until, clock_checked_at,
      event_count, head_hash)
    select id, $1 || n, domain_id, listing_id, offer_id, borrower_id, lender_id, $5, $6,
      500000, 180, 1200, 0, now(), due_at, due_at, now(), now(), now(),
      case when $7 then current_date end, case when $7 then due_at end, case when $7 then due_at end,
      now(), 1, sha256(id::text::bytea)
    from drawn order by n
  ), line as (
    insert into escrow_events (escrow_id, seq, version, at, action, actor, to_status, to_phase, data,
      prev_hash, hash)
    select id, 1, 0, now(), 'accept', 'BORROWER', $5, $6, '{"row": 1}', sha256('a'), sha256(id::text::bytea)
    from drawn
  ), counted as (
    select id, due_at from drawn
  )
  insert into timers (job, subject_id, fire_at) select 'escrow.tick', id, due_at from counted`
