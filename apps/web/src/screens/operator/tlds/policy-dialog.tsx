import { Checkbox } from '@mantine/core'
import { errors } from '@pier/protocol/errors'
import { parseDollars } from '@pier/protocol/money'
import { operatorCall } from '../../../api/operator.ts'
import type { Policy } from '../../../operator/settings/policy-changes.ts'
import { ReasonDialog } from '../../../operator/dialogs/reason-dialog.tsx'
import { AmountField } from '../../../money/amount-field.tsx'
import { DateField } from '../../../text/date-field.tsx'
import { useLast } from '../../../ui/dialog/use-last.ts'
import { TextField } from '../../../ui/form/text-field.tsx'
import type { Values } from '../../../ui/form/use-form.ts'
import styles from './tlds.module.css'

const dayFields = {
  transfer_days_min: { label: 'Minimum transfer time', start: 0 },
  transfer_days_max: { label: 'Maximum transfer time', start: 7 },
  wait_days_max: { label: 'Transfer timeout', start: 21 },
  lock_days: { label: 'Locked after a transfer', start: 60 },
  age_days_min: { label: 'Minimum age', start: 60 },
  code_days: { label: 'Auth code valid for', start: 30 },
} as const
type DayField = keyof typeof dayFields
const dayNames = Object.keys(dayFields) as DayField[] // Object.keys returns string[].
const priceFields = { transfer_price: 'Transfer price', renewal_price: 'Renewal price' } as const
type PriceField = keyof typeof priceFields
const priceNames = Object.keys(priceFields) as PriceField[] // The same.
type Name = DayField | PriceField | 'suffix' | 'supported' | 'from'

const checkDays = (typed: string) =>
  /^\d{1,3}$/.test(typed.trim()) ? null : 'Enter days, such as 7'
const checkPrice = (typed: string) =>
  parseDollars(typed) === null ? errors.amount_invalid.message : null

type PolicyDialogProps = { asked: { policy: Policy | null } | null; onClose: () => void }

/** Proposes a policy for a TLD. */
export function PolicyDialog({ asked, onClose }: PolicyDialogProps) {
  const policy = useLast(asked)?.policy ?? null
  return (
    <ReasonDialog<Name>
      title={policy ? `Propose a change of .${policy.suffix}` : 'Propose a new TLD'}
      opened={asked !== null}
      onClose={onClose}
      button="Propose"
      done="Proposed. Waiting for second approval"
      withCode
      readers="record"
      checks={{
        suffix: (typed) =>
          policy || /^[a-z0-9-]+(\.[a-z0-9-]+)*$/.test(typed.trim()) ? null : 'TLD, such as com',
        supported: () => null,
        from: () => null,
        transfer_price: checkPrice,
        renewal_price: checkPrice,
        lock_days: checkDays,
        age_days_min: checkDays,
        wait_days_max: checkDays,
        code_days: checkDays,
        transfer_days_min: checkDays,
        transfer_days_max: (typed, all) =>
          checkDays(typed) ??
          (Number(typed) < Number(all.transfer_days_min) ? 'Must not be below the minimum' : null),
      }}
      work={(values) => propose(policy?.suffix ?? values.suffix.trim(), values)}
    >
      {(field) => <PolicyFields policy={policy} field={field} />}
    </ReasonDialog>
  )
}

function propose(suffix: string, values: Values<Name | 'reason' | 'code'>) {
  const days = (name: DayField) => Number(values[name])
  const price = (name: PriceField) => (parseDollars(values[name]) ?? 0) / 100
  return operatorCall('POST /operator/tlds/:suffix', {
    params: { suffix },
    body: {
      is_supported: values.supported === 'on',
      lock_days: days('lock_days'),
      age_days_min: days('age_days_min'),
      transfer_days_min: days('transfer_days_min'),
      transfer_days_max: days('transfer_days_max'),
      wait_days_max: days('wait_days_max'),
      code_days: days('code_days'),
      transfer_price: price('transfer_price'),
      renewal_price: price('renewal_price'),
      ...(values.from && { effective_from: `${values.from}:00Z` }),
      reason: values.reason,
      code: values.code,
    },
  })
}

type PolicyFieldsProps = {
  policy: Policy | null
  field: (name: Name) => { name: string; error?: string | undefined }
}

const PolicyFields = ({ policy, field }: PolicyFieldsProps) => (
  <>
    {!policy && <TextField {...field('suffix')} label="TLD" unit="." maxLength={63} />}
    <Checkbox
      name="supported"
      label="Accept domains of this TLD"
      defaultChecked={policy?.is_supported ?? true}
    />
    <div className={styles.fields}>
      {priceNames.map((name) => (
        <AmountField
          key={name}
          {...field(name)}
          label={priceFields[name]}
          defaultValue={policy?.[name].toFixed(2) ?? ''}
        />
      ))}
      {dayNames.map((name) => (
        <TextField
          key={name}
          {...field(name)}
          label={dayFields[name].label}
          unitAfter="d"
          inputMode="numeric"
          defaultValue={String(policy?.[name] ?? dayFields[name].start)}
        />
      ))}
    </div>
    <DateField
      {...field('from')}
      label="From, in UTC"
      hint="Leave empty to apply it as soon as it is approved."
      optional
      withTime
    />
  </>
)
