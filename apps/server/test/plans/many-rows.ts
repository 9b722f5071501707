/** A whole market of any size, written directly to the tables. Only for tests about size. */
import pg from 'pg'

export type Size = {
  /** Of every six, five have ended: four repaid and one cancelled. */
  loans: number
  users: number
  messagesOfLoan: number
  noticesOfLoan: number
}

/** Two people who have more of everything than anybody else: a borrower and their lender. */
export const heavy = {
  borrower: '00000000-0000-4000-8000-00000000000b',
  lender: '00000000-0000-4000-8000-00000000000e',
  /** Of theirs that run, the one with the long chat. */
  loan: '00000000-0000-4000-8000-0000000000aa',
  offers: 1_000,
  messages: 5_000,
  notices: 5_000,
}

/** On its own connection, without statement timeout, triggers and foreign keys. */
export async function insertManyRows(url: string, size: Size): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query('set session_replication_role = replica')
    await client.query('set synchronous_commit = off')
    for (const statement of dividePast) await client.query(statement)
    await client.query(insertUsers, [size.users])
    await client.query(insertHeavy, [heavy.borrower, heavy.lender])
    for (let from = 1; from <= size.loans; from += batch) {
      await insertBatch(client, size, { from, to: Math.min(from + batch - 1, size.loans) })
    }
    await client.query(insertPayees)
    await insertHeavyChat(client, size)
    await client.query('vacuum analyze')
    await client.query('checkpoint')
  } finally {
    await client.end()
  }
}

/** Months after the first migration: each day of live events and each month of mails by itself. */
const dividePast = [
  { table: 'live_events', unit: 'day', past: 8, ahead: 3 },
  { table: 'mails', unit: 'month', past: 4, ahead: 2 },
].map(
  ({ table, unit, past, ahead }) => `do $$ begin
    drop table ${table}_first;
    for n in ${-past}..${ahead} loop
      execute format('create table %I partition of ${table} for values from (%L) to (%L)',
        '${table}_' || n + ${past}, date_trunc('${unit}', now()) + n * interval '1 ${unit}',
        date_trunc('${unit}', now()) + (n + 1) * interval '1 ${unit}');
    end loop;
  end $$`,
)

const batch = 50_000

async function insertBatch(
  client: pg.Client,
  size: Size,
  { from, to }: { from: number; to: number },
): Promise<void> {
  const { users, messagesOfLoan, noticesOfLoan } = size
  await client.query(drawLoans, [from, to, users, heavy.offers, heavy.borrower, heavy.lender])
  for (const statement of insertLoans) await client.query(statement)
  await client.query(insertMessages, [messagesOfLoan])
  await client.query(insertNotices, [noticesOfLoan])
  await client.query('drop table drawn')
}

async function insertHeavyChat(client: pg.Client, { loans }: Size): Promise<void> {
  const values = [heavy.borrower, heavy.lender]
  // The last loan of theirs that runs.
  await client.query(
    `update escrows set id = $3, code = 'LN-HEAVY1' where number = (select max(number) from escrows
       where borrower_id = $1 and lender_id = $2 and ended_at is null)`,
    [...values, heavy.loan],
  )
  await client.query(
    `insert into escrow_messages (escrow_id, user_id, body, created_at)
     select $3, case when n % 2 = 0 then $1::uuid else $2::uuid end, 'Message number ' || n,
       now() - interval '3 days' + make_interval(secs => n)
     from generate_series(1, $4::integer) as n`,
    [...values, heavy.loan, heavy.messages],
  )
  await client.query(
    `insert into notifications (user_id, kind, body, link, is_message, created_at, read_at)
     select $1, 'loans', 'Notice number ' || n, '/app/escrow/' || $2, n % 2 = 0,
       now() - make_interval(mins => n), case when n > 20 then now() end
     from generate_series(1, $3::integer) as n`,
    [heavy.borrower, heavy.loan, heavy.notices],
  )
  if (loans < heavy.offers) throw new Error('the two have an offer for each of their loans')
}

const userOf = (n: string) => `md5('many-user-' || (${n}))::uuid`

const insertUsers = `
  insert into users (id, name, email, email_key, password_hash, pepper_id, data_key, created_at)
  select ${userOf('n')}, 'Many', 'many' || n || '@mail.example', ('many' || n)::bytea,
    'none', 'none', 'none', now() from generate_series(0, $1::integer) as n`

const insertHeavy = `
  insert into users (id, name, email, email_key, password_hash, pepper_id, data_key, created_at)
  select id, 'Heavy', id || '@mail.example', id::text::bytea, 'none', 'none', 'none', now()
  from unnest(array[$1, $2]::uuid[]) as id`

/** $1 from, $2 to, $3 users, $4 loans of the two, $5 and $6 the two. Older ones have lower numbers. */
const drawLoans = `
  create temp table drawn as
  select n, md5('many-loan-' || n)::uuid as id, md5('many-domain-' || n)::uuid as domain_id,
    md5('many-offer-' || n)::uuid as offer_id, md5('many-listing-' || n)::uuid as listing_id,
    case when n <= $4::integer then $5::uuid else ${userOf('n % $3::integer')} end as borrower_id,
    case when n <= $4::integer then $6::uuid
      else ${userOf('(n * 7 + 1) % $3::integer')} end as lender_id,
    n % 6 = 0 as is_open, n % 6 = 1 as is_cancelled,
    now() - make_interval(days => 5 + abs(hashint4(n)) % case when n % 6 = 0 then 170 else 700 end)
      as made_at,
    'loan-of-many-' || n || '.com' as name
  from generate_series($1::integer, $2::integer) as n
  where n <= $4::integer or n % $3::integer <> (n * 7 + 1) % $3::integer`

