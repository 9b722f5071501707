import { calls } from '@pier/protocol/calls/calls'
import { readClock, type Db } from '../../../platform/db/database.ts'
import type { RoutePlugin } from '../../../platform/http/app.ts'
import { requireUser } from '../../../platform/http/require-user.ts'
import { countOffers, listOffers } from '../records/offer-lists.repository.ts'
import type { Side } from '../records/offers.repository.ts'
import { writeOffers } from './offers-csv.ts'
import { presentOffer } from './present-offer.ts'

export const offerListRoutes: RoutePlugin = async (app, { db }) => {
  app.addHook('onRequest', requireUser)

  app.get('/offers/my-offers', { schema: calls['GET /offers/my-offers'] }, (request) =>
    readPage(db, { userId: request.user.id, role: 'BORROWER', ...request.query }),
  )

  app.get('/offers/sent-offers', { schema: calls['GET /offers/sent-offers'] }, (request) =>
    readPage(db, { userId: request.user.id, role: 'LENDER', ...request.query }),
  )

  app.get('/offers/export', { schema: calls['GET /offers/export'] }, async (request, reply) => {
    const now = await readClock(db)
    const read = async (role: Side) =>
      (await listOffers(db, { userId: request.user.id, role })).map((offer) => ({ ...offer, role }))
    const offers = [...(await read('BORROWER')), ...(await read('LENDER'))]
    const newestFirst = offers.toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
    const file = `pier-offers-${now.toISOString().slice(0, 10)}.csv`
    reply.header('content-disposition', `attachment; filename="${file}"`)
    return reply.type('text/csv; charset=utf-8').send(Buffer.from(writeOffers(newestFirst)))
  })
}

type Page = { userId: string; role: Side; page: number; limit: number }

async function readPage(db: Db, { userId, role, page, limit }: Page) {
  const now = await readClock(db)
  const offers = await listOffers(db, { userId, role, limit, offset: (page - 1) * limit })
  return {
    offers: offers.map((offer) => presentOffer(offer, { role, now })),
    pages: Math.ceil((await countOffers(db, { userId, role })) / limit),
  }
}
