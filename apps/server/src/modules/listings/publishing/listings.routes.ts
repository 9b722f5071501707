import { calls } from '@pier/protocol/calls/calls'
import { warnOfTerms } from '@pier/protocol/domains/listing-warnings'
import { inTransaction, type Tx } from '../../../platform/db/database.ts'
import type { RoutePlugin } from '../../../platform/http/app.ts'
import { requireUser } from '../../../platform/http/require-user.ts'
import { denyOrphans, notifyOfEdit } from '../../offers/offers.service.ts'
import type { Listing } from './listings.repository.ts'
import { createListing, editListing, removeListing, renewListing } from './listings.service.ts'

export const listingRoutes: RoutePlugin = async (app, { db }) => {
  app.addHook('onRequest', requireUser)

  app.post('/listings', { schema: calls['POST /listings'] }, async (request, reply) => {
    const { domain_id: domainId, confirmed_fee: confirmedFee, ...terms } = request.body
    const input = { ...callerOf(request), domainId, confirmedFee, ...termsOf(terms) }
    const listing = await inTransaction(db, (tx) => createListing(tx, input))
    return reply.code(201).send(presentListing(listing))
  })

  app.patch('/listings/:id', { schema: calls['PATCH /listings/:id'] }, async (request) => {
    const listingId = request.params.id
    const { renew: renews = false, ...terms } = request.body
    const input = { ...callerOf(request), listingId, renews, ...termsOf(terms) }
    const edit = async (tx: Tx) => {
      const { listing, isOtherAsk } = await editListing(tx, input)
      if (isOtherAsk) await notifyOfEdit(tx, listing)
      return listing
    }
    return presentListing(await inTransaction(db, edit))
  })

  app.post(
    '/listings/:id/renew',
    { schema: calls['POST /listings/:id/renew'] },
    async (request) => {
      const input = { ...callerOf(request), listingId: request.params.id }
      return presentListing(await inTransaction(db, (tx) => renewListing(tx, input)))
    },
  )

  app.delete('/listings/:id', { schema: calls['DELETE /listings/:id'] }, async (request, reply) => {
    const input = { ...callerOf(request), listingId: request.params.id }
    await inTransaction(db, async (tx) => {
      const { name } = await removeListing(tx, input)
      await denyOrphans(tx, name, 'LISTING_REMOVED')
    })
    return reply.code(204).send(null)
  })
}

const callerOf = ({ user }: { user: { id: string; sessionId: string } }) => ({
  userId: user.id,
  sessionId: user.sessionId,
})

type WireTerms = {
  desired_loan_amount: number | string
  desired_term: number | string
  desired_apy: number | string
  auto_accept?: boolean | undefined
  confirmed_rate?: number | string | undefined
}

const termsOf = (terms: WireTerms) => ({
  amount: terms.desired_loan_amount,
  term: terms.desired_term,
  rate: terms.desired_apy,
  acceptsByItself: terms.auto_accept ?? false,
  confirmedRate: terms.confirmed_rate,
})

const presentListing = (listing: Listing) => ({
  id: listing.id,
  expires_at: listing.expiresAt.toISOString(),
  warnings: warnOfTerms(listing),
})
