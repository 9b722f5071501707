import { IconChevronDown } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import type { Column, DataTableProps } from './data-table.tsx'
import styles from './data-table.module.css'

type DataRowProps<Row> = Pick<DataTableProps<Row>, 'columns' | 'hrefOf'> & {
  row: Row
  headerIdOf: (key: string) => string
  marked: boolean
}

export function DataRow<Row>(props: DataRowProps<Row>) {
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
