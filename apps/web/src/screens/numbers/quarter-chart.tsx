import type { CSSProperties } from 'react'
import { countText, fewText, totalText } from '@pier/protocol/loans/small-counts'
import { ChartTable } from './chart-table.tsx'
import { lastQuarters, outcomes, quarterName, type Cohort, type Outcome } from './number-text.ts'
import { Picture } from './picture.tsx'
import styles from './quarter-chart.module.css'
import { marksFor, spreadLabels, stack, type Segment } from './scales.ts'
import page from './numbers.module.css'

const quartersDrawn = 8
const labelGap = 0.085
const legend: Record<Outcome, string> = {
  repaid: 'repaid',
  running: 'running',
  late: 'late today',
  seized: 'seized',
}
const words: Record<Outcome, string> = { ...legend, late: 'late' }

const title = 'Loans by quarter, and what became of them'

/** Columns where there is room, rows on a phone: the same boxes, laid out by the style sheet. */
export function QuarterChart({ cohorts }: { cohorts: readonly Cohort[] }) {
  const drawn = lastQuarters(cohorts, quartersDrawn)
  const marks = marksFor(drawn.map(partsOf))
  const top = marks.at(-1) ?? 1
  return (
    <section className={page.card} aria-labelledby="by-quarter">
      <div className={page.cardHead}>
        <h2 id="by-quarter">{title}</h2>
        <ul className={styles.legend} aria-hidden="true">
          {outcomes.map((outcome) => (
            <li key={outcome} data-part={outcome}>
              {legend[outcome]}
            </li>
          ))}
          <li data-part="few">1 to 4, height not to scale</li>
        </ul>
      </div>
      <p className={page.unit}>
        number of loans, by the quarter in which the borrower had the money
        {cohorts.length > quartersDrawn && `; the last ${quartersDrawn} quarters, all in the table`}
      </p>
      <Picture className={styles.chart} label={`${title}. ${drawn.map(say).join(' ')}`}>
        <div className={styles.marks}>
          {marks.map((mark) => (
            <span key={mark} style={at(mark / top)}>
              {mark}
            </span>
          ))}
        </div>
        {drawn.map((cohort, index) => (
          <Quarter
            key={cohort.quarter}
            cohort={cohort}
            top={top}
            name={quarterName(cohort.quarter, drawn[index - 1]?.quarter)}
          />
        ))}
      </Picture>
      <ChartTable
        label={title}
        head={['Quarter', 'Paid out', 'Repaid', 'Running', 'Late today', 'Seized']}
        rows={cohorts.map((cohort) => [
          quarterName(cohort.quarter),
          totalText(cohort.funded),
          ...outcomes.map((outcome) => countText(cohort[outcome])),
        ])}
      />
    </section>
  )
}

// The drawing builds upon what is done: repaid at the foot, then what runs, then what went wrong.
const partsOf = (cohort: Cohort) =>
  outcomes.map((key) => ({ key, count: cohort[key] === fewText ? null : cohort[key] }))

function Quarter({ cohort, name, top }: { cohort: Cohort; name: string; top: number }) {
  const segments = stack(partsOf(cohort), top)
  const places = spreadLabels(segments.map(middleOf), labelGap)
  return (
    <div className={styles.quarter}>
      <span className={styles.name}>{name}</span>
      <div className={styles.bar}>
        {segments.map(({ key, from, size, isFew }) => (
          <span key={key} data-part={key} data-few={isFew || undefined} style={at(from, size)} />
        ))}
      </div>
      <ul className={styles.labels}>
        {segments.map(({ key, isFew }, index) => (
          <li key={key} style={at(places[index] ?? 0)}>
            {isFew ? '1 to 4' : <strong>{cohort[key as Outcome]}</strong>} {words[key as Outcome]}
          </li>
        ))}
        {segments.length === 0 && <li style={at(labelGap / 2)}>no loans</li>}
      </ul>
    </div>
  )
}

const middleOf = ({ from, size }: Segment) => from + size / 2

/** Read by the style sheet, which knows whether bars stand or lie. */
const at = (from: number, size = 0) =>
  ({ '--from': `${from * 100}%`, '--size': `${size * 100}%` }) as CSSProperties

const say = (cohort: Cohort) =>
  `${quarterName(cohort.quarter)}: ${
    outcomes
      .filter((outcome) => cohort[outcome] !== 0)
      .map((outcome) => `${countText(cohort[outcome])} ${legend[outcome]}`)
      .join(', ') || 'no loans'
  }.`
