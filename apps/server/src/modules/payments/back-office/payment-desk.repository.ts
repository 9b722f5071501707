import { sql, type Kysely } from 'kysely'
import type { Tx } from '../../../platform/db/database.ts'
import type { DB } from '../../../platform/db/db-types.ts'
import type { PaymentProvider } from '../top-ups/top-ups.repository.ts'
import type { WithdrawalState } from '../withdrawals/withdrawals.repository.ts'

export type DeskEvent = {
  id: string
  provider: PaymentProvider
  type: string
  eventKey: string
  body: { [key: string]: unknown } | null
  receivedAt: Date
  handledAt: Date | null
  problem: string | null
  resolvedAt: Date | null
  resolver: string | null
  resolution: string | null
}

const named = sql`select e.*, o.name as resolver from payment_events as e
  left join operators as o on o.id = e.resolved_by`
/** It has an unresolved problem, or was not handled within an hour. */
const isOpen = sql`(e.problem is not null and e.resolved_at is null
  or e.handled_at is null and e.resolved_at is null
    and e.received_at < (select app_now()) - interval '1 hour')`

type Page = { limit: number; offset: number }

export async function listDeskEvents(
  db: Kysely<DB>,
  { onlyOpen, limit, offset }: Page & { onlyOpen: boolean },
): Promise<{ events: DeskEvent[]; total: number }> {
  const where = onlyOpen ? sql`where ${isOpen}` : sql``
  const { rows } = await sql<DeskEvent>`
    ${named} ${where} order by e.received_at desc, e.id desc limit ${limit} offset ${offset}
  `.execute(db)
  const { rows: counted } = await sql<{ count: string }>`
    select count(*) from payment_events as e ${where}
  `.execute(db)
  return { events: rows, total: Number(counted[0]?.count ?? 0) }
}

export async function findDeskEvent(db: Kysely<DB>, id: string): Promise<DeskEvent | undefined> {
  const { rows } = await sql<DeskEvent>`${named} where e.id = ${id}`.execute(db)
  return rows[0]
}

export async function resolveEventRow(
  tx: Tx,
  { id, resolvedBy, resolution }: { id: string; resolvedBy: string; resolution: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('paymentEvents')
    .set({ resolvedAt: tx.now, resolvedBy, resolution })
    .where('id', '=', id)
    .where('resolvedAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Clears what became of the event, so that it is handled again. */
export async function reopenEvent(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('paymentEvents')
    .set({ handledAt: null, problem: null, resolvedAt: null, resolvedBy: null, resolution: null })
    .where('id', '=', id)
    .execute()
}

export type DeskWithdrawal = {
  transactionId: string
  number: string
  userId: string
  userName: string
  amountCents: string
  leftCents: string
  state: WithdrawalState
  method: PaymentProvider
  createdAt: Date
  paysAt: Date
  note: string | null
  approver: string | null
  payoutReference: string | null
}

const withdrawals = sql`
  select w.transaction_id, t.number, w.user_id, u.name as user_name, w.amount_cents, w.state,
    t.method, w.created_at, w.pays_at, t.note, o.name as approver, w.payout_reference,
    case when w.state in ('paid', 'returned') then 0 else w.amount_cents - coalesce((
      select sum(amount_cents) from card_refunds where withdrawal_id = w.transaction_id
        and status in ('paid', 'bounced')), 0) end as left_cents
  from withdrawals as w
  join transactions as t on t.id = w.transaction_id
  join users as u on u.id = w.user_id
  left join operators as o on o.id = w.approved_by`

export async function listDeskWithdrawals(
  db: Kysely<DB>,
  { state, limit, offset }: Page & { state: WithdrawalState | undefined },
): Promise<{ rows: DeskWithdrawal[]; total: number }> {
  const where = state ? sql`where w.state = ${state}` : sql``
  const { rows } = await sql<DeskWithdrawal>`
    ${withdrawals} ${where}
    order by (w.state in ('approval', 'payout')) desc, w.created_at desc, w.transaction_id
    limit ${limit} offset ${offset}
  `.execute(db)
  const { rows: counted } = await sql<{ count: string }>`
    select count(*) from withdrawals as w ${where}
  `.execute(db)
  return { rows, total: Number(counted[0]?.count ?? 0) }
}

export async function findDeskWithdrawal(
  db: Kysely<DB>,
  id: string,
): Promise<DeskWithdrawal | undefined> {
  const { rows } = await sql<DeskWithdrawal>`
    ${withdrawals} where w.transaction_id = ${id}
  `.execute(db)
  return rows[0]
}

export async function saveApproval(tx: Tx, id: string, operatorId: string): Promise<void> {
  await tx
    .updateTable('withdrawals')
    .set({ approvedBy: operatorId })
    .where('transactionId', '=', id)
    .execute()
}

export async function savePayoutReference(tx: Tx, id: string, reference: string): Promise<void> {
  await tx
    .updateTable('withdrawals')
    .set({ payoutReference: reference })
    .where('transactionId', '=', id)
    .execute()
}

export async function findDataKey(db: Kysely<DB>, userId: string): Promise<string | null> {
  const row = await db
    .selectFrom('users')
    .select('dataKey')
    .where('id', '=', userId)
    .executeTakeFirst()
  return row?.dataKey ?? null
}
