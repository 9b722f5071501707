import { totalText } from '@pier/protocol/loans/small-counts'
import { MedianChart } from './median-chart.tsx'
import type { Cohort } from './number-text.ts'
import styles from './numbers.module.css'

export const Medians = ({ cohorts }: { cohorts: readonly Cohort[] }) => (
  <div className={styles.three}>
    <MedianChart
      id="median-apr"
      title="Median APR"
      unit="percent a year, loans paid out"
      cohorts={cohorts}
      valueOf={({ medians }) => medians.apr}
      loansOf={({ funded }) => totalText(funded)}
      write={(value) => `${value.toFixed(2)}%`}
      fromZero={false}
    />
    <MedianChart
      id="median-ltv"
      title="Median loan to value"
      unit="percent of the estimated value"
      cohorts={cohorts}
      valueOf={({ medians }) => medians.ltv}
      loansOf={({ medians }) => totalText(medians.ltv_loans)}
      write={(value) => `${value}%`}
      fromZero
    />
    <MedianChart
      id="median-days"
      title="Median time to money"
      unit="days from both signatures to money received"
      cohorts={cohorts}
      valueOf={({ medians }) => medians.days_to_money}
      loansOf={({ funded }) => totalText(funded)}
      write={(value) => `${value.toFixed(1)} days`}
      fromZero
    />
  </div>
)
