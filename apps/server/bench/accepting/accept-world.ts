/** Offers that wait for an answer, as many as a measurement needs, and one bare function that accepts them. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { legalVersions } from '@pier/protocol/company/legal'
import pg from 'pg'
import { startCluster } from '../../../../tools/local/postgres.ts'
import { openDatabase } from '../../src/platform/db/database.ts'
import { migrate } from '../../src/platform/db/migrate.ts'
import { createLog } from '../../src/platform/log.ts'

export type Borrower = { userId: string; sessionId: string }

/** A cluster that waits for its disk as in production, with offers to as many borrowers in turn. */
export async function openAcceptWorld({
  offers,
  borrowers,
}: {
  offers: number
  borrowers: number
}) {
  const folder = mkdtempSync(join(tmpdir(), 'pier-accept-'))
  const cluster = await startCluster(folder)
  const log = createLog({ level: 'silent', name: 'bench' })
  const owner = openDatabase({ url: cluster.url(), role: undefined, poolMax: 3, log })
  const stop = async () => {
    await owner.destroy()
    cluster.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await migrate(owner)
    await fill(cluster.url(), { offers, borrowers })
  } catch (error) {
    await stop()
    throw error
  }
  return { url: cluster.url(), pool: owner.pool, stop }
}

async function fill(url: string, { offers, borrowers }: { offers: number; borrowers: number }) {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query('set session_replication_role = replica')
    await client.query(insertPeople, [borrowers, legalVersions.terms.version])
    await client.query(insertOffers, [offers, borrowers])
    await client.query(`insert into listing_blocks (block, active)
      select number >> 8, count(*) from listings where is_active group by 1`)
    await client.query('create sequence bare_turn')
    await client.query(bareFunction)
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
}

/** As `uuidOf` of accept.ts makes it: of version 4, which the API asks for. */
const idOf = (text: string) =>
  `overlay(overlay(md5(${text}) placing '4' from 13) placing '8' from 17)::uuid`
const userOf = (name: string, n: string) => idOf(`'${name}-' || (${n})`)

const insertPeople = `
  with person as (
    select ${userOf('borrower', 'n')} as id from generate_series(0, $1::integer - 1) as n
    union all select ${userOf('lender', 'n')} from generate_series(0, $1::integer - 1) as n
  ), known as (
    insert into users (id, name, email, email_key, password_hash, pepper_id, data_key, created_at,
      email_verified_at)
    select id, 'Somebody', id || '@mail.example', id::text::bytea, 'none', 'none', 'none', now(), now()
    from person
  ), session as (
    insert into sessions (id, user_id, refresh_hash, bind_hash, label, network, used_mfa, created_at,
      refreshed_at)
    select ${idOf("'session-' || id")}, id, id::text::bytea, id::text::bytea, 'none', 'none', false,
      now(), now() from person
  )
  insert into legal_acceptances (user_id, document, version, how, accepted_at)
  select id, 'terms', $2, 'registration', now() from person`

const insertOffers = `
  with drawn as (
    select n, md5('domain-' || n)::uuid as domain_id, md5('listing-' || n)::uuid as listing_id,
      ${idOf("'offer-' || n")} as offer_id, ${userOf('borrower', 'n % $2::integer')} as borrower_id,
      ${userOf('lender', 'n % $2::integer')} as lender_id, 'measured' || n || '.com' as name
    from generate_series(1, $1::integer) as n
  ), domain as (
    insert into domains (id, user_id, name, unicode_name, suffix, status, created_at)
    select domain_id, borrower_id, name, name, 'com', 'CUSTODY_PAID', now() from drawn
  ), listing as (
    insert into listings (id, domain_id, user_id, name, unicode_name, suffix, amount_cents, term_days,
      rate_bps, adjusted_bps, is_custody_ready, created_at, expires_at)
    select listing_id, domain_id, borrower_id, name, name, 'com', 500000, 180, 1200, 592, true, now(),
      now() + interval '30 days' from drawn order by n
  ), timer as (
    insert into timers (job, subject_id, fire_at)
    select 'offers.expire', offer_id, now() + interval '7 days' from drawn
  )
  insert into offers (id, listing_id, domain_id, borrower_id, lender_id, side, amount_cents, term_days,
    rate_bps, contract, status, expires_at, created_at)
  select offer_id, listing_id, domain_id, borrower_id, lender_id, 'LENDER', 500000, 180, 1200, 0,
    'PENDING', now() + interval '7 days', now() from drawn order by n`