const insertLoans = [
  `insert into domains (id, user_id, name, unicode_name, suffix, status, created_at)
   select domain_id, borrower_id, name, name, 'com',
     case when is_open then 'IN_ESCROW' else 'CUSTODY_PAID' end, made_at from drawn`,
  `insert into holdings (domain_id, arrived_at, expires_at, nameservers, ds_records, checked_at)
   select domain_id, made_at, now() + make_interval(days => 30 + n % 900), '{}', '[]', now()
   from drawn`,
  `insert into registrations (name, fetched_at, is_registered, facts)
   select name, made_at, true, '{}' from drawn`,
  `insert into valuations (name, amount_cents, source, created_at, expires_at)
   select name, 1000000 + n, 'A sale', made_at - interval '1 day', made_at + interval '2 years'
   from drawn`,
  `insert into listings (id, domain_id, user_id, name, unicode_name, suffix, amount_cents, term_days,
     rate_bps, adjusted_bps, is_custody_ready, is_active, is_reserved, created_at, expires_at, ended_at)
   select listing_id, domain_id, borrower_id, name, name, 'com', 500000, 180, 1200, 592, true, false,
     false, made_at, made_at + interval '30 days', made_at + interval '2 days' from drawn`,
  `insert into offers (id, listing_id, domain_id, borrower_id, lender_id, side, amount_cents, term_days,
     rate_bps, contract, status, expires_at, created_at, decided_at)
   select offer_id, listing_id, domain_id, borrower_id, lender_id, 'LENDER', 500000, 180, 1200, 0,
     'ACCEPTED', made_at + interval '7 days', made_at, made_at + interval '1 day' from drawn`,
  `insert into escrows (id, code, domain_id, listing_id, offer_id, borrower_id, lender_id, status,
     phase, amount_cents, term_days, rate_bps, contract, created_at, deadline_at, pay_by, custody_at,
     borrower_signed_at, lender_signed_at, value_date, due_at, grace_until, clock_checked_at,
     event_count, head_hash, ended_at, end_reason, lapsed_by)
   select id, 'LN-' || n, domain_id, listing_id, offer_id, borrower_id, lender_id,
     case when is_open then 'LOAN_POSTED' when is_cancelled then 'CANCELLED'
       else 'FINALIZED_RETURN_TO_BORROWER' end, case when is_open then 'ACTIVE' else 'ENDED' end,
     500000, 180, 1200, 0, made_at, case when is_open then made_at + interval '300 days' end,
     made_at, made_at, made_at, made_at,
     case when not is_cancelled then (made_at + interval '3 days')::date end,
     case when not is_cancelled then made_at + interval '183 days' end,
     case when not is_cancelled then made_at + interval '193 days' end, now(), 10,
     sha256(id::text::bytea),
     case when not is_open then least(now(), made_at + interval '180 days') end,
     case when is_cancelled then 'lapsed' when not is_open then 'repaid' end,
     case when is_cancelled and n % 60 = 1 then 'BORROWER' end
   from drawn order by n`,
  `insert into escrow_events (escrow_id, seq, version, at, action, actor, to_status, to_phase, data,
     prev_hash, hash)
   select id, seq, seq - 1, made_at + make_interval(days => seq), 'step', 'SYSTEM', 'LOAN_POSTED',
     case seq when 4 then 'FUNDING_CLAIMED' when 5 then 'ACTIVE' else 'CODE_NEEDED' end,
     '{"row": 1}', sha256('a'), sha256((id || '-' || seq)::bytea)
   from drawn cross join generate_series(1, 10) as seq order by n, seq`,
  `insert into escrow_payments (escrow_id, kind, claimed_by, amount_cents, paid_on, status, created_at,
     decided_at)
   select id, 'FUNDING', 'LENDER', 500000, made_at::date, 'CONFIRMED', made_at, made_at
   from drawn where not is_cancelled`,
  `insert into timers (job, subject_id, fire_at)
   select 'escrow.tick', id, now() + make_interval(days => 30 + n % 300) from drawn where is_open`,
]

const insertPayees = `
  insert into payees (user_id, rail, version, sealed, hint, created_at, active_from)
  select id, 0, 1, 'none', '0000', now() - interval '3 days', now() - interval '2 days' from users
  on conflict do nothing`

const insertMessages = `
  insert into escrow_messages (escrow_id, user_id, body, created_at)
  select id, case when turn % 2 = 0 then borrower_id else lender_id end, 'Message number ' || turn,
    made_at + make_interval(hours => turn)
  from drawn cross join generate_series(1, $1::integer) as turn order by made_at`

/** To each side in turn. Nine of ten were read, and each tells of its loan. */
const insertNotices = `
  with told as (
    select *, case when turn % 2 = 0 then borrower_id else lender_id end as reader_id,
      made_at + make_interval(days => turn * 7) as told_at
    from drawn cross join generate_series(1, $1::integer) as turn
  ), notice as (
    insert into notifications (user_id, kind, body, link, is_message, created_at, read_at)
    select reader_id, 'loans', 'Notice number ' || turn, '/app/escrow/' || id, turn % 5 = 0,
      least(told_at, now()), case when (n + turn) % 10 > 0 then least(told_at, now()) end
    from told order by told_at
  ), mail as (
    insert into mails (user_id, kind, about_id, status, created_at, settled_at)
    select reader_id, 'loans', id, 'sent', told_at, told_at from told
    where told_at between now() - interval '90 days' and now()
  )
  insert into live_events (seq, user_id, type, data, created_at)
  select nextval('live_events_seq'), reader_id, 'loans', '{}', told_at from told
  where told_at between now() - interval '7 days' and now() order by told_at`
