import { TextInput } from '@mantine/core'
import type { ComponentPropsWithoutRef } from 'react'
import { wrapped } from './field-wrap.tsx'
import styles from './field.module.css'

export type FieldProps = {
  label: string
  name: string
  error?: string | undefined
  hint?: string
  optional?: boolean
  /** Shown in the field, before the value. */
  unit?: string
  /** Shown in the field, after the value. */
  unitAfter?: string
  /** Codes are monospaced, with space between the characters. */
  code?: boolean
  /** Host names and the like are monospaced. */
  mono?: boolean
} & Pick<
  ComponentPropsWithoutRef<'input'>,
  | 'type'
  | 'autoComplete'
  | 'maxLength'
  | 'inputMode'
  | 'placeholder'
  | 'spellCheck'
  | 'autoCapitalize'
  | 'value'
  | 'defaultValue'
  | 'min'
  | 'max'
  | 'onChange'
  | 'onFocus'
  | 'onBlur'
>

export function TextField({ code, mono, unit, unitAfter, ...field }: FieldProps) {
  return (
    <TextInput
      {...wrapped(field)}
      className={code ? styles.code : mono ? styles.mono : undefined}
      leftSection={unit && <span aria-hidden="true">{unit}</span>}
      leftSectionWidth={28}
      leftSectionPointerEvents="none"
      rightSection={unitAfter && <span aria-hidden="true">{unitAfter}</span>}
      rightSectionPointerEvents="none"
    />
  )
}
