import { errors } from '@pier/protocol/errors'
import { parseDollars } from '@pier/protocol/money'
import { useState } from 'react'
import { operatorCall } from '../../../api/operator.ts'
import { accountOptions, type LedgerAccount } from '../../../operator/text/account-text.ts'
import { DocumentField } from '../../../operator/approvals/document-field.tsx'
import { keepDocument } from '../../../operator/approvals/keep-document.ts'
import { ReasonDialog } from '../../../operator/dialogs/reason-dialog.tsx'
import { AmountField } from '../../../money/amount-field.tsx'
import { useLast } from '../../../ui/dialog/use-last.ts'
import { SelectField } from '../../../ui/form/select-field.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import styles from './ledger.module.css'
import type { Entry } from './entries-table.tsx'

/** A reservation is ended, never adjusted. */
type Movable = Exclude<LedgerAccount, 'held'>
const options = accountOptions.filter(({ value }) => value !== 'held')

type AdjustDialogProps = { asked: { user?: Entry['user'] } | null; onClose: () => void }

/** Proposes a correction. One that concerns a user starts from an entry of theirs. */
export function AdjustDialog({ asked, onClose }: AdjustDialogProps) {
  const shown = useLast(asked)
  const [file, setFile] = useState<File | null>(null)
  const user = shown?.user ?? null
  const choices = user ? options : options.filter(({ value }) => value !== 'available')
  return (
    <ReasonDialog
      title="Propose an adjustment"
      opened={asked !== null}
      onClose={() => {
        setFile(null)
        onClose()
      }}
      button="Propose"
      done="Proposed. Waiting for second approval"
      withCode
      readers="record"
      checks={{
        from: () => null,
        to: (to: string, all) =>
          to === all.from
            ? 'Choose two different accounts'
            : user && ![to, all.from].includes('available')
              ? 'One of the two is the balance of the user'
              : null,
        amount: (typed: string) =>
          (parseDollars(typed) ?? 0) > 0 ? null : errors.amount_invalid.message,
        words: (words: string) => (words.trim().length < 4 ? 'Enter a short description' : null),
      }}
      work={async ({ from, to, amount, words, reason, code }) => {
        const document = file ? await keepDocument(file, reason) : null
        return operatorCall('POST /operator/adjustments', {
          body: {
            ...(user && { user_id: user.id }),
            from: from as Movable, // One of the options, and so is the next.
            to: to as Movable,
            amount: (parseDollars(amount) ?? 0) / 100,
            words: words.trim(),
            ...(document && { document_id: document.id }),
            reason,
            code,
          },
        })
      }}
    >
      {(field) => (
        <>
          <p>
            {user
              ? `The balance of ${user.name} changes, once another person confirms it.`
              : 'Between accounts of ours. To correct a balance, start from an entry of that user.'}
          </p>
          <div className={styles.pair}>
            <SelectField {...field('from')} label="From" options={choices} />
            <SelectField
              {...field('to')}
              label="To"
              options={choices}
              defaultValue={choices.at(-1)?.value}
            />
          </div>
          <AmountField {...field('amount')} />
          <TextField
            {...field('words')}
            label="Description"
            hint="Shown in the user's transactions."
            maxLength={200}
          />
          <DocumentField file={file} onFile={setFile} optional />
        </>
      )}
    </ReasonDialog>
  )
}
