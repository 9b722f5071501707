import { Button } from '@mantine/core'
import { DataTable } from '../../ui/table/data-table.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Pager } from '../../ui/table/pager.tsx'
import { GallerySection } from './gallery-section.tsx'
import { domainColumns, domains, loanColumns, loans } from './table-samples.tsx'

const loanTable = {
  columns: loanColumns,
  keyOf: ({ number }: { number: string }) => number,
  hrefOf: ({ number }: { number: string }) => `/design?loan=${number}`,
  pageSize: 4,
  empty: (
    <EmptyState
      title="No loans yet"
      hint="A loan begins when you accept an offer."
      action={<Button size="xs">Get Loan</Button>}
    />
  ),
}

export function TableSection() {
  return (
    <GallerySection title="Tables">
      <DataTable
        {...loanTable}
        title="Loans"
        aside={<span>Rows are links</span>}
        rows={loans}
        footer={
          <Pager label="Loans" page={1} pages={2} perPage={4} hrefOf={(page) => `?page=${page}`} />
        }
      />
      <DataTable
        title="My Domains, with actions"
        bareTitle
        columns={domainColumns}
        rows={domains}
        keyOf={({ domain }) => domain}
        pageSize={7}
        empty={null}
      />
      <DataTable {...loanTable} title="Loading" rows={undefined} />
      <DataTable {...loanTable} title="Empty" rows={[]} />
      <DataTable
        {...loanTable}
        title="Failed"
        rows={undefined}
        error={
          <ErrorState
            title="Your loans did not load"
            hint="Nothing is lost. Try again, or come back in a moment."
            reference="7f3k-19aa"
            action={
              <Button variant="default" size="xs">
                Try again
              </Button>
            }
          />
        }
      />
    </GallerySection>
  )
}