/**
 * The least that accepting is: the locks, reads and rows of the product, in one call and without its
 * rules. It takes the offers from the first on; the product takes them from the last.
 */
const bareFunction = `
create function accept_bare() returns void language plpgsql as $$
declare
  wanted uuid := ${idOf("'offer-' || nextval('bare_turn')")};
  offer offers; loan uuid := gen_random_uuid(); at timestamptz := app_now();
begin
  select * into offer from offers where id = wanted;
  perform from sessions where id = ${idOf("'session-' || offer.borrower_id")};
  perform from users join sessions on sessions.user_id = users.id where users.id = offer.borrower_id
    for no key update of users for update of sessions;
  perform from legal_acceptances where user_id = offer.borrower_id and document = 'terms' limit 1;
  perform pg_advisory_xact_lock(hashtextextended(name, 7)) from domains where id = offer.domain_id;
  perform from domains where id = offer.domain_id for no key update;
  select * into offer from offers where id = wanted;
  if offer.status <> 'PENDING' then raise 'offer % was answered', wanted; end if;
  perform from domain_holds where domain_id = offer.domain_id and lifted_at is null;
  perform from listings where domain_id = offer.domain_id and ended_at is null;
  perform from settings where name = 'countries' order by version desc limit 1;
  perform from escrows where domain_id = offer.domain_id and ended_at is null and not is_linked;
  update offers set status = 'ACCEPTED', decided_at = at where id = wanted;
  delete from timers where job = 'offers.expire' and subject_id = wanted;
  update listings set is_reserved = true, is_active = false where id = offer.listing_id;
  insert into listing_events (listing_id, what, detail, created_at)
    values (offer.listing_id, 'reserved', '{}', at);
  insert into escrows (id, code, domain_id, listing_id, offer_id, borrower_id, lender_id, status,
      amount_cents, term_days, rate_bps, contract, created_at, deadline_at, clock_checked_at,
      event_count, head_hash)
    values (loan, 'LN-' || left(loan::text, 8), offer.domain_id, offer.listing_id, wanted,
      offer.borrower_id, offer.lender_id, 'PENDING_SIGNATURE', offer.amount_cents, offer.term_days,
      offer.rate_bps, 0, at, at + interval '7 days', at, 1, sha256(loan::text::bytea));
  insert into escrow_events (escrow_id, seq, version, at, action, actor, actor_id, to_status, to_phase,
      data, prev_hash, hash)
    values (loan, 1, 0, at, 'accept', 'BORROWER', offer.borrower_id, 'PENDING_SIGNATURE', 'SIGNATURES',
      '{"row": 1, "amountCents": 500000, "termDays": 180, "rateBps": 1200}', sha256('a'),
      sha256(loan::text::bytea));
  insert into timers (job, subject_id, fire_at) values ('escrow.tick', loan, at + interval '7 days');
  insert into notifications (user_id, kind, body, link, is_message, created_at)
    select id, 'loans', 'The offer was accepted. Sign the agreement', '/app/escrow/' || loan, false, at
    from unnest(array[offer.borrower_id, offer.lender_id]) as id;
  insert into mails (user_id, to_address, kind, page, created_at)
    select id, email, 'loans', '{"subject": "The offer was accepted", "paragraphs": ["Sign it"]}', at
    from users where id in (offer.borrower_id, offer.lender_id);
  insert into live_events (user_id, type, data, created_at)
    select id, type, '{"type": "loans"}', at
    from unnest(array[offer.borrower_id, offer.lender_id]) as id,
      unnest(array['loans', 'domains', 'notification']) as type;
  insert into pgboss.job (name, data) values ('contracts.prepare', '{}'),
    ('notifications.send-mail', '{}'), ('notifications.send-mail', '{}');
end $$`
