import { TextInput } from '@mantine/core'
import { readSearch } from '@pier/protocol/domains/pasted-name'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { Link, useNavigate } from 'react-router'
import type { DomainFilter, DomainList, DomainView } from '../../../../api/domains.ts'
import { filterLabels, hrefOfView } from '../domain/domain-address.ts'
import styles from './domain-filters.module.css'

const typingMs = 300
const searchLengthMax = 100
const filters = Object.keys(filterLabels) as DomainFilter[] // Object.keys returns string[].

type DomainFiltersProps = { view: DomainView; counts: DomainList['counts'] | undefined }

export function DomainFilters({ view, counts }: DomainFiltersProps) {
  return (
    <div className={styles.filters}>
      <nav aria-label="Show" className={styles.tabs}>
        {filters.map((filter) => (
          <Link
            key={filter}
            to={hrefOfView({ ...view, page: 1, filter })}
            aria-current={filter === view.filter ? 'true' : undefined}
          >
            {filterLabels[filter]} {counts && <span>{counts[filter]}</span>}
          </Link>
        ))}
      </nav>
      <Search view={view} />
    </div>
  )
}

/** Searches as the user types, a moment after the last letter. */
function Search({ view }: { view: DomainView }) {
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    const isTyped = input.current?.value.trim() === view.search
    if (input.current && !isTyped) input.current.value = view.search // The address has changed.
  }, [view.search])

  const find = (typed: string) => {
    clearTimeout(timer.current)
    const text = readSearch(typed)
    if (text !== typed && input.current) input.current.value = text // Show it as it was understood.
    if (text === view.search) return
    void navigate(hrefOfView({ ...view, page: 1, search: text }), { replace: true })
  }
  return (
    <search className={styles.search}>
      <TextInput
        ref={input}
        type="search"
        name="search"
        aria-label="Search domains"
        placeholder="Search domains"
        autoComplete="off"
        spellCheck={false}
        maxLength={searchLengthMax}
        defaultValue={view.search}
        leftSection={<IconSearch size={18} aria-hidden="true" />}
        onChange={({ currentTarget: { value } }) => {
          clearTimeout(timer.current)
          timer.current = setTimeout(() => find(value.trim()), typingMs)
        }}
        onKeyDown={({ key, currentTarget }) => {
          if (key === 'Enter') find(currentTarget.value.trim())
        }}
      />
    </search>
  )
}
