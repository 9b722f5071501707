import { Textarea } from '@mantine/core'
import { limits } from '@pier/protocol/limits'
import { useState } from 'react'
import { call } from '../../../../api/client/client.ts'
import type { Loan } from '../../../../api/loans/loans.ts'
import { TimeText } from '../../../../text/time-text.tsx'
import { wrapField } from '../../../../ui/form/field-wrap.tsx'
import { Dialog } from '../../../../ui/dialog/dialog.tsx'
import type { Ruling } from './case-ruling.tsx'
import { DialogForm } from '../dialogs/dialog-form.tsx'
import { useCaseForm } from './use-case-form.ts'
import type { Frame } from '../dialogs/use-loan-form.ts'

export type RulingQuestion = { kind: 'accept' | 'appeal'; ruling: Ruling }

type RulingDialogsProps = { loan: Loan; question: RulingQuestion | null; onClose: () => void }

/** Accept or appeal. While it fades out, it shows the last question. */
export function RulingDialogs({ loan, question, onClose }: RulingDialogsProps) {
  const [shown, setShown] = useState(question)
  const [confirming, setConfirming] = useState(false)
  if (question && question !== shown) setShown(question)
  const given = { loan, frame: { close: onClose, onConfirming: setConfirming } }
  return (
    <Dialog
      title={shown?.kind === 'appeal' ? 'Appeal the ruling' : 'Accept the ruling'}
      opened={question !== null}
      onClose={onClose}
      closable={!confirming}
    >
      {shown?.kind === 'accept' && <AcceptForm {...given} ruling={shown.ruling} />}
      {shown?.kind === 'appeal' && <AppealForm {...given} ruling={shown.ruling} />}
    </Dialog>
  )
}

type FormProps = { loan: Loan; frame: Frame; ruling: Ruling }

function AcceptForm({ loan, frame, ruling }: FormProps) {
  const form = useCaseForm(loan, {
    checks: {},
    what: `Accept the ruling on ${loan.domain}`,
    work: () =>
      call('POST /escrow/:id/case/rulings/:ruling/accept', {
        params: { id: loan.id, ruling: ruling.id },
      }),
    done: 'Ruling accepted',
    onDone: frame.close,
    onConfirming: frame.onConfirming,
  })
  return (
    <DialogForm loan={loan} frame={frame} form={form} button="Accept the ruling">
      <p>
        <strong>{ruling.words}.</strong>
      </p>
      <p>
        You give up your right to appeal. Once everyone it goes against has accepted, it takes
        effect and cannot be undone.
      </p>
    </DialogForm>
  )
}

const appealLengthMin = 20

function AppealForm({ loan, frame, ruling }: FormProps) {
  const form = useCaseForm(loan, {
    checks: {
      text: (text: string) =>
        text.trim().length < appealLengthMin ? 'Explain what is wrong with the ruling' : null,
    },
    what: `Appeal the ruling on ${loan.domain}`,
    work: ({ text }) =>
      call('POST /escrow/:id/case/rulings/:ruling/appeal', {
        params: { id: loan.id, ruling: ruling.id },
        body: { text: text.trim() },
      }),
    done: 'Appeal filed. Two other operators review it',
    onDone: frame.close,
    onConfirming: frame.onConfirming,
  })
  return (
    <DialogForm loan={loan} frame={frame} form={form} button="Appeal">
      <p>
        Two operators who had no part in the ruling review the whole case. Until they decide nothing
        changes, and the domain stays in custody. You can appeal once
        {ruling.takes_effect_at && (
          <>
            , until <TimeText at={ruling.takes_effect_at} withTime />
          </>
        )}
        .
      </p>
      <Textarea
        {...wrapField({
          label: 'What is wrong with the ruling',
          hint: 'The other side can read this too.',
          error: form.field('text').error,
        })}
        name="text"
        autosize
        minRows={4}
        maxRows={10}
        maxLength={limits.statementLengthMax}
      />
    </DialogForm>
  )
}
