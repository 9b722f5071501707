import { groupDollars, parseDollars } from '@pier/protocol/money'
import { errors } from '@pier/protocol/errors'
import { type ComponentProps, useState } from 'react'
import { TextField } from '../ui/form/field.tsx'

type AmountFieldProps = Pick<
  ComponentProps<typeof TextField>,
  'name' | 'error' | 'hint' | 'optional'
> & {
  label?: string
  value?: string
  defaultValue?: string
  onType?: (value: string) => void
}

/**
 * An amount as a person types it, and grouped like any other amount while it is not typed in. The
 * server checks minimum and maximum.
 */
export function AmountField({ value, defaultValue = '', onType, ...field }: AmountFieldProps) {
  const [own, setOwn] = useState(defaultValue)
  const grouped = useGrouped(value ?? own)
  return (
    <TextField
      label="Amount in USD"
      {...field}
      {...grouped}
      unit="$"
      inputMode="decimal"
      autoComplete="off"
      onChange={({ currentTarget }) => {
        setOwn(currentTarget.value)
        onType?.(currentTarget.value)
      }}
    />
  )
}

/** What is typed stays as it is until the field is left. */
export function useGrouped(typed: string) {
  const [isTyping, setTyping] = useState(false)
  return {
    value: isTyping ? typed : groupDollars(typed),
    onFocus: () => setTyping(true),
    onBlur: () => setTyping(false),
  }
}

export const checkAmount = (typed: string): string | null =>
  parseDollars(typed) === null ? errors.amount_invalid.message : null
