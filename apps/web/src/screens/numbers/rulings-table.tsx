import type { CallOutput } from '@pier/protocol/calls/calls'
import { rulingText } from '../../text/ruling-text.ts'
import { type Column, DataTable } from '../../ui/table/data-table.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { countLabel, quarterText } from './count-label.ts'

type Ruling = CallOutput<'GET /numbers'>['rulings'][number]

const words: Record<string, string> = {
  ...rulingText,
  seize: 'Seizure after default',
  seizeForPlatform: 'Seizure by order',
  refinance: 'Payout by another lender',
}

export const RulingsTable = ({ rulings }: { rulings: readonly Ruling[] }) => (
  <DataTable
    title="Decided by two operators"
    pageSize={4}
    rows={rulings}
    keyOf={({ quarter, outcome }) => `${quarter} ${outcome}`}
    columns={columns}
    empty={
      <EmptyState
        title="Nothing had to be decided yet"
        hint="Rulings and seizures are counted here, each with two names on it."
      />
    }
  />
)

const columns: Column<Ruling>[] = [
  { key: 'outcome', header: 'Decision', cell: ({ outcome }) => words[outcome] ?? outcome },
  { key: 'quarter', header: 'Quarter', cell: ({ quarter }) => quarterText(quarter).name },
  {
    key: 'count',
    header: 'Cases',
    align: 'right',
    cell: ({ count }) => countLabel(count),
  },
]
