import { VisuallyHidden } from '../../ui/display/visually-hidden.tsx'
import styles from './comparison.module.css'
import type { ComparedRow } from './offer-figures.ts'

/** The ask on the left, the offer on the right. Never a winner: only what differs. */
export const Comparison = ({ rows }: { rows: ComparedRow[] }) => (
  <table className={styles.table}>
    <thead>
      <tr>
        <th scope="col">
          <VisuallyHidden>Figure</VisuallyHidden>
        </th>
        <th scope="col">The ask</th>
        <th scope="col">Your offer</th>
      </tr>
    </thead>
    <tbody>
      {rows.map(({ label, ask, offer, difference, total }) => (
        <tr key={label} data-total={total}>
          <th scope="row">{label}</th>
          <td>{ask}</td>
          <td>
            {offer}
            {difference && <small data-tone={difference.tone}>{difference.text}</small>}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)
