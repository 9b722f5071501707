import { Pager } from '../../ui/table/pager.tsx'
import { GallerySection } from './gallery-section.tsx'

const pagers = [
  { label: 'transactions', page: 1, pages: 4, perPage: 5 },
  { label: 'domains', page: 2, pages: 4, perPage: 7 },
  { label: 'listings', page: 5, pages: 5, perPage: 12 },
  { label: 'many listings', page: 60, pages: 118, perPage: 12 },
  { label: 'one page of listings', page: 1, pages: 1, perPage: 12, always: true },
  { label: 'a page past the end', page: 9, pages: 2, perPage: 4 },
  { label: 'a single page, hidden', page: 1, pages: 1, perPage: 4 },
]

export function PagerSection() {
  return (
    <GallerySection title="Pager">
      {pagers.map((pager) => (
        <Pager key={pager.label} {...pager} hrefOf={(page) => `/design?page=${page}`} />
      ))}
    </GallerySection>
  )
}
