import { calls } from '@pier/protocol/calls/calls'
import type { RoutePlugin } from '../../../platform/http/app.ts'
import { requireUser } from '../../../platform/http/require-user.ts'
import { openAgreementContext } from '../../contracts/contracts.service.ts'
import { submitOn } from '../views/submit-route.ts'
import { confirmRefinance, confirmRest, seekRefinance } from './refinance.service.ts'

export const refinanceRoutes: RoutePlugin = async (app, { db, config }) => {
  app.addHook('onRequest', requireUser)
  const submit = submitOn(db, openAgreementContext(config))

  app.post('/escrow/:id/refinance', { schema: calls['POST /escrow/:id/refinance'] }, (request) =>
    submit(request, (tx, own) => {
      const { desired_loan_amount: amount, desired_term: term, desired_apy: rate } = request.body
      const confirmedRate = request.body.confirmed_rate
      return seekRefinance(tx, { ...own, amount, term, rate, confirmedRate })
    }),
  )

  const paidOutSchema = calls['POST /escrow/:id/refinance/confirm']
  app.post('/escrow/:id/refinance/confirm', { schema: paidOutSchema }, (request) =>
    submit(request, confirmRefinance),
  )

  const restSchema = calls['POST /escrow/:id/refinance/rest']
  app.post('/escrow/:id/refinance/rest', { schema: restSchema }, (request) =>
    submit(request, confirmRest),
  )
}
