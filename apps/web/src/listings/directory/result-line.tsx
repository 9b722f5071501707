import { NativeSelect } from '@mantine/core'
import { IconChevronDown, IconX } from '@tabler/icons-react'
import { useId } from 'react'
import { Link, useNavigate } from 'react-router'
import type { DirectoryPage, ListingSort } from '../../api/listings.ts'
import { SkeletonBar } from '../../ui/feedback/skeleton-bar.tsx'
import { AlertButton } from './alert-button.tsx'
import { changeFilters, hrefOfView, sortLabels } from '../directory-address.ts'
import { chipsOf, countText } from '../directory-text.ts'
import type { FilterProps } from './filter-bar.tsx'
import styles from './result-line.module.css'

/** The number of matches, the filters that are set, and the sort order. */
export function ResultLine({ home, view, page }: FilterProps & { page: DirectoryPage | null }) {
  const isFiltered = Object.keys(view.filters).length > 0
  return (
    <div className={styles.line}>
      {page ? <Count page={page} /> : <SkeletonBar width={150} height={16} />}
      {isFiltered && page && (
        <>
          <Chips home={home} view={view} />
          <div className={styles.alert}>
            <AlertButton view={view} />
          </div>
        </>
      )}
      <Sort home={home} view={view} />
    </div>
  )
}

function Count({ page }: { page: DirectoryPage }) {
  const { found, rest } = countText(page)
  return (
    <output className={styles.count}>
      <strong>{found}</strong> {rest}
    </output>
  )
}

function Chips({ home, view }: FilterProps) {
  const without = (names: readonly string[]) =>
    changeFilters(view, Object.fromEntries(names.map((name) => [name, null])))
  return (
    <ul aria-label="Active filters" className={styles.chips}>
      {chipsOf(view.filters).map(({ text, names }) => (
        <li key={text}>
          <Link
            to={hrefOfView(home, without(names))}
            preventScrollReset
            aria-label={`Remove: ${text}`}
          >
            {text} <IconX size={16} aria-hidden="true" />
          </Link>
        </li>
      ))}
      <li>
        <Link
          to={hrefOfView(home, { ...view, page: 1, filters: {} })}
          preventScrollReset
          className={styles.clear}
        >
          Clear all
        </Link>
      </li>
    </ul>
  )
}

const sorts = Object.keys(sortLabels) as ListingSort[] // Object.keys returns string[].

function Sort({ home, view }: FilterProps) {
  const navigate = useNavigate()
  const id = useId()
  const sortBy = (text: string) => {
    const sort = sorts.find((known) => known === text)
    if (sort)
      void navigate(hrefOfView(home, { ...view, page: 1, sort }), { preventScrollReset: true })
  }
  return (
    <div className={styles.sort}>
      <label htmlFor={id}>Sort:</label>
      <NativeSelect
        id={id}
        value={view.sort}
        data={sorts.map((value) => ({ value, label: sortLabels[value] }))}
        rightSection={<IconChevronDown size={18} aria-hidden="true" />}
        onChange={(event) => sortBy(event.currentTarget.value)}
      />
    </div>
  )
}
