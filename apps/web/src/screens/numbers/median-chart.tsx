import { ChartTable } from './chart-table.tsx'
import { lastQuarters, quarterName, type Cohort } from './number-text.ts'
import { Picture } from './picture.tsx'
import { linesThrough, marksOf, type Point } from './scales.ts'
import page from './numbers.module.css'
import styles from './median-chart.module.css'

const quartersDrawn = 8
const width = 300
const height = 92
const left = 34

type Props = {
  id: string
  title: string
  unit: string
  cohorts: readonly Cohort[]
  valueOf: (cohort: Cohort) => number | null
  loansOf: (cohort: Cohort) => string
  write: (value: number) => string
  /** A rate has no zero line: its changes would be too small to see. */
  fromZero: boolean
}

export function MedianChart({ id, title, unit, cohorts, write, ...of }: Props) {
  const drawn = lastQuarters(cohorts, quartersDrawn)
  const values = drawn.map(of.valueOf)
  const known = values.filter((value) => value !== null)
  const rows = cohorts.map((cohort) => {
    const value = of.valueOf(cohort)
    const written = value === null ? 'Too few to say' : write(value)
    return [quarterName(cohort.quarter), written, of.loansOf(cohort)]
  })
  const said = rows.filter(([, value]) => value !== 'Too few to say').toReversed()
  return (
    <section className={page.card} aria-labelledby={id}>
      <div>
        <h2 id={id} className={page.small}>
          {title}
        </h2>
        <p className={page.unit}>{unit}</p>
      </div>
      {known.length === 0 ? (
        <p className={page.none}>No quarter has enough loans yet.</p>
      ) : (
        <Drawing
          label={`${title}, ${unit}. ${said.map(([name, value]) => `${name}: ${value}.`).join(' ')}`}
          values={values}
          marks={marksOf(boundsOf(known, of.fromZero), 2)}
          ends={[quarterName(drawn[0]?.quarter ?? ''), quarterName(drawn.at(-1)?.quarter ?? '')]}
          write={write}
        />
      )}
      <ChartTable label={title} head={['Quarter', 'Median', 'Loans']} rows={rows} />
    </section>
  )
}

const boundsOf = (known: readonly number[], fromZero: boolean) => ({
  from: fromZero ? 0 : Math.max(0, Math.min(...known) - 1),
  to: Math.max(...known) + (fromZero ? 0 : 1),
})

type DrawingProps = {
  label: string
  values: readonly (number | null)[]
  marks: readonly number[]
  ends: [string, string]
  write: (value: number) => string
}

function Drawing({ label, values, marks, ends, write }: DrawingProps) {
  const bounds = { from: marks[0] ?? 0, to: marks.at(-1) ?? 1 }
  const lines = linesThrough(values, bounds)
  const points = lines.flat()
  const labelled = points.length > 1 ? [points[0], points.at(-1)] : points
  return (
    <Picture className={styles.chart} label={label}>
      <svg viewBox="0 0 340 140" aria-hidden="true">
        {marks.map((mark) => {
          const y = top + height * (1 - (mark - bounds.from) / (bounds.to - bounds.from))
          return (
            <g key={mark}>
              <path className={styles.grid} d={`M${left} ${y}H340`} />
              <text x={left - 8} y={y + 4} textAnchor="end">
                {mark}
              </text>
            </g>
          )
        })}
        {lines.map((line) => (
          <path key={line[0]?.at} className={styles.line} d={pathOf(line)} />
        ))}
        {points.map((point) => (
          <circle key={point.at} className={styles.point} cx={xOf(point)} cy={yOf(point)} r={3.5} />
        ))}
        {labelled.map(
          (point) =>
            point && (
              <text
                key={point.at}
                className={styles.value}
                x={xOf(point)}
                y={yOf(point) - 10}
                textAnchor={anchorOf(point)}
              >
                {write(point.value)}
              </text>
            ),
        )}
        <text x={xOf({ x: 0 })} y={138}>
          {ends[0]}
        </text>
        {ends[0] !== ends[1] && (
          <text x={xOf({ x: 1 }) + 8} y={138} textAnchor="end">
            {ends[1]}
          </text>
        )}
      </svg>
    </Picture>
  )
}

const top = 20
const xOf = ({ x }: Pick<Point, 'x'>) => left + 8 + x * (width - 16)
const yOf = ({ y }: Pick<Point, 'y'>) => top + y * height
const anchorOf = ({ x }: Point) => (x < 0.2 ? 'start' : x > 0.8 ? 'end' : 'middle')
const pathOf = (line: readonly Point[]) =>
  `M${line.map((point) => `${xOf(point).toFixed(1)} ${yOf(point).toFixed(1)}`).join('L')}`
