import { formatMoney } from '@pier/protocol/money'
import { VisuallyHidden } from '../ui/display/visually-hidden.tsx'
import styles from './money.module.css'

type MoneyProps = {
  /** Null where there is no estimate yet. */
  amountCents: number | null
  /** A figure in four sizes, a column of a table, or within text. */
  size?: 'figure-38' | 'figure-32' | 'figure-26' | 'figure-22' | 'column' | 'text'
  /** For asks and offers: no cents where there are none. */
  whole?: boolean
  /** With a plus for incoming money. */
  signed?: boolean
  /** Cents as large as dollars, where every digit is owed. */
  evenCents?: boolean
}

export function Money({ amountCents, size = 'text', whole, signed, evenCents }: MoneyProps) {
  if (amountCents === null) return <NoEstimate size={size} />

  const [dollars, cents] = formatMoney(amountCents, { whole, signed }).split('.')
  const isSmall = size.startsWith('figure') && !evenCents
  return (
    <span className={styles.money} data-size={size}>
      {dollars}
      {cents && <span className={isSmall ? styles.cents : undefined}>.{cents}</span>}
    </span>
  )
}

function NoEstimate({ size }: { size: string }) {
  return (
    <span className={styles.money} data-size={size} title="No estimate yet">
      <span aria-hidden="true" className={styles.unknown}>
        ??.??
      </span>
      <VisuallyHidden>no estimate yet</VisuallyHidden>
    </span>
  )
}
