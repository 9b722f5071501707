import { useSearchParams } from 'react-router'
import { useNewestOffers } from '../../../api/offers.ts'
import { isWaiting } from '../../../shared/offers/offer-words.ts'

const name = 'compare'

/** The offers chosen for comparison. They stand in the address, so they stay from page to page. */
export function useCompared() {
  const [query, setQuery] = useSearchParams()
  const { data, dataUpdatedAt } = useNewestOffers('received')
  const ids = new Set((query.get(name) ?? '').split(',').filter(Boolean))
  const offers = data?.offers.filter((offer) => ids.has(offer.id) && isWaiting(offer)) ?? []

  const toggle = (id: string) => {
    const next = ids.has(id) ? [...ids].filter((known) => known !== id) : [...ids, id]
    setQuery(next.length > 0 ? { [name]: next.join(',') } : {}, { replace: true })
  }
  return { ids, offers, readAt: dataUpdatedAt, toggle, search: query.size > 0 ? `?${query}` : '' }
}
