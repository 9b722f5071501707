import { Button } from '@mantine/core'
import { useState } from 'react'
import type { OperatorCallName } from '../../../api/operator.ts'
import desk from '../../../operator/page/desk.module.css'
import { useDuty } from '../../../operator/page/duty-context.tsx'
import { AddressDialog, KeepDialog } from './address-dialogs.tsx'
import { FreezeDialog, LetGoDialog, OpenDialog } from './freeze-dialogs.tsx'
import type { DeskUser } from './desk-user.ts'
import { WriteDialog } from './write-dialog.tsx'

type Step = 'open' | 'write' | 'freeze' | 'letGo' | 'address' | 'keep'
type Choice = { step: Step; words: string; call: OperatorCallName; when: boolean; danger?: boolean }

const choicesOf = ({ is_open, frozen_at, email_change_at }: DeskUser): Choice[] => [
  {
    step: 'open',
    words: 'Open address and security log',
    call: 'POST /operator/users/:id/open',
    when: !is_open,
  },
  { step: 'write', words: 'Send a message', call: 'POST /operator/users/:id/messages', when: true },
  {
    step: 'keep',
    words: 'Keep the old address',
    call: 'POST /operator/users/:id/email/keep',
    when: email_change_at !== null,
  },
  {
    step: 'address',
    words: 'Change email address',
    call: 'PUT /operator/users/:id/email',
    when: email_change_at === null,
  },
  {
    step: 'freeze',
    words: 'Freeze account',
    call: 'POST /operator/users/:id/freeze',
    when: !frozen_at,
    danger: true,
  },
  {
    step: 'letGo',
    words: 'Unfreeze account',
    call: 'POST /operator/users/:id/unfreeze',
    when: frozen_at !== null,
  },
]

/** Actions to help a user or to protect the account. */
export function UserSteps({ user }: { user: DeskUser }) {
  const [step, setStep] = useState<Step | null>(null)
  const { calls } = useDuty()
  const choices = choicesOf(user).filter(({ call, when }) => when && calls.includes(call))
  const dialog = (name: Step) => ({ user, opened: step === name, onClose: () => setStep(null) })
  return (
    <section className={desk.steps} aria-label="Steps">
      <h2>Steps</h2>
      {choices.length === 0 && <p>Your role can view but not change this.</p>}
      {choices.map(({ step: name, words, danger }) => (
        <Button key={name} variant={danger ? 'danger' : 'default'} onClick={() => setStep(name)}>
          {words}
        </Button>
      ))}
      <p className={desk.quiet}>
        If you help a user, you cannot rule on their cases. Your actions and reasons are recorded in
        the audit log.
      </p>
      <OpenDialog {...dialog('open')} />
      <WriteDialog {...dialog('write')} />
      <FreezeDialog {...dialog('freeze')} />
      <LetGoDialog {...dialog('letGo')} />
      <AddressDialog {...dialog('address')} />
      <KeepDialog {...dialog('keep')} />
    </section>
  )
}
