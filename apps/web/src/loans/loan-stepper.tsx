import { IconCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { VisuallyHidden } from '../ui/display/visually-hidden.tsx'
import styles from './loan-stepper.module.css'

const labels = {
  signed: 'Signed',
  custody: 'Domain in custody',
  paid: 'Paid',
  runs: 'Loan running',
  repaid: 'Repaid',
  returned: 'Domain returned',
  notice: 'Notice',
  seized: 'Domain to lender',
} as const

type StepName = keyof typeof labels

const begin = ['signed', 'custody', 'paid', 'runs'] as const
const endings: Record<'return' | 'seizure', readonly StepName[]> = {
  return: [...begin, 'repaid', 'returned'],
  seizure: [...begin, 'notice', 'seized'],
}

type LoanStepperProps = {
  /** The current step; null once all are done. */
  current: StepName | null
  /** How much of the time of the current step has passed, from 0 to 1. */
  share?: number
  ending?: 'return' | 'seizure'
  /** One line per step, with its date; `label` replaces the name of the step. */
  notes?: Partial<Record<StepName, { label?: string; note: ReactNode }>>
  yourMove?: boolean
}

/** The steps of a loan in a row, or stacked on a narrow screen. */
export function LoanStepper(stepper: LoanStepperProps) {
  const { current, share = 0, ending = 'return', notes = {}, yourMove = false } = stepper
  const steps = endings[ending]
  const at = current ? steps.indexOf(current) : steps.length
  const passed = Math.min(at + Math.min(Math.max(share, 0), 1), steps.length) / steps.length
  return (
    <div className={styles.deck} data-ending={ending}>
      <div aria-hidden="true" className={styles.beam}>
        <span style={{ width: `${passed * 100}%` }} />
      </div>
      <ol
        aria-label="Progress of the loan"
        className={styles.steps}
        data-done={current === null || undefined}
      >
        {steps.map((step, index) => (
          <li
            key={step}
            aria-current={index === at ? 'step' : undefined}
            data-state={index < at ? 'done' : index === at ? 'current' : 'ahead'}
            data-yours={(index === at && yourMove) || undefined}
          >
            <span className={styles.label}>
              {index < at && <IconCheck size={16} aria-hidden="true" />}
              {notes[step]?.label ?? labels[step]}
              {index < at && <VisuallyHidden>, done</VisuallyHidden>}
            </span>{' '}
            <span className={styles.note}>{notes[step]?.note}</span>
          </li>
        ))}
      </ol>
    </div>
  )
}
