import { VisuallyHidden } from '../../../ui/display/visually-hidden.tsx'
import styles from './compare-panel.module.css'
import type { Cell, CompareRow } from './comparison.ts'

/** `shownIndex` is the offer that is shown where there is room for one. */
export const CompareRows = ({ rows, shownIndex }: { rows: CompareRow[]; shownIndex: number }) =>
  rows.map(({ label, ask, cells, isTotal }) => (
    <tr key={label} data-total={isTotal || undefined}>
      <th scope="row">{label}</th>
      <td className={styles.ask}>{ask}</td>
      {cells.map((cell, index) => (
        // A row has one cell an offer, and they never change places.
        // oxlint-disable-next-line react/no-array-index-key
        <td key={index} data-shown={index === shownIndex || undefined}>
          <Figure cell={cell} />
        </td>
      ))}
    </tr>
  ))

const Figure = ({ cell: { text, note, isBest } }: { cell: Cell }) => (
  <>
    <span className={styles.figure} data-best={isBest || undefined}>
      {text}
      {isBest && <VisuallyHidden>, the best of them</VisuallyHidden>}
    </span>
    {note && <small data-tone={note.tone}>{note.words}</small>}
  </>
)
