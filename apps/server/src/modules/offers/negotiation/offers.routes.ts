import { calls } from '@pier/protocol/calls/calls'
import { limits } from '@pier/protocol/limits'
import { railOf } from '@pier/protocol/rails'
import { inTransaction } from '../../../platform/db/database.ts'
import type { RoutePlugin } from '../../../platform/http/app.ts'
import { requireUser } from '../../../platform/http/require-user.ts'
import { limitTries } from '../../../platform/limits.ts'
import { acceptOffer } from '../../loans/loans.service.ts'
import { readTerms, type TypedNumber } from '../../listings/listings.service.ts'
import { refusePaymentDetails } from '../../messages/messages.service.ts'
import { counterOffer, decideOffer, makeOffer } from './offers.service.ts'

const offerLimit = { name: 'offer-make', max: 60, perSeconds: 3600 }

export const offerRoutes: RoutePlugin = async (app, { db, config }) => {
  app.addHook('onRequest', requireUser)
  const limitOffers = (userId: string) => limitTries(db, offerLimit, userId, config.keys.blindIndex)

  app.post('/offers', { schema: calls['POST /offers'] }, async (request, reply) => {
    const { domain_id: domainId, contract } = request.body
    const rail = contract === undefined ? undefined : railOf(contract)
    const caller = callerOf(request)
    await limitOffers(caller.userId)
    const input = { ...caller, ...proposalOf(request.body), domainId, rail }
    const made = await inTransaction(db, async (tx) => {
      const { offer, isAccepted } = await makeOffer(tx, input)
      const accepted = { userId: offer.borrowerId, offerId: offer.id, version: offer.version }
      const loan = isAccepted ? await acceptOffer(tx, accepted) : null
      return { id: offer.id, version: offer.version, escrow_id: loan?.id ?? null }
    })
    return reply.code(201).send(made)
  })

  app.post('/offers/:id', { schema: calls['POST /offers/:id'] }, async (request, reply) => {
    const { status, reason } = request.body
    refusePaymentDetails({ reason })
    const input = { ...callerOf(request), offerId: request.params.id, status, reason }
    await inTransaction(db, (tx) => decideOffer(tx, input))
    return reply.code(204).send(null)
  })

  app.post(
    '/offers/:id/counter',
    { schema: calls['POST /offers/:id/counter'] },
    async (request, reply) => {
      const { version } = request.body
      await limitOffers(request.user.id)
      const key = { ...callerOf(request), offerId: request.params.id, version }
      const input = { ...key, ...proposalOf(request.body) }
      const offer = await inTransaction(db, (tx) => counterOffer(tx, input))
      return reply.code(201).send({ id: offer.id, version: offer.version })
    },
  )
}

const callerOf = ({ user }: { user: { id: string; sessionId: string } }) => ({
  userId: user.id,
  sessionId: user.sessionId,
})

type WireProposal = {
  loan_amount: TypedNumber
  term: TypedNumber
  apy: TypedNumber
  message?: string | null | undefined
  valid_days?: number | undefined
}

function proposalOf({ loan_amount, term, apy, message, valid_days }: WireProposal) {
  refusePaymentDetails({ message })
  return {
    ...readTerms(
      { amount: loan_amount, term, rate: apy },
      { amount: 'loan_amount', term: 'term', rate: 'apy' },
    ),
    message: message?.trim() || null,
    validDays: valid_days ?? limits.offerDays,
  }
}
