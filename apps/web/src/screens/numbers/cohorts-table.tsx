import type { CallOutput } from '@pier/protocol/calls/calls'
import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { type Column, DataTable } from '../../ui/table/data-table.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { countLabel, quarterText } from './count-label.ts'

type Cohort = CallOutput<'GET /numbers'>['cohorts'][number]

export const CohortsTable = ({ cohorts }: { cohorts: readonly Cohort[] }) => (
  <DataTable
    title="Loans by quarter"
    pageSize={4}
    rows={cohorts}
    keyOf={({ quarter }) => quarter}
    columns={columns}
    empty={
      <EmptyState
        title="No loan has been paid out yet"
        hint="A quarter stands here from its first loan on, and stays."
        action={
          <Button component={Link} to="/domains" variant="default" size="xs">
            Browse Listings
          </Button>
        }
      />
    }
  />
)

const headers: [Exclude<keyof Cohort, 'quarter'>, string][] = [
  ['funded', 'Paid out'],
  ['repaid', 'Repaid'],
  ['running', 'Running'],
  ['late_1_to_7', 'Late 1 to 7 d'],
  ['late_8_to_30', 'Late 8 to 30 d'],
  ['late_31_to_90', 'Late 31 to 90 d'],
  ['late_over_90', 'Late over 90 d'],
  ['seized', 'Seized'],
  ['taken_by_order', 'By order'],
  ['disputed', 'Disputed'],
]

const columns: Column<Cohort>[] = [
  {
    key: 'quarter',
    header: 'Quarter',
    cell: ({ quarter }) => {
      const { name, months } = quarterText(quarter)
      return (
        <>
          <strong>{name}</strong>
          <small>{months}</small>
        </>
      )
    },
  },
  ...headers.map(([key, header]): Column<Cohort> => ({
    key,
    header,
    align: 'right',
    cell: (cohort) => countLabel(cohort[key]),
  })),
]
