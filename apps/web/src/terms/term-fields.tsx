import { AmountField } from '../money/amount-field.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import styles from './term-fields.module.css'
import type { TypedTerms } from './typed-terms.ts'

type TermFieldsProps<Name extends string> = {
  typed: TypedTerms
  onType: (typed: TypedTerms) => void
  amountLabel: string
  /** The name of each field in the call, as a refusal names it. */
  names: Record<keyof TypedTerms, Name>
  field: (name: Name) => { name: string; error: string | undefined }
}

/** Amount, term and rate of a loan, as a person types them. */
export function TermFields<Name extends string>(fields: TermFieldsProps<Name>) {
  const { typed, onType, amountLabel, names, field } = fields
  const type = (part: keyof TypedTerms) => (value: string) => onType({ ...typed, [part]: value })
  const bind = (part: keyof TypedTerms) => ({
    ...field(names[part]),
    value: typed[part],
    autoComplete: 'off',
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
      type(part)(currentTarget.value),
  })
  return (
    <div className={styles.terms}>
      <AmountField
        {...field(names.amount)}
        label={amountLabel}
        value={typed.amount}
        onType={type('amount')}
      />
      <TextField {...bind('term')} label="Term in days" inputMode="numeric" />
      <TextField {...bind('rate')} label="APR" unitAfter="%" inputMode="decimal" />
    </div>
  )
}
