import { groupDollars, parseDollars } from '@pier/protocol/money'
import { errors } from '@pier/protocol/errors'
import { type ComponentProps, useState } from 'react'
import { TextField } from '../ui/form/text-field.tsx'

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
  const grouped = useGrouped(value ?? own, (typed) => {
    setOwn(typed)
    onType?.(typed)
  })
  return (
    <TextField
      label="Amount in USD"
      {...field}
      {...grouped}
      unit="$"
      inputMode="decimal"
      autoComplete="off"
    />
  )
}

type Input = { currentTarget: HTMLInputElement }

/** While the field has the focus it shows what is typed, without our commas in the way. */
export function useGrouped(typed: string, onType: (typed: string) => void) {
  const [text, setText] = useState<string | null>(null)
  return {
    value: text ?? groupDollars(typed),
    // Afterwards, because a browser that selects all of it as it gets the focus has not done so yet.
    onFocus: ({ currentTarget: input }: Input) => queueMicrotask(() => setText(dropCommas(input))),
    onChange: ({ currentTarget: input }: Input) => {
      setText(input.value)
      onType(input.value)
    },
    onBlur: () => setText(null),
  }
}

/** What was all selected stays so: whoever comes by the keyboard types over it, not behind it. */
function dropCommas(input: HTMLInputElement): string {
  const isAllSelected = input.selectionStart === 0 && input.selectionEnd === input.value.length
  if (parseDollars(input.value) !== null) input.value = input.value.replaceAll(',', '')
  if (isAllSelected) input.select()
  return input.value
}

export const checkAmount = (typed: string): string | null =>
  parseDollars(typed) === null ? errors.amount_invalid.message : null
