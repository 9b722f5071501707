import { Button, Textarea } from '@mantine/core'
import { limits } from '@pier/protocol/limits'
import { dayMs } from '@pier/protocol/time'
import { useState } from 'react'
import { useNow } from '../../../operator/page/duty-context.tsx'
import { CheckList } from '../../../operator/approvals/check-list.tsx'
import { ApprovalSteps } from '../../../operator/approvals/approval-steps.tsx'
import { wrapField } from '../../../ui/form/field-wrap.tsx'
import { DateField } from '../../../text/date-field.tsx'
import { UnavailableButton } from '../../../ui/button/unavailable-button.tsx'
import type { Case } from './case.ts'
import { type Draft, ProposeDialog } from './propose-dialog.tsx'
import { ReliesOn } from './relies-on.tsx'
import { RulingChoices } from './ruling-choices.tsx'
import styles from './ruling.module.css'

/** The draft of a ruling. It survives reloads of the page's data. */
export function RulingForm({ found }: { found: Case }) {
  const { choices, can_propose: canPropose, why_not: whyNot } = found
  const [draft, setDraft] = useDraft(found)
  const [proposing, setProposing] = useState(false)
  const choose = (outcome: Draft['outcome']) => {
    const before = templateOf(found, draft?.outcome)
    const isOwnText = draft && draft.reasons.trim() !== '' && draft.reasons !== before
    const reasons = isOwnText ? draft.reasons : templateOf(found, outcome)
    setDraft({ exhibits: [], ...draft, outcome, reasons, date: '' })
  }
  const change = (part: Partial<Draft>) => draft && setDraft({ ...draft, ...part })
  const problem = draft ? problemOf(draft) : 'Choose a ruling'
  return (
    <div className={styles.form}>
      <RulingChoices choices={choices} chosen={draft?.outcome} onChoose={choose} />
      {draft && <RulingDate draft={draft} onChange={(date) => change({ date })} />}
      {draft && (
        <Textarea
          {...wrapField({ label: 'Reasons, shown to both parties' })}
          className={styles.reasons}
          autosize
          minRows={4}
          maxRows={14}
          maxLength={limits.statementLengthMax}
          value={draft.reasons}
          onChange={({ currentTarget }) => change({ reasons: currentTarget.value })}
        />
      )}
      {draft && (
        <ReliesOn
          exhibits={found.exhibits}
          chosen={draft.exhibits}
          onChange={(exhibits) => change({ exhibits })}
        />
      )}
      <CheckList checks={found.checks} />
      <ApprovalSteps />
      {canPropose && !problem ? (
        <Button h={44} fullWidth onClick={() => setProposing(true)}>
          Propose ruling
        </Button>
      ) : (
        <UnavailableButton h={44} fullWidth reason={canPropose ? problem : whyNot}>
          Propose ruling
        </UnavailableButton>
      )}
      {draft && (
        <ProposeDialog
          found={found}
          draft={draft}
          opened={proposing}
          onClose={() => setProposing(false)}
        />
      )}
    </div>
  )
}

const templateOf = ({ choices }: Case, outcome: Draft['outcome'] | undefined): string =>
  choices.find((each) => each.outcome === outcome)?.template ?? ''

/** Nothing is preselected, unless only one ruling is open. */
function useDraft(found: Case) {
  const [draft, setDraft] = useState<Draft | null>(() => {
    const open = found.choices.filter(({ is_open }) => is_open)
    const [only] = open
    if (!only || open.length > 1) return null
    return { outcome: only.outcome, reasons: only.template, exhibits: [], date: '' }
  })
  return [draft, setDraft] as const
}

function problemOf({ outcome, reasons, date }: Draft): string | null {
  if (outcome === 'FUNDED' && !date) return 'Enter the date the loan was received'
  if (outcome === 'CURE' && !date) return 'Enter the date to repay by'
  if (/\[[^\]\n]{1,40}\]/.test(reasons)) return 'Replace the text in brackets'
  return reasons.trim().length < 20 ? 'Write the reasons' : null
}

type RulingDateProps = { draft: Draft; onChange: (date: string) => void }

function RulingDate({ draft, onChange }: RulingDateProps) {
  const now = useNow()
  const isFunded = draft.outcome === 'FUNDED'
  if (!isFunded && draft.outcome !== 'CURE') return null
  const soonest = new Date(Date.parse(now) + limits.curedDaysMin * dayMs).toISOString().slice(0, 10)
  const bounds = isFunded ? { max: now.slice(0, 10) } : { min: soonest }
  return (
    <DateField
      name="date"
      label={isFunded ? 'Loan received on' : 'Repay by'}
      {...bounds}
      value={draft.date}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}
