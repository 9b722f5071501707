import { NativeSelect, PasswordInput, TextInput } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import type { ComponentPropsWithoutRef } from 'react'
import { eyeProps, wrapField } from './field-wrap.tsx'
import styles from './field.module.css'

type FieldProps = {
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

type SelectFieldProps = Pick<FieldProps, 'label' | 'name' | 'error' | 'hint'> & {
  options: readonly { value: string; label: string }[]
} & Pick<ComponentPropsWithoutRef<'select'>, 'value' | 'defaultValue' | 'onChange'>

export function SelectField({ options, ...field }: SelectFieldProps) {
  return (
    <NativeSelect
      {...wrapped(field)}
      data={options}
      rightSection={<IconChevronDown size={18} aria-hidden="true" />}
    />
  )
}

type PasswordFieldProps = Omit<FieldProps, 'code' | 'mono' | 'unit' | 'unitAfter'> & {
  /** The label of the eye, for a secret other than a password. */
  eye?: string
}

export function PasswordField({ eye, ...field }: PasswordFieldProps) {
  return <PasswordInput {...wrapped(field)} {...eyeProps(eye)} />
}

type Wrapped = Pick<FieldProps, 'label' | 'error' | 'hint' | 'optional'>

const wrapped = <Input extends Wrapped>({ label, error, hint, optional, ...input }: Input) => ({
  ...input,
  ...wrapField({ label, error, hint, optional }),
})
