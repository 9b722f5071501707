import styles from './numbers.module.css'

type Props = { label: string; head: readonly string[]; rows: readonly (readonly string[])[] }

/** The figures of a chart for whoever does not see it, or wants them exactly. Works without script. */
export const ChartTable = ({ label, head, rows }: Props) => (
  <details className={styles.details}>
    <summary>
      Show as table<span className={styles.unseen}>: {label}</span>
    </summary>
    <table className={styles.table}>
      <thead>
        <tr>
          {head.map((text) => (
            <th key={text} scope="col">
              {text}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name = '', ...cells]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {cells.map((cell, index) => (
              <td key={head[index + 1]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </details>
)
