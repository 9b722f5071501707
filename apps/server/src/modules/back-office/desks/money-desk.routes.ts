import type { CallOutput } from '@pier/protocol/calls/calls'
import { centsOf } from '@pier/protocol/money'
import type { RoutePlugin } from '../../../platform/http/app.ts'
import { trialBalance } from '../../ledger/ledger.service.ts'
import {
  approveWithdrawal,
  listDeskEvents,
  listDeskWithdrawals,
  listReconciliations,
  lookUpPayment,
  orderReconciliation,
  readPayout,
  recordPayout,
  refuseWithdrawal,
  resolveEvent,
  retryEvent,
} from '../../payments/payments.service.ts'
import { proposeAdjustment } from '../settings/adjustments.service.ts'
import { openConsole, type Console } from '../../operators/operators.service.ts'
import { decided, readDecision } from '../../approvals/approvals.service.ts'
import { listLedger, sumOpenReservations } from './money-desk.repository.ts'
import { presentEvent, presentLine, presentRun, presentWithdrawal } from './present-money.ts'
import { requireImpartialTo } from './withdrawal-people.ts'

const pageSize = 50
const pagesOf = (total: number) => Math.max(1, Math.ceil(total / pageSize))
const slice = (page: number) => ({ limit: pageSize, offset: (page - 1) * pageSize })

/** The ledger, payments and withdrawals. */
export const moneyRoutes: RoutePlugin = async (app, context) => {
  const desk = await openConsole(app, context)
  addLedger(desk)
  addEvents(desk)
  addWithdrawals(desk)
}

function addLedger({ onQuery, onCommand }: Console): void {
  onQuery('GET /operator/ledger', async (db, { query }) => {
    const { user: userId, account, reference, before } = query
    const wanted = { userId, account, reference, before, limit: pageSize + 1 }
    const found = await listLedger(db, wanted)
    const lines = found.slice(0, pageSize)
    const next = found.length > pageSize ? (lines.at(-1)?.id ?? null) : null
    return { entries: lines.map(presentLine), next }
  })

  onQuery('GET /operator/ledger/accounts', async (db) => {
    const balances = Object.entries(await trialBalance(db)) as [Account, number][]
    const sum = balances.reduce((total, [, cents]) => total + cents, 0)
    const accounts = balances.map(([account, cents]) => ({
      account,
      balance: cents / 100,
      is_of_users: account === 'available' || account === 'held',
    }))
    return { accounts, sum: sum / 100, open_holds: (await sumOpenReservations(db)) / 100 }
  })

  onCommand('POST /operator/adjustments', async (tx, { operator, body }, clients) => {
    const { user_id: userId, document_id: documentId, reason: reasons, ...asked } = body
    const id = await proposeAdjustment(tx, clients, {
      ...asked,
      operator,
      userId,
      documentId,
      reasons,
    })
    return decided(tx, operator, await readDecision(tx, id))
  })

  onQuery('GET /operator/reconciliation', async (db) => {
    const providers = []
    for (const provider of ['card', 'crypto'] as const) {
      const runs = await listReconciliations(db, { provider, limit: 30 })
      providers.push({ provider, runs: runs.map(presentRun) })
    }
    return { providers }
  })

  onCommand('POST /operator/reconciliation', async (tx) => {
    await orderReconciliation(tx)
    return { reply: null, subject: 'reconciliation' }
  })
}

type Account = CallOutput<'GET /operator/ledger/accounts'>['accounts'][number]['account']

function addEvents({ onQuery, onCommand }: Console): void {
  onQuery('GET /operator/payment-events', async (db, { query: { page, state } }) => {
    const wanted = { onlyOpen: state === 'open', ...slice(page) }
    const { events, total } = await listDeskEvents(db, wanted)
    return { events: events.map(presentEvent), total, pages: pagesOf(total) }
  })

  const subjectOfEvent = (id: string) => `payment-event:${id}`

  onCommand('POST /operator/payment-events/:id/resolve', async (tx, { operator, params, body }) => {
    const { id } = params
    const said = { id, resolvedBy: operator.id, resolution: body.reason }
    return { reply: presentEvent(await resolveEvent(tx, said)), subject: subjectOfEvent(id) }
  })

  onCommand('POST /operator/payment-events/:id/retry', async (tx, { params: { id } }) => ({
    reply: presentEvent(await retryEvent(tx, id)),
    subject: subjectOfEvent(id),
  }))

  onCommand(
    'POST /operator/payment-events/look-up',
    async (tx, { body: { payment_id: paymentId } }) => {
      const event = await lookUpPayment(tx, paymentId)
      return {
        reply: presentEvent(event),
        subject: subjectOfEvent(event.id),
        data: { payment: paymentId },
      }
    },
  )
}

function addWithdrawals({ onQuery, onCommand, clients }: Console): void {
  onQuery('GET /operator/withdrawals', async (db, { query: { page, state } }) => {
    const { rows, total } = await listDeskWithdrawals(db, { state, ...slice(page) })
    return { withdrawals: rows.map(presentWithdrawal), total, pages: pagesOf(total) }
  })

  onCommand('POST /operator/withdrawals/:id/approve', async (tx, { operator, params: { id } }) => {
    const userIds = await requireImpartialTo(tx, operator, id)
    const approved = await approveWithdrawal(tx, { id, operatorId: operator.id })
    return { reply: presentWithdrawal(approved), subject: id, userIds }
  })

  onCommand(
    'POST /operator/withdrawals/:id/refuse',
    async (tx, { operator, params: { id }, body }) => {
      const userIds = await requireImpartialTo(tx, operator, id)
      const refused = await refuseWithdrawal(tx, { id, words: body.reason })
      return { reply: presentWithdrawal(refused), subject: id, userIds }
    },
  )

  onCommand('POST /operator/withdrawals/:id/address', async (tx, { operator, params: { id } }) => {
    const userIds = await requireImpartialTo(tx, operator, id)
    const { network, address, amountCents } = await readPayout(tx, clients, id)
    return { reply: { network, address, amount: amountCents / 100 }, subject: id, userIds }
  })

  onCommand(
    'POST /operator/withdrawals/:id/paid',
    async (tx, { operator, params: { id }, body }) => {
      const userIds = await requireImpartialTo(tx, operator, id)
      const { reference, network_cost: cost } = body
      const payout = { reference, networkCostCents: centsOf(cost) }
      const paid = await recordPayout(tx, { id, ...payout })
      return { reply: presentWithdrawal(paid), subject: id, userIds, data: payout }
    },
  )
}
