import { TextInput } from '@mantine/core'
import { type ComponentProps, useState } from 'react'
import type { TextField } from '../ui/form/text-field.tsx'
import { wrapField } from '../ui/form/field-wrap.tsx'
import styles from './date-field.module.css'
import { clockTime, fullDay } from './date-text.ts'

type DateFieldProps = Pick<
  ComponentProps<typeof TextField>,
  'label' | 'name' | 'error' | 'hint' | 'optional' | 'min' | 'max'
> &
  Pick<ComponentProps<'input'>, 'onChange' | 'onBlur'> & {
    value?: string
    defaultValue?: string
    /** With the time of day, in UTC. */
    withTime?: boolean
  }

/**
 * A day, or a moment. It is typed in the order of the reader's own browser, and shown like every
 * other date as soon as the field is left: "30 Oct 2026". Its value is `2026-10-30`.
 */
export function DateField({ label, error, hint, optional, withTime, ...input }: DateFieldProps) {
  const { value, defaultValue = '', onChange } = input
  const [typed, setTyped] = useState(defaultValue)
  return (
    <TextInput
      {...wrapField({ label, error, hint, optional })}
      {...input}
      type={withTime ? 'datetime-local' : 'date'}
      autoComplete="off"
      classNames={{ wrapper: styles.wrapper, input: styles.input, section: styles.shown }}
      leftSection={<span aria-hidden="true">{textOf(value ?? typed)}</span>}
      leftSectionPointerEvents="none"
      onChange={(event) => {
        setTyped(event.currentTarget.value)
        onChange?.(event)
      }}
    />
  )
}

function textOf(value: string): string {
  if (!value) return 'Choose a date'
  const [day = '', time] = value.split('T')
  return time ? `${fullDay(day)}, ${clockTime(`${value}Z`)}` : fullDay(day)
}
