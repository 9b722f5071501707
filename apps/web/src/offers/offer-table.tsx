import { limits } from '@pier/protocol/limits'
import type { ReactNode } from 'react'
import type { Offer, useOffers } from '../api/offers.ts'
import { type Column, DataTable } from '../ui/table/data-table.tsx'
import { Pager } from '../ui/table/pager.tsx'
import { PastTheEnd, RowsFailed } from '../shell/failures/table-states.tsx'

type OfferTableProps = {
  title: string
  aside?: ReactNode
  page: number
  hrefOf: (page: number) => string
  query: ReturnType<typeof useOffers>
  columns: readonly Column<Offer>[]
  empty: ReactNode
}

export function OfferTable({ title, page, hrefOf, query, ...table }: OfferTableProps) {
  const { data, error, isPlaceholderData, refetch } = query
  const pages = data?.pages ?? 0
  return (
    <DataTable
      title={title}
      aside={table.aside}
      columns={table.columns}
      rows={isPlaceholderData ? undefined : data?.offers}
      keyOf={({ id }) => id}
      pageSize={limits.offersPerPage}
      empty={page > 1 ? <PastTheEnd home={hrefOf(1)} /> : table.empty}
      error={
        error &&
        !data && (
          <RowsFailed
            title="Offers could not be loaded"
            error={error}
            onRetry={() => void refetch()}
          />
        )
      }
      footer={
        pages > 1 && (
          <Pager
            label={title}
            page={page}
            pages={pages}
            perPage={limits.offersPerPage}
            hrefOf={hrefOf}
          />
        )
      }
    />
  )
}
