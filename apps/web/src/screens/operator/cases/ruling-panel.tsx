import { Button } from '@mantine/core'
import { useState } from 'react'
import { useMay } from '../../../operator/page/duty-context.tsx'
import { type Decision, decisionTitle } from '../../../operator/approvals/decision-text.ts'
import { HoldDialog } from '../../../operator/approvals/hold-dialog.tsx'
import { ProposedDecision, ApprovalSteps } from '../../../operator/approvals/approval-steps.tsx'
import { TimeText } from '../../../text/time-text.tsx'
import { AskDialog } from './ask-dialog.tsx'
import type { Case } from './case.ts'
import styles from './ruling.module.css'
import { RulingForm } from './ruling-form.tsx'

const findRuled = ({ decisions }: Case) =>
  decisions.find(({ state }) => ['announced', 'appealed', 'done'].includes(state))

/** Whether there is anything for this operator to do or to read here. */
export function useRulingPanel(found: Case): boolean {
  const mayRule = useMayRule()
  const mayAsk = useMay('POST /operator/cases/:id/questions')
  return mayRule || mayAsk || findRuled(found) !== undefined
}

function useMayRule(): boolean {
  const mayPropose = useMay('POST /operator/loans/:id/rule')
  const mayConfirm = useMay('POST /operator/decisions/:id/confirm')
  return mayPropose || mayConfirm
}

/** A proposal to make, one that waits for approval, or the ruling itself. */
export function RulingPanel({ found }: { found: Case }) {
  const mayRule = useMayRule()
  const proposed = found.decisions.find(({ state }) => state === 'proposed')
  const ruled = findRuled(found)
  const isOver = found.closed_at !== null || ruled?.state === 'announced'
  return (
    <>
      <h2>Ruling</h2>
      {ruled && <Ruled decision={ruled} />}
      {proposed && <ProposedDecision decision={proposed} />}
      {!proposed && !isOver && mayRule && <RulingForm found={found} />}
      {!found.closed_at && <OtherSteps found={found} />}
      {!isOver && (
        <p className={styles.note}>
          Nothing changes until a second operator approves. Both names are printed on the ruling.
        </p>
      )}
    </>
  )
}

const states: Partial<Record<Decision['state'], string>> = {
  announced: 'Announced to both parties',
  appealed: 'Appealed. Two other operators decide',
  done: 'In effect',
}

function Ruled({ decision }: { decision: Decision }) {
  const { state, reasons, takes_effect_at, accepted_by, appealed_by, appeal } = decision
  return (
    <section aria-label="Ruling" className={styles.ruled}>
      <p>
        <strong>{decisionTitle(decision)}.</strong> {states[state]}.
      </p>
      <p className={styles.said}>{reasons}</p>
      {state === 'announced' && takes_effect_at && (
        <p className={styles.note}>
          Takes effect <TimeText at={takes_effect_at} withTime /> unless it is appealed.
          {accepted_by.length > 0 && ` Accepted by the ${accepted_by.join(' and ').toLowerCase()}.`}
        </p>
      )}
      {appeal && (
        <blockquote className={styles.appeal}>
          <strong>Appeal of the {appealed_by?.toLowerCase()}</strong>
          {appeal}
        </blockquote>
      )}
      <ApprovalSteps decision={decision} />
    </section>
  )
}

function OtherSteps({ found }: { found: Case }) {
  const [asked, setAsked] = useState<'party' | 'hold' | null>(null)
  const mayAsk = useMay('POST /operator/cases/:id/questions')
  const mayHold = useMay('POST /operator/holds')
  if (!mayAsk && !mayHold) return null
  return (
    <div className={styles.others}>
      {mayAsk && (
        <Button variant="default" size="xs" onClick={() => setAsked('party')}>
          Ask a party
        </Button>
      )}
      {mayHold && (
        <Button variant="default" size="xs" onClick={() => setAsked('hold')}>
          Place hold
        </Button>
      )}
      <AskDialog found={found} opened={asked === 'party'} onClose={() => setAsked(null)} />
      <HoldDialog domain={found.domain} opened={asked === 'hold'} onClose={() => setAsked(null)} />
    </div>
  )
}
