import { QuoteField } from '../../../../domains/quote-field.tsx'
import type { useLoanLists } from '../../../../loans/list/use-loan-lists.ts'
import { listMoves } from '../../../../loans/next-action/moves.ts'
import { BalanceCard } from '../balance-card.tsx'
import screen from '../dashboard-screen.module.css'
import { MovesPanel } from '../moves-panel.tsx'
import { Checklist } from './checklist.tsx'
import styles from './first-day.module.css'
import { LoanStrip } from './loan-strip.tsx'
import { OpenNowCard } from './open-now-card.tsx'
import type { Step } from './steps.ts'
import type { FirstDay as FirstDayState } from './use-first-day.ts'

type FirstDayProps = {
  firstDay: FirstDayState
  steps: readonly Step[]
  loans: ReturnType<typeof useLoanLists>
  now: string
}

/** The dashboard of somebody without a loan. What needs an answer comes before the checklist. */
export function FirstDay({ firstDay, steps, loans, now }: FirstDayProps) {
  const { lists, error } = loans
  const moves = lists && listMoves(lists)
  const { side, choose, hide } = firstDay
  return (
    <div className={screen.columns}>
      <div className={screen.column}>
        {(moves?.length || error) && <MovesPanel loans={loans} now={now} />}
        <Checklist
          steps={steps}
          side={side}
          isYourMove={moves?.length === 0}
          onSide={choose}
          onHide={hide}
        />
        <LoanStrip side={side} />
      </div>
      <div className={screen.column}>
        <section aria-label="A quote" className={styles.quote}>
          <QuoteField variant="stack" />
          <p>Age, fees, value and what like names borrowed. Nobody is told.</p>
        </section>
        <OpenNowCard />
        <BalanceCard isNew />
      </div>
    </div>
  )
}
