import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useNewestOffers } from '../../../api/offers.ts'
import { isWaiting } from '../../../offers/offer-text.ts'

const name = 'compare'

/**
 * The offers chosen for comparison. They are also in the address, so that they survive paging and a
 * link can choose some. The state is local, so that quick clicks do not undo each other.
 */
export function useCompared() {
  const [query, setQuery] = useSearchParams()
  const [ids, setIds] = useState(() => new Set((query.get(name) ?? '').split(',').filter(Boolean)))
  const { data, dataUpdatedAt } = useNewestOffers('received')
  const offers = data?.offers.filter((offer) => ids.has(offer.id) && isWaiting(offer)) ?? []

  const toggle = (id: string) => {
    const next = new Set(ids)
    if (!next.delete(id)) next.add(id)
    setIds(next)
    setQuery(next.size > 0 ? { [name]: [...next].join(',') } : {}, { replace: true })
  }
  const search = ids.size > 0 ? `?${name}=${[...ids].join(',')}` : ''
  return { ids, offers, readAt: dataUpdatedAt, toggle, search }
}
