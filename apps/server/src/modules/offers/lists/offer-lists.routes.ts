import { calls } from '@pier/protocol/calls/calls'
import type { RoutePlugin } from '../../../platform/http/app.ts'
import { requireUser } from '../../../platform/http/require-user.ts'
import { listOffers } from '../records/offer-lists.repository.ts'
import type { Side } from '../records/offers.repository.ts'
import { writeOffers } from './offers-csv.ts'
import { readOffers } from './read-offers.service.ts'

export const offerListRoutes: RoutePlugin = async (app, { db }) => {
  app.addHook('onRequest', requireUser)

  app.get('/offers/my-offers', { schema: calls['GET /offers/my-offers'] }, (request) =>
    readOffers(db, request.user, { role: 'BORROWER', ...request.query }),
  )

  app.get('/offers/sent-offers', { schema: calls['GET /offers/sent-offers'] }, (request) =>
    readOffers(db, request.user, { role: 'LENDER', ...request.query }),
  )

  app.get('/offers/export', { schema: calls['GET /offers/export'] }, async (request, reply) => {
    const { id: userId, now } = request.user
    const read = async (role: Side) =>
      (await listOffers(db, { userId, role })).offers.map((offer) => ({ ...offer, role }))
    const offers = [...(await read('BORROWER')), ...(await read('LENDER'))]
    const newestFirst = offers.toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
    const file = `pier-offers-${now.toISOString().slice(0, 10)}.csv`
    reply.header('content-disposition', `attachment; filename="${file}"`)
    return reply.type('text/csv; charset=utf-8').send(Buffer.from(writeOffers(newestFirst)))
  })
}
