import type { CallOutput } from '@pier/protocol/calls/calls'
import { useOperatorQuery } from '../../../api/operator.ts'
import { operatorMeta } from '../../../operator/page/operator-meta.ts'
import { Loaded, OperatorPage } from '../../../operator/page/operator-page.tsx'
import { TimeText } from '../../../text/time-text.tsx'
import { type Column, DataTable } from '../../../ui/table/data-table.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { settingText } from './setting-names.ts'

export { OperatorCrash as ErrorBoundary } from '../../../operator/page/operator-crash.tsx'

export const meta = operatorMeta('Configuration')

type Setting = CallOutput<'GET /operator/settings'>['settings'][number]

/** What can be set without a new release. */
export default function SettingsScreen() {
  const reading = useOperatorQuery('GET /operator/settings', undefined)
  return (
    <Loaded query={reading} what="the configuration">
      {({ settings }) => (
        <OperatorPage
          title="Configuration"
          kicker="Every version is kept with author, date and reason."
        >
          <DataTable
            title="Configuration"
            bareTitle
            pageSize={4}
            rows={settings}
            keyOf={({ name }) => name}
            hrefOf={({ name }) => `/operator/settings/${name}`}
            columns={columns}
            empty={<EmptyState title="No settings" />}
          />
        </OperatorPage>
      )}
    </Loaded>
  )
}

const columns: Column<Setting>[] = [
  {
    key: 'name',
    header: 'What',
    cell: ({ name }) => (
      <>
        <strong>{settingText[name].title}</strong>
        <small>{settingText[name].note}</small>
      </>
    ),
  },
  {
    key: 'version',
    header: 'Version',
    cell: ({ version }) => (version === 0 ? 'Product default' : `Version ${version}`),
  },
  {
    key: 'set',
    header: 'Set',
    cell: ({ set_at, set_by }) =>
      set_at && (
        <>
          <TimeText at={set_at} withTime />
          <small>{set_by}</small>
        </>
      ),
  },
  {
    key: 'keys',
    header: 'Approvals',
    cell: ({ needs_two_keys }) => (needs_two_keys ? 'Two' : 'One admin'),
  },
]
