import { calls } from '@pier/protocol/calls/calls'
import { centsOf } from '@pier/protocol/money'
import { owedOn } from '@pier/protocol/loans/repayment'
import { AppError } from '../../../platform/app-error.ts'
import type { RoutePlugin } from '../../../platform/http/app.ts'
import { requireUser } from '../../../platform/http/require-user.ts'
import { openAgreementContext } from '../../contracts/contracts.service.ts'
import { writeCalendar } from '../views/calendar.ts'
import { dateOf, debtOf } from '../facts/loan-view.ts'
import {
  confirmPartialPayment,
  denyPartialPayment,
  recordPartialPayment,
} from './partial-payments.service.ts'
import { submitOn } from '../views/submit-route.ts'
import { viewOwnLoan } from '../views/read-loan.ts'
import { readPayment } from './read-payment.ts'

/** Partial payments, payoff and calendar. */
export const partRoutes: RoutePlugin = async (app, { db, config }) => {
  app.addHook('onRequest', requireUser)
  const submit = submitOn(db, openAgreementContext(config))

  app.post('/escrow/:id/payments', { schema: calls['POST /escrow/:id/payments'] }, (request) =>
    submit(request, (tx, own) => {
      const amountCents = centsOf(request.body.amount)
      return recordPartialPayment(tx, { ...own, ...readPayment(request.body), amountCents })
    }),
  )

  const confirmSchema = calls['POST /escrow/:id/payments/confirm']
  app.post('/escrow/:id/payments/confirm', { schema: confirmSchema }, (request) =>
    submit(request, confirmPartialPayment),
  )

  const denySchema = calls['POST /escrow/:id/payments/deny']
  app.post('/escrow/:id/payments/deny', { schema: denySchema }, (request) =>
    submit(request, denyPartialPayment),
  )

  app.get('/escrow/:id/payoff', { schema: calls['GET /escrow/:id/payoff'] }, async (request) => {
    const wanted = { escrowId: request.params.id, userId: request.user.id }
    const { view } = await viewOwnLoan(db, wanted)
    const debt = view.loan.endedAt ? null : debtOf(view)
    if (!debt) throw new AppError('escrow_wrong_status')
    const { date = dateOf(view.now) } = request.query
    if (date < debt.valueDate) throw new AppError('date_out_of_range', { field: 'date' })
    const owed = owedOn(debt, date)
    return {
      date,
      principal: owed.principalCents / 100,
      interest: owed.interestCents / 100,
      advances: owed.advanceCents / 100,
      amount: owed.payoffCents / 100,
      per_diem: owed.perDiemCents / 100,
    }
  })

  const calendarSchema = calls['GET /escrow/:id/calendar.ics']
  app.get('/escrow/:id/calendar.ics', { schema: calendarSchema }, async (request, reply) => {
    const wanted = { escrowId: request.params.id, userId: request.user.id }
    const { view, role, domain } = await viewOwnLoan(db, wanted)
    const file = `pier-${view.loan.code}.ics`
    reply.header('content-disposition', `attachment; filename="${file}"`)
    const text = writeCalendar(view, { role, name: domain.unicodeName })
    return reply.type('text/calendar; charset=utf-8').send(Buffer.from(text))
  })
}
