import { parseDollars } from '@pier/protocol/money'
import { errors } from '@pier/protocol/errors'
import { TextField } from '../ui/form/field.tsx'

type AmountFieldProps = {
  name: string
  value: string
  onChange: (value: string) => void
  error?: string | undefined
  hint?: string
}

/** An amount as a person types it. The server checks minimum and maximum. */
export const AmountField = ({ onChange, ...field }: AmountFieldProps) => (
  <TextField
    {...field}
    label="Amount in USD"
    unit="$"
    inputMode="decimal"
    autoComplete="off"
    onChange={(event) => onChange(event.currentTarget.value)}
  />
)

export const checkAmount = (typed: string): string | null =>
  parseDollars(typed) === null ? errors.amount_invalid.message : null
