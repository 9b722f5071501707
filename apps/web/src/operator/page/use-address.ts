import { useSearchParams } from 'react-router'
import { readPage } from '../../shell/address/page-number.ts'

/** The filters of a list are kept in the address, so that a view can be shared. */
export function useAddress() {
  const [search, setSearch] = useSearchParams()
  const set = (name: string, value: string) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before)
        next.delete('page')
        next.delete('before')
        if (value) next.set(name, value)
        else next.delete(name)
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  const hrefWith = (name: string, value: string) => {
    const next = new URLSearchParams(search)
    next.set(name, value)
    return `?${next.toString()}`
  }
  return {
    page: readPage(search.get('page') ?? undefined) ?? 1,
    read: (name: string) => search.get(name) || undefined,
    set,
    hrefWith,
    hrefOf: (page: number) => hrefWith('page', String(page)),
  }
}
