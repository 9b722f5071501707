import { sql, type Kysely } from 'kysely'
import type { DB } from '../../../platform/db/db-types.ts'

export type Vitals = {
  now: Date
  isStandby: boolean
  /** When each part was last heard of; null if never. */
  apiAt: Date | null
  workerAt: Date | null
  registrarAt: Date | null
  mails: number
  oldestMailAt: Date | null
  payments: number
  oldestPaymentAt: Date | null
  sealedAt: Date | null
}

/** Parts beat on the clock of the wall, so the time since then is taken off the product's clock. */
const lastBeat = (part: string) =>
  sql`(select app_now() - (now() - beat_at) from heartbeats where part = ${part})`

/**
 * Older mails than a week are no outage; one that was given up long ago would count for ever. A report
 * of a payment that an operator has settled waits for nothing.
 */
export async function readVitals(db: Kysely<DB>): Promise<Vitals> {
  const { rows } = await sql<Vitals>`
    select app_now() as now, pg_is_in_recovery() as is_standby,
      ${lastBeat('api')} as api_at, ${lastBeat('worker')} as worker_at,
      ${lastBeat('registrar')} as registrar_at,
      mails.count as mails, mails.oldest_at as oldest_mail_at,
      payments.count as payments, payments.oldest_at as oldest_payment_at,
      (select sealed_at from escrow_seals order by id desc limit 1) as sealed_at
    from (select count(*)::int, min(created_at) as oldest_at from mails
        where status = 'waiting' and created_at > (select app_now()) - interval '7 days') as mails,
      (select count(*)::int, min(received_at) as oldest_at from payment_events
        where handled_at is null and resolved_at is null) as payments
  `.execute(db)
  const [vitals] = rows
  if (!vitals) throw new Error('The database did not say how it is')
  return vitals
}

type PublicStop = {
  scope: 'all' | 'transfers' | 'tld'
  tld: string | null
  reason: string | null
  beganAt: Date
  isOver: boolean
}

/** Stops of single loans are left out, and so is what an operator wrote: both are of the parties. */
export async function listPublicStops(db: Kysely<DB>): Promise<PublicStop[]> {
  const { rows } = await sql<PublicStop>`
    select case when part = 'registrar' then 'transfers' when suffix is null then 'all'
        else 'tld' end as scope,
      suffix as tld, case when part is not null then reason end as reason, began_at,
      over_at is not null as is_over
    from clock_stops where ended_at is null and escrow_id is null
    order by began_at limit 50
  `.execute(db)
  return rows
}
