import { Button, TextInput } from '@mantine/core'
import type { CallOutput } from '@pier/protocol/calls/calls'
import { IconSearch, IconSnowflake } from '@tabler/icons-react'
import { type FormEvent, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { ApiError } from '../../../api/client/api-error.ts'
import { useOperatorQuery } from '../../../api/operator.ts'
import { operatorMeta } from '../../../operator/page/operator-meta.ts'
import { OperatorPage } from '../../../operator/page/operator-page.tsx'
import { readPage } from '../../../shell/address/page-number.ts'
import { PastTheEnd, RowsFailed } from '../../../shell/failures/table-states.tsx'
import { TimeText } from '../../../text/time-text.tsx'
import { type Column, DataTable } from '../../../ui/table/data-table.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Pager } from '../../../ui/table/pager.tsx'
import { Tag } from '../../../ui/display/tag.tsx'
import styles from './users.module.css'

export { OperatorCrash as ErrorBoundary } from '../../../operator/page/operator-crash.tsx'

export const meta = operatorMeta('Users')

type Found = CallOutput<'GET /operator/users'>['users'][number]

const perPage = 25
const lettersMin = 2

/** Finds a user. There is no list without a search. */
export default function UsersScreen() {
  const [search, setSearch] = useSearchParams()
  const words = search.get('search') ?? ''
  const field = useRef<HTMLInputElement>(null)
  const find = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = field.current?.value.trim() ?? ''
    setSearch(typed ? { search: typed } : {})
  }
  return (
    <OperatorPage title="Users" kicker="By name, handle, whole e-mail address or id">
      <form aria-label="Users" className={styles.search} onSubmit={find}>
        <TextInput
          ref={field}
          type="search"
          aria-label="Search for a user"
          placeholder="Name, handle, address or id"
          defaultValue={words}
          maxLength={254}
          leftSection={<IconSearch size={18} aria-hidden="true" />}
        />
        <Button type="submit" variant="default" h={44}>
          Search
        </Button>
      </form>
      {words.trim().length < lettersMin ? (
        <EmptyState
          title="Search for a user"
          hint="Enter at least two letters of a name, or a complete email address."
        />
      ) : (
        <Results words={words} page={readPage(search.get('page') ?? undefined) ?? 1} />
      )}
    </OperatorPage>
  )
}

function Results({ words, page }: { words: string; page: number }) {
  const input = { query: { search: words, page } }
  const { data, error, refetch } = useOperatorQuery('GET /operator/users', input)
  if (error instanceof ApiError && error.status === 403) {
    return (
      <EmptyState title="Your role cannot search users" hint="An admin can change your role." />
    )
  }
  const hrefOf = (next: number) => `?search=${encodeURIComponent(words)}&page=${next}`
  return (
    <DataTable
      title="Users"
      bareTitle
      dense
      pageSize={4}
      rows={data?.users}
      keyOf={({ id }) => id}
      hrefOf={({ id }) => `/operator/users/${id}`}
      columns={columns}
      empty={
        page > 1 ? (
          <PastTheEnd home={hrefOf(1)} />
        ) : (
          <EmptyState title="No matching users" hint="Email addresses must be complete." />
        )
      }
      error={
        error &&
        !data && (
          <RowsFailed title="The search failed" error={error} onRetry={() => void refetch()} />
        )
      }
      footer={
        data && data.pages > 1 ? (
          <Pager label="Users" page={page} pages={data.pages} perPage={perPage} hrefOf={hrefOf} />
        ) : null
      }
    />
  )
}

const columns: Column<Found>[] = [
  {
    key: 'name',
    header: 'Name',
    cell: ({ name, handle }) => (
      <>
        {name}
        {handle && <small>{handle}</small>}
      </>
    ),
  },
  {
    key: 'state',
    header: 'State',
    place: 'status',
    cell: ({ is_frozen }) =>
      is_frozen ? (
        <Tag tone="bad" icon={IconSnowflake}>
          Frozen
        </Tag>
      ) : (
        'Open'
      ),
  },
  { key: 'email', header: 'E-mail', cell: ({ email }) => email },
  { key: 'since', header: 'Joined', cell: ({ created_at }) => <TimeText at={created_at} /> },
]
