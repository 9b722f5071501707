import type { CallOutput } from '@pier/protocol/calls/calls'
import { limits } from '@pier/protocol/limits'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from './client/client.ts'

export type Offer = CallOutput<'GET /offers/my-offers'>['offers'][number]
/** Received on your domains, as a borrower; sent on those of others, as a lender. */
export type OfferList = 'received' | 'sent'

const calls = { received: 'GET /offers/my-offers', sent: 'GET /offers/sent-offers' } as const

export const offerKeys = {
  all: ['offers'],
  list: (list: OfferList, page: number) => ['offers', list, page],
  newest: (list: OfferList) => ['offers', list, 'newest'],
} as const

/** While another page loads, what is around the rows stays on screen. */
export const useOffers = (list: OfferList, page: number) =>
  useQuery({
    queryKey: offerKeys.list(list, page),
    queryFn: () => listOffers(list, { page, limit: limits.offersPerPage }),
    placeholderData: keepPreviousData,
  })

/** Pending offers come first, so this holds all of them for nearly everybody. */
export const useNewestOffers = (list: OfferList) =>
  useQuery({
    queryKey: offerKeys.newest(list),
    queryFn: () => listOffers(list, { page: 1, limit: limits.pageSizeMax }),
  })

const listOffers = (list: OfferList, { page, limit }: { page: number; limit: number }) =>
  call(calls[list], { query: { page: String(page), limit: String(limit) } })
