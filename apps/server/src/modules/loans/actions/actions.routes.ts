import { calls } from '@pier/protocol/calls/calls'
import type { DisputeReason } from '@pier/protocol/loans/disputes'
import { inTransaction } from '../../../platform/db/database.ts'
import type { RoutePlugin } from '../../../platform/http/app.ts'
import { requireUser } from '../../../platform/http/require-user.ts'
import { openAgreementContext } from '../../contracts/contracts.service.ts'
import { lockCaller, requireTermsAccepted } from '../../users/users.service.ts'
import {
  askToSell,
  cancelLoan,
  claimDefault,
  confirmReceipt,
  escalate,
  finalizeRepaid,
  markPaid,
  surrender,
  tender,
  withdrawClaim,
} from './actions.service.ts'
import { acceptOffer } from '../opening/opening.service.ts'
import { readEvents } from '../views/read-events.ts'
import { submitOn } from '../views/submit-route.ts'
import { readPayment } from '../repayment/read-payment.ts'
import { requireOwnLoan, readLoan } from '../views/read-loan.ts'

export const loanRoutes: RoutePlugin = async (app, { db, config }) => {
  const context = openAgreementContext(config)
  app.addHook('onRequest', requireUser)

  app.post('/escrow/accept', { schema: calls['POST /escrow/accept'] }, async (request, reply) => {
    const { id: userId, sessionId } = request.user
    const { offerId, version } = request.body
    const loan = await inTransaction(db, async (tx) => {
      await lockCaller(tx, { userId, sessionId })
      await requireTermsAccepted(tx, userId)
      return acceptOffer(tx, { userId, offerId, version })
    })
    return reply.code(201).send({ id: loan.id })
  })

  app.get('/escrow/:id', { schema: calls['GET /escrow/:id'] }, (request) =>
    readLoan(db, context, { escrowId: request.params.id, userId: request.user.id }),
  )

  app.get('/escrow/:id/events', { schema: calls['GET /escrow/:id/events'] }, async (request) => {
    const wanted = { escrowId: request.params.id, userId: request.user.id }
    return readEvents(db, await requireOwnLoan(db, wanted), request.query)
  })

  const submit = submitOn(db, context)

  app.post('/escrow/:id/cancel', { schema: calls['POST /escrow/:id/cancel'] }, (request) =>
    submit(request, cancelLoan),
  )

  app.post('/escrow/:id/markPaid', { schema: calls['POST /escrow/:id/markPaid'] }, (request) =>
    submit(request, (tx, own) => {
      const waivesRunway = request.body?.waives_runway
      return markPaid(tx, { ...own, ...readPayment(request.body), waivesRunway })
    }),
  )

  const confirmSchema = calls['POST /escrow/:id/confirmReceipt']
  app.post('/escrow/:id/confirmReceipt', { schema: confirmSchema }, (request) =>
    submit(request, (tx, own) => confirmReceipt(tx, { ...own, ...readPayment(request.body) })),
  )

  const withdrawSchema = calls['POST /escrow/:id/withdrawClaim']
  app.post('/escrow/:id/withdrawClaim', { schema: withdrawSchema }, (request) =>
    submit(request, withdrawClaim),
  )

  app.post('/escrow/:id/finalize', { schema: calls['POST /escrow/:id/finalize'] }, (request) =>
    submit(request, (tx, own) => {
      const { outcome = 'REPAID', domain = '' } = request.body ?? {}
      if (outcome === 'DEFAULT') return claimDefault(tx, own)
      if (outcome === 'SURRENDER') return surrender(tx, { ...own, domain })
      return finalizeRepaid(tx, { ...own, ...readPayment(request.body) })
    }),
  )

  app.post('/escrow/:id/surrender', { schema: calls['POST /escrow/:id/surrender'] }, (request) =>
    submit(request, (tx, own) => surrender(tx, { ...own, domain: request.body?.domain ?? '' })),
  )

  app.post('/escrow/:id/tender', { schema: calls['POST /escrow/:id/tender'] }, (request) =>
    submit(request, tender),
  )

  app.post('/escrow/:id/sell', { schema: calls['POST /escrow/:id/sell'] }, (request) =>
    submit(request, askToSell),
  )

  app.post('/escrow/:id/escalate', { schema: calls['POST /escrow/:id/escalate'] }, (request) =>
    submit(request, (tx, own) => escalate(tx, { ...own, ...readEscalation(request.body) })),
  )

  app.post('/escrow/:id/contest', { schema: calls['POST /escrow/:id/contest'] }, (request) =>
    submit(request, (tx, own) => escalate(tx, { ...own, ...readEscalation(request.body) })),
  )
}

type Optional<T> = { [K in keyof T]?: T[K] | undefined } | null | undefined

function readEscalation(body: Optional<{ reason: string; statement: string }>) {
  return { reason: body?.reason as DisputeReason | undefined, statement: body?.statement }
}
