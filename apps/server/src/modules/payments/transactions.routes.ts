import { calls } from '@pier/protocol/calls/calls'
import { errors } from '@pier/protocol/errors'
import { dayMs } from '@pier/protocol/time'
import { AppError } from '../../platform/app-error.ts'
import { inTransaction, readClock } from '../../platform/db/database.ts'
import type { FastifyRequest } from 'fastify'
import type { RoutePlugin } from '../../platform/http/app.ts'
import { requireUser } from '../../platform/http/require-user.ts'
import { readAccount } from '../ledger/ledger.service.ts'
import { clientOf } from '../users/users.service.ts'
import { openPaymentClients } from './top-ups/payment-clients.ts'
import { findReconciliation } from './reconciliation/reconciliation.repository.ts'
import { writeStatement } from './statements/statement.ts'
import { printStatement } from './statements/statement-pdf.ts'
import type { PaymentProvider, TopUp } from './top-ups/top-ups.repository.ts'
import { startTopUp } from './top-ups/top-ups.service.ts'
import {
  findStatementFrame,
  listTransactionsBetween,
} from './transactions/transactions.repository.ts'
import { readTransactions } from './read-transactions.service.ts'
import {
  cancelWithdrawal,
  readWithdrawal,
  requestWithdrawal,
} from './withdrawals/withdrawals.service.ts'

const statementRowsMax = 20_000

export const transactionRoutes: RoutePlugin = async (app, { db, config }) => {
  const clients = openPaymentClients(config)
  app.addHook('onRequest', requireUser)

  app.get('/transactions', { schema: calls['GET /transactions'] }, async (request) => {
    const { id: userId } = request.user
    const beside = await Promise.all([readAccount(db, userId), findReconciliation(db)])
    return readTransactions(db, { ...request.query, userId }, beside)
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
