import { calls } from '@pier/protocol/calls/calls'
import type { RoutePlugin } from '../../../platform/http/app.ts'
import { requireUser } from '../../../platform/http/require-user.ts'
import { openAgreementContext } from '../../contracts/contracts.service.ts'
import { refusePaymentDetails } from '../../messages/messages.service.ts'
import { acceptExtension, declineExtension, proposeExtension } from './extension.service.ts'
import { submitOn } from '../views/submit-route.ts'
import { acceptSettlement, declineSettlement, proposeSettlement } from './settlement.service.ts'

/** What both sides agree on: a later due date, and how a dispute ends. */
export const agreeingRoutes: RoutePlugin = async (app, { db, config }) => {
  app.addHook('onRequest', requireUser)
  const submit = submitOn(db, openAgreementContext(config))

  app.post('/escrow/:id/extension', { schema: calls['POST /escrow/:id/extension'] }, (request) =>
    submit(request, (tx, own) => {
      const { due_on: dueOn, pays_interest: paysInterest, statement } = request.body
      refusePaymentDetails({ statement })
      return proposeExtension(tx, { ...own, dueOn, paysInterest, statement })
    }),
  )

  const extendSchema = calls['POST /escrow/:id/extension/accept']
  app.post('/escrow/:id/extension/accept', { schema: extendSchema }, (request) =>
    submit(request, acceptExtension),
  )

  const declineSchema = calls['POST /escrow/:id/extension/decline']
  app.post('/escrow/:id/extension/decline', { schema: declineSchema }, (request) =>
    submit(request, declineExtension),
  )

  app.post('/escrow/:id/settlement', { schema: calls['POST /escrow/:id/settlement'] }, (request) =>
    submit(request, (tx, own) => {
      const { outcome, value_date: valueDate, due_on: dueOn, statement } = request.body
      refusePaymentDetails({ statement })
      return proposeSettlement(tx, { ...own, outcome, valueDate, dueOn, statement })
    }),
  )

  const settleSchema = calls['POST /escrow/:id/settlement/accept']
  app.post('/escrow/:id/settlement/accept', { schema: settleSchema }, (request) =>
    submit(request, acceptSettlement),
  )

  const unsettledSchema = calls['POST /escrow/:id/settlement/decline']
  app.post('/escrow/:id/settlement/decline', { schema: unsettledSchema }, (request) =>
    submit(request, declineSettlement),
  )
}
