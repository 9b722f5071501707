import { IconChevronDown } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import { Link } from 'react-router'
import styles from './data-table.module.css'
import { SkeletonBar } from '../feedback/skeleton-bar.tsx'
import { VisuallyHidden } from '../display/visually-hidden.tsx'

export type Column<Row> = {
  key: string
  header: string
  /** Its header is for screen readers only, as for the column of a chevron. */
  bare?: boolean
  align?: 'left' | 'right'
  /** Its text may wrap, even where there is room. */
  wrap?: boolean
  /**
   * Where it is shown when the row is a card, on a narrow screen. Without a place it is one of the
   * figures; `more` is behind "More"; `wide` is hidden there.
   */
  place?: 'status' | 'line' | 'action' | 'more' | 'wide'
  cell: (row: Row) => ReactNode
}

export type DataTableProps<Row> = {
  /** The heading of the card, or with `bareTitle` for screen readers only. */
  title: string
  bareTitle?: boolean
  aside?: ReactNode
  /** The first column names the row. */
  columns: readonly Column<Row>[]
  /** Undefined while loading. */
  rows: readonly Row[] | undefined
  keyOf: (row: Row) => string
  /** Makes the whole row a link, named by its first column. */
  hrefOf?: (row: Row) => string
  pageSize: number
  empty: ReactNode
  /** Shown instead of the rows when they did not load. */
  error?: ReactNode
  /** Low rows, for users who read such tables all day. */
  dense?: boolean
  /** The row that keys act on. */
  markedKey?: string | undefined
  footer?: ReactNode
}

/** A table in a card. On a narrow screen each row is a card of its own. */
export function DataTable<Row>(table: DataTableProps<Row>) {
  const { title, bareTitle, aside, columns, rows, error, footer } = table
  const titleId = useId()
  const headerIdOf = (key: string) => `${titleId}${key}`
  const instead = error || (rows?.length === 0 && table.empty)
  return (
    <section aria-labelledby={titleId} className={styles.card}>
      <div className={styles.head} data-bare={(bareTitle && !aside) || undefined}>
        <h2 id={titleId} data-bare={bareTitle || undefined}>
          {title}
        </h2>
        {aside}
      </div>
      {instead || (
        <table
          aria-labelledby={titleId}
          aria-busy={!rows}
          className={styles.table}
          data-dense={table.dense || undefined}
        >
          <thead>
            <tr>
              {columns.map(({ key, header, bare, align }) => (
                <th key={key} id={headerIdOf(key)} scope="col" data-align={align}>
                  {bare ? <VisuallyHidden>{header}</VisuallyHidden> : header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows?.map((row) => (
              <DataRow
                key={table.keyOf(row)}
                row={row}
                headerIdOf={headerIdOf}
                marked={table.keyOf(row) === table.markedKey}
                {...table}
              />
            )) ?? <SkeletonRows {...table} />}
          </tbody>
        </table>
      )}
      {footer && <div className={styles.foot}>{footer}</div>}
    </section>
  )
}

type DataRowProps<Row> = Pick<DataTableProps<Row>, 'columns' | 'hrefOf'> & {
  row: Row
  headerIdOf: (key: string) => string
  marked: boolean
}

function DataRow<Row>(props: DataRowProps<Row>) {
  const { row, columns, hrefOf, headerIdOf, marked } = props
  const nameId = useId()
  const [open, setOpen] = useState(false)
  const [name, ...others] = columns
  if (!name) return null
  const href = hrefOf?.(row)
  const hasMore = others.some(({ place }) => place === 'more')
  return (
    <tr
      data-linked={Boolean(href) || undefined}
      data-open={open || undefined}
      data-marked={marked || undefined}
      aria-current={marked || undefined}
    >
      <th scope="row" data-place="name" data-align={name.align}>
        {href ? (
          <Link to={href} id={nameId} className={styles.link}>
            {name.cell(row)}
          </Link>
        ) : (
          <span id={nameId}>{name.cell(row)}</span>
        )}
        {hasMore && <More nameId={nameId} open={open} onToggle={() => setOpen(!open)} />}
      </th>
      {others.map((column) => (
        <DataCell key={column.key} column={column} row={row} headers={headerIdOf(column.key)} />
      ))}
    </tr>
  )
}

type MoreProps = { nameId: string; open: boolean; onToggle: () => void }

/** Shown only where the row is a card. */
function More({ nameId, open, onToggle }: MoreProps) {
  const id = useId()
  return (
    <button
      type="button"
      id={id}
      aria-labelledby={`${id} ${nameId}`}
      aria-expanded={open}
      className={styles.more}
      onClick={onToggle}
    >
      {open ? 'Less' : 'More'}
      <IconChevronDown size={16} aria-hidden="true" />
    </button>
  )
}

type DataCellProps<Row> = { column: Column<Row>; row: Row; headers: string }

/** It names its header, because counting columns fails where some of a card are hidden. */
function DataCell<Row>({ column, row, headers }: DataCellProps<Row>) {
  const { header, bare, align, wrap, place = 'figure' } = column
  return (
    <td
      headers={headers}
      data-align={align}
      data-wrap={wrap || undefined}
      data-place={place}
      data-label={bare ? undefined : header}
    >
      {column.cell(row)}
    </td>
  )
}

const skeletonWidths = ['72%', '56%', '64%', '48%']

/** As many rows as the page will have, so that nothing jumps when they come. */
function SkeletonRows<Row>({ columns, pageSize }: DataTableProps<Row>) {
  return Array.from({ length: pageSize }, (_, row) => (
    <tr key={row}>
      {columns.map(({ key, bare, align, place }, index) => (
        <td key={key} data-align={align} data-place={index === 0 ? 'name' : (place ?? 'figure')}>
          {index === 0 && row === 0 && <VisuallyHidden>Loading</VisuallyHidden>}
          {!bare && <SkeletonBar width={skeletonWidths[(row + index) % 4] ?? '60%'} height={16} />}
          {index === 0 && <SkeletonBar width="38%" height={12} className={styles.second} />}
        </td>
      ))}
    </tr>
  ))
}
