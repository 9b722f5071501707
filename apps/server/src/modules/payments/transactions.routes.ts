import { calls } from '@pier/protocol/calls/calls'
import { errors } from '@pier/protocol/errors'
import { paymentMethods, transactionTypes } from '@pier/protocol/labels'
import { dayMs } from '@pier/protocol/time'
import { AppError } from '../../platform/app-error.ts'
import { inTransaction, readClock } from '../../platform/db/database.ts'
import type { FastifyRequest } from 'fastify'
import type { RoutePlugin } from '../../platform/http/app.ts'
import { requireUser } from '../../platform/http/require-user.ts'
import { balanceOf, countReservations } from '../ledger/ledger.service.ts'
import { clientOf } from '../users/users.service.ts'
import { openPaymentClients } from './top-ups/payment-clients.ts'
import { findReconciliation } from './reconciliation/reconciliation.repository.ts'
import { referenceOf, writeStatement } from './statements/statement.ts'
import { printStatement } from './statements/statement-pdf.ts'
import type { PaymentProvider, TopUp } from './top-ups/top-ups.repository.ts'
import { startTopUp } from './top-ups/top-ups.service.ts'
import {
  countTransactionsOfUser,
  findStatementFrame,
  listTransactionsBetween,
  listTransactionsOfUser,
} from './transactions/transactions.repository.ts'
import {
  canCancel,
  cancelWithdrawal,
  readWithdrawal,
  requestWithdrawal,
} from './withdrawals/withdrawals.service.ts'

const statementRowsMax = 20_000

export const transactionRoutes: RoutePlugin = async (app, { db, config }) => {
  const clients = openPaymentClients(config)
  app.addHook('onRequest', requireUser)

  app.get('/transactions', { schema: calls['GET /transactions'] }, async (request) => {
    const { limit, page } = request.query
    const userId = request.user.id
    const rows = await listTransactionsOfUser(db, { userId, limit, page })
    const count = await countTransactionsOfUser(db, userId)
    const { availableCents, heldCents } = await balanceOf(db, userId)
    const last = await findReconciliation(db)
    return {
      transactions: rows.map(presentTransaction),
      pages: Math.ceil(count / limit),
      available: availableCents / 100,
      held: heldCents / 100,
      holds: await countReservations(db, userId),
      reconciliation: last && {
        at: last.at.toISOString(),
        difference: last.differenceCents / 100,
      },
    }
  })

  app.get(
    '/transactions/statement',
    { schema: calls['GET /transactions/statement'] },
    async (request, reply) => {
      const { format, from, to } = request.query
      const userId = request.user.id
      const days = { from: new Date(from), to: new Date(Date.parse(to) + dayMs) }
      if (days.to <= days.from) throw new AppError('invalid_input', { field: 'to' })
      const limit = statementRowsMax + 1
      const rows = await listTransactionsBetween(db, { userId, ...days, limit })
      if (rows.length === limit) throw new AppError('statement_too_long', { field: 'from' })
      const file = `pier-statement-${from}-to-${to}.${format}`
      reply.header('content-disposition', `attachment; filename="${file}"`)
      if (format === 'csv') {
        return reply.type('text/csv; charset=utf-8').send(Buffer.from(writeStatement(rows)))
      }
      const frame = await findStatementFrame(db, { userId, ...days })
      const printedAt = await readClock(db)
      const pdf = await printStatement({ ...frame, from, to, printedAt, rows })
      return reply.type('application/pdf').send(pdf)
    },
  )

  const pages: Record<
    PaymentProvider,
    (topUp: TopUp, email: string) => Promise<{ id: string; uri: string }>
  > = {
    card: ({ transactionId, userId, askedCents: amountCents, createdAt }, email) =>
      clients.card.createCheckout({ transactionId, userId, email, amountCents, createdAt }),
    crypto: ({ transactionId, askedCents: amountCents }) =>
      clients.crypto.createInvoice({ transactionId, amountCents }),
  }
  const startWith = async (
    provider: PaymentProvider,
    request: FastifyRequest & {
      body: { amount: number | string }
      headers: { 'idempotency-key'?: string | undefined }
    },
  ) => {
    const input = {
      userId: request.user.id,
      provider,
      amount: request.body.amount,
      requestKey: request.headers['idempotency-key'] ?? null,
      address: clientOf(request).address,
    }
    return { uri: await startTopUp(db, clients, input, pages[provider]) }
  }

  app.post(
    '/transactions/stripe-session',
    { schema: calls['POST /transactions/stripe-session'] },
    (request) => startWith('card', request),
  )

  app.post(
    '/transactions/nowpayments-session',
    { schema: calls['POST /transactions/nowpayments-session'] },
    (request) => startWith('crypto', request),
  )
}

export const withdrawalRoutes: RoutePlugin = async (app, { db, config }) => {
  const clients = openPaymentClients(config)
  app.addHook('onRequest', requireUser)

  app.get(
    '/transactions/withdrawal',
    { schema: calls['GET /transactions/withdrawal'] },
    async (request) => {
      const now = await readClock(db)
      const found = await readWithdrawal(db, { userId: request.user.id, now })
      return {
        available: found.availableCents / 100,
        to_card: found.cardCents / 100,
        blocked: found.refusal && errors[found.refusal].message,
      }
    },
  )

  app.post(
    '/transactions/withdrawals',
    { schema: calls['POST /transactions/withdrawals'] },
    async (request, reply) => {
      const { amount, crypto_address, crypto_network } = request.body
      const { id, paysAt } = await inTransaction(db, (tx) =>
        requestWithdrawal(tx, clients, {
          userId: request.user.id,
          sessionId: request.user.sessionId,
          amount,
          cryptoAddress: crypto_address?.trim() || null,
          cryptoNetwork: crypto_network?.trim() || null,
        }),
      )
      return reply.code(201).send({ id, pays_at: paysAt.toISOString() })
    },
  )

  app.delete(
    '/transactions/withdrawals/:id',
    { schema: calls['DELETE /transactions/withdrawals/:id'] },
    async (request, reply) => {
      const { id: userId, sessionId } = request.user
      const input = { userId, sessionId, withdrawalId: request.params.id }
      await inTransaction(db, (tx) => cancelWithdrawal(tx, input))
      return reply.code(204).send(null)
    },
  )
}

function presentTransaction(row: Awaited<ReturnType<typeof listTransactionsOfUser>>[number]) {
  return {
    id: row.id,
    type: transactionTypes[row.type],
    amount: row.amountCents / 100,
    method: paymentMethods[row.method],
    status: row.status,
    created_at: row.createdAt.toISOString(),
    reference: referenceOf(row),
    domain: row.domain,
    note: row.note,
    can_cancel: canCancel(row.withdrawalState),
  }
}
