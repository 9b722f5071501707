import { operatorQueues, type OperatorQueue } from '@pier/protocol/operators'
import { useRef, useState } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { ApiError } from '../../../api/client/api-error.ts'
import { deskMs, useOperatorQuery } from '../../../api/operator.ts'
import { useMay } from '../../../operator/page/duty-context.tsx'
import { operatorMeta } from '../../../operator/page/operator-meta.ts'
import { OperatorPage } from '../../../operator/page/operator-page.tsx'
import { readPage } from '../../../shell/address/page-number.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { AssignDialog } from './assign-dialog.tsx'
import { DismissDialog } from './dismiss-dialog.tsx'
import { KeysDialog } from './keys-dialog.tsx'
import { QueueFilters } from './queue-filters.tsx'
import { QueueTable, type QueueRow } from './queue-table.tsx'
import { useQueueKeys } from './use-queue-keys.ts'

export { OperatorCrash as ErrorBoundary } from '../../../operator/page/operator-crash.tsx'

export const meta = operatorMeta('Queue')

const isQueue = (name: string): name is OperatorQueue => Object.hasOwn(operatorQueues, name)

export default function QueueScreen() {
  const { queue = '' } = useParams()
  if (!isQueue(queue)) {
    return (
      <OperatorPage title="Queues">
        <EmptyState title="Queue not found" hint="Choose one on the left." />
      </OperatorPage>
    )
  }
  return <Queue key={queue} queue={queue} />
}

function Queue({ queue }: { queue: OperatorQueue }) {
  const [search] = useSearchParams()
  const query = {
    page: readPage(search.get('page') ?? undefined) ?? 1,
    state: search.get('state') || undefined,
    mine: search.get('mine') ? ('true' as const) : undefined,
    search: search.get('search') || undefined,
  }
  const isFiltered = Boolean(query.state ?? query.mine ?? query.search)
  const input = { params: { queue }, query }
  const reading = useOperatorQuery('GET /operator/queues/:queue', input, {
    refetchMs: deskMs,
    keep: true,
  })
  const rows = reading.data?.rows
  const [assigning, setAssigning] = useState<QueueRow | null>(null)
  const [dismissing, setDismissing] = useState<QueueRow | null>(null)
  const mayDismiss = useMay('POST /operator/queues/:queue/:id/dismiss')
  const [keysShown, setKeysShown] = useState(false)
  const searchField = useRef<HTMLInputElement>(null)
  const navigate = useNavigate()
  const marked = useQueueKeys(rows ?? [], {
    open: ({ link }) => link && void navigate(link),
    assign: setAssigning,
    search: () => searchField.current?.focus(),
    help: () => setKeysShown(true),
  })
  const isForbidden = reading.error instanceof ApiError && reading.error.status === 403
  return (
    <OperatorPage
      title={operatorQueues[queue]}
      kicker={reading.data ? countLabel(reading.data.total, isFiltered) : 'Searching'}
    >
      <QueueFilters
        states={reading.data?.states ?? []}
        fieldRef={searchField}
        onKeys={() => setKeysShown(true)}
      />
      {isForbidden ? (
        <EmptyState
          title="Your role cannot open this queue"
          hint="An admin can change your role."
        />
      ) : (
        <QueueTable
          queue={queue}
          reading={reading}
          page={query.page}
          isFiltered={isFiltered}
          marked={marked}
          onAssign={setAssigning}
          onDismiss={mayDismiss ? setDismissing : null}
        />
      )}
      <AssignDialog queue={queue} row={assigning} onClose={() => setAssigning(null)} />
      <DismissDialog queue={queue} row={dismissing} onClose={() => setDismissing(null)} />
      <KeysDialog opened={keysShown} onClose={() => setKeysShown(false)} />
    </OperatorPage>
  )
}

function countLabel(total: number, isFiltered: boolean): string {
  const lines = total === 1 ? '1 line' : `${total} lines`
  return isFiltered ? `${lines} match` : `${lines}, the most urgent first`
}
