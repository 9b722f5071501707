import { Switch } from '@mantine/core'
import { useSearchParams } from 'react-router'
import { deskMs, useOperatorQuery } from '../../../api/operator.ts'
import { EventsTable } from '../../../operator/registrar/events-table.tsx'
import { operatorMeta } from '../../../operator/page/operator-meta.ts'
import { Loaded, OperatorPage } from '../../../operator/page/operator-page.tsx'
import { readPage } from '../../../shell/address/page-number.ts'
import { PastTheEnd } from '../../../shell/failures/table-states.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Pager } from '../../../ui/table/pager.tsx'

export { OperatorCrash as ErrorBoundary } from '../../../operator/page/operator-crash.tsx'

export const meta = operatorMeta('Registrar messages')

const perPage = 25

/** Messages of the registrar that we did not understand, or could not act on. */
export default function RegistrarEventsScreen() {
  const [search, setSearch] = useSearchParams()
  const isAll = search.get('all') !== null
  const page = readPage(search.get('page') ?? undefined) ?? 1
  const query = { page, open: isAll ? undefined : ('true' as const) }
  const reading = useOperatorQuery(
    'GET /operator/registrar-events',
    { query },
    { refetchMs: deskMs, keep: true },
  )
  const hrefOf = (next: number) => `?page=${next}${isAll ? '&all=1' : ''}`
  return (
    <Loaded query={reading} what="the list of messages">
      {({ events, pages, total }) => (
        <OperatorPage
          title="Registrar messages"
          kicker={`${total} ${isAll ? 'in all' : 'open'}`}
          aside={
            <Switch
              label="Show resolved"
              checked={isAll}
              onChange={({ currentTarget }) => setSearch(currentTarget.checked ? { all: '1' } : {})}
            />
          }
        >
          <EventsTable
            title="Registrar messages"
            bareTitle
            events={events}
            empty={
              page > 1 ? (
                <PastTheEnd home={hrefOf(1)} />
              ) : (
                <EmptyState
                  title="No unhandled messages"
                  hint="Messages we cannot process appear here."
                />
              )
            }
            footer={
              pages > 1 ? (
                <Pager
                  label="Registrar messages"
                  page={page}
                  pages={pages}
                  perPage={perPage}
                  hrefOf={hrefOf}
                />
              ) : null
            }
          />
        </OperatorPage>
      )}
    </Loaded>
  )
}
