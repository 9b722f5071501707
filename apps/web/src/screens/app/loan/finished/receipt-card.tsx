import { centsOf, formatMoney } from '@pier/protocol/money'
import { IconCircleCheckFilled, IconCircleDashed } from '@tabler/icons-react'
import { clockTime, fullDay, shortDay } from '../../../../text/date-text.ts'
import { type Column, DataTable } from '../../../../ui/table/data-table.tsx'
import { FigureList } from '../../../../ui/display/figure-list.tsx'
import styles from './finished-page.module.css'
import { type Receipt, receiptNote, sumRows } from './receipt-rows.ts'

type Line = Receipt['lines'][number]

/** The sums that were really paid, who confirmed them, and their total. */
export function ReceiptCard({ receipt }: { receipt: Receipt }) {
  const figures = sumRows(receipt)
  const note = receiptNote(receipt)
  const hasFoot = figures.length > 0 || note !== null
  return (
    <div className={styles.receipt}>
      <DataTable
        title="Receipt"
        aside={<span>Amounts actually paid, in USD</span>}
        columns={columns}
        rows={receipt.lines}
        keyOf={({ kind, date, reference, amount }) => [kind, date, reference, amount].join()}
        pageSize={2}
        empty={<p className={styles.nothing}>{receipt.nothing_paid}</p>}
        footer={
          hasFoot && (
            <div className={styles.sums}>
              <FigureList figures={figures} />
              {note && <p className={styles.small}>{note}</p>}
            </div>
          )
        }
      />
    </div>
  )
}

const columns: Column<Line>[] = [
  { key: 'date', header: 'Date', cell: ({ date }) => <time dateTime={date}>{fullDay(date)}</time> },
  {
    key: 'what',
    header: 'What',
    wrap: true,
    cell: ({ what, reference }) => (
      <>
        {what}
        {reference && (
          <small>
            <code>{reference}</code>
          </small>
        )}
      </>
    ),
  },
  {
    key: 'from',
    header: 'From and to',
    wrap: true,
    cell: ({ from, to, rail }) => (
      <>
        <bdi>{from}</bdi>, to <bdi>{to}</bdi>
        <small>{rail}</small>
      </>
    ),
  },
  { key: 'confirmed', header: 'Confirmed', wrap: true, cell: (line) => <Confirmed line={line} /> },
  {
    key: 'sum',
    header: 'Amount',
    align: 'right',
    cell: ({ amount }) =>
      amount === null ? 'No amount stated' : <strong>{formatMoney(centsOf(amount))}</strong>,
  },
]

const Confirmed = ({ line: { confirmed } }: { line: Line }) => (
  <span className={styles.confirmed} data-open={!confirmed || undefined}>
    {confirmed ? (
      <>
        <IconCircleCheckFilled size={18} aria-hidden="true" />
        <span>
          <bdi>{confirmed.by}</bdi>
          <small>
            <time dateTime={confirmed.at}>
              {shortDay(confirmed.at)}, {clockTime(confirmed.at)}
            </time>
          </small>
        </span>
      </>
    ) : (
      <>
        <IconCircleDashed size={18} aria-hidden="true" /> not confirmed
      </>
    )}
  </span>
)
