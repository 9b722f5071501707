import { useState } from 'react'
import { operatorCall } from '../../../api/operator.ts'
import { ReasonDialog } from '../../../operator/dialogs/reason-dialog.tsx'
import type { Case } from './case.ts'
import styles from './ruling.module.css'

export type Draft = {
  outcome: Case['choices'][number]['outcome']
  reasons: string
  exhibits: number[]
  /** When the loan was funded, or the new deadline. */
  date: string
}

type ProposeDialogProps = { found: Case; draft: Draft; opened: boolean; onClose: () => void }

/** Proposes a ruling, on the version of the loan when this was opened. */
export function ProposeDialog({ found, draft, opened, onClose }: ProposeDialogProps) {
  const [seen, setSeen] = useState({ opened, version: found.version })
  if (seen.opened !== opened) setSeen({ opened, version: found.version })
  const { outcome, reasons, exhibits, date } = draft
  const choice = found.choices.find((each) => each.outcome === outcome)
  return (
    <ReasonDialog
      title="Propose ruling"
      opened={opened}
      onClose={onClose}
      button="Propose ruling"
      done="Proposed. Waiting for second approval"
      withReason={false}
      withCode
      work={({ code }) =>
        operatorCall('POST /operator/loans/:id/rule', {
          params: { id: found.escrow_id },
          body: {
            outcome,
            ...(outcome === 'FUNDED' && { value_date: date }),
            ...(outcome === 'CURE' && { due_on: date }),
            exhibits,
            version: seen.version,
            reason: reasons.trim(),
            code,
          },
        })
      }
    >
      <p>
        <strong>{choice?.title}.</strong> {choice?.note}
      </p>
      <p className={styles.said}>{reasons}</p>
      <p className={styles.note}>
        Nothing changes until a second operator approves. Both names are printed on the ruling.
      </p>
    </ReasonDialog>
  )
}
