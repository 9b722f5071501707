import { Button } from '@mantine/core'
import { loanButtons } from '@pier/protocol/lifecycles/loan'
import type { ReactNode } from 'react'
import { useId } from 'react'
import type { Loan } from '../../../../api/loans/loans.ts'
import { buttonLabels, type LoanButton, textOf } from '../actions/action-text.ts'
import { type Ask, findAction, isOpen } from '../actions/loan-actions.ts'
import { LoanCard } from '../layout/loan-card.tsx'
import styles from '../layout/loan-parts.module.css'

type ActionsCardProps = { loan: Loan; onAsk: Ask }

/** The four buttons of every loan, open ones first. A closed one stays visible and says why. */
export function ActionsCard({ loan, onAsk }: ActionsCardProps) {
  const sorted = loanButtons.toSorted(
    (one, other) => Number(canPress(loan, other)) - Number(canPress(loan, one)),
  )
  return (
    <LoanCard title="Actions">
      <ul className={styles.actions}>
        {sorted.map((button) => (
          <ActionRow
            key={button}
            label={buttonLabels[button]}
            words={
              canPress(loan, button)
                ? textOf(button, loan)
                : (findAction(loan, button)?.why_not ?? 'Not possible now.')
            }
            open={canPress(loan, button)}
            onPress={() => onAsk(button)}
          />
        ))}
        {isOpen(loan, 'withdrawClaim') && (
          <ActionRow
            label="Withdraw"
            words="States that you did not send the loan. Your payment deadline continues."
            open
            onPress={() => onAsk('withdrawClaim')}
          />
        )}
      </ul>
    </LoanCard>
  )
}

/** Finalize has two meanings for each side, and is open while one of them is. */
const meanings: Partial<Record<LoanButton, readonly ('claimDefault' | 'surrender')[]>> = {
  finalize: ['claimDefault', 'surrender'],
}

const canPress = (loan: Loan, button: LoanButton): boolean =>
  [button, ...(meanings[button] ?? [])].some((action) => isOpen(loan, action))

type ActionRowProps = { label: string; words: ReactNode; open: boolean; onPress: () => void }

function ActionRow({ label, words, open, onPress }: ActionRowProps) {
  const id = useId()
  return (
    <li>
      <Button
        variant="default"
        aria-describedby={id}
        {...(open
          ? { onClick: onPress }
          : { 'aria-disabled': true, className: styles.shut, vars: shut })}
      >
        {label}
      </Button>
      <span id={id}>{words}</span>
    </li>
  )
}

const shut = () => ({
  root: {
    '--button-bg': 'var(--sunken)',
    '--button-hover': 'var(--sunken)',
    '--button-color': 'var(--ink-3)',
    '--button-bd': '1px solid transparent',
  },
})
