import { PasswordInput, TextInput } from '@mantine/core'
import type { ComponentPropsWithoutRef } from 'react'
import { eyeProps, wrapField } from './field-wrap.tsx'
import styles from './field.module.css'

type FieldProps = {
  label: string
  name: string
  error?: string | undefined
  hint?: string
  optional?: boolean
  /** Codes stand in mono with space between the characters. */
  code?: boolean
} & Pick<
  ComponentPropsWithoutRef<'input'>,
  'type' | 'autoComplete' | 'maxLength' | 'inputMode' | 'spellCheck' | 'autoCapitalize'
>

export function TextField({ code, ...field }: FieldProps) {
  return <TextInput {...wrapped(field)} className={code ? styles.code : undefined} />
}

export function PasswordField(field: FieldProps) {
  return <PasswordInput {...wrapped(field)} {...eyeProps} />
}

const wrapped = ({ label, error, hint, optional, ...input }: Omit<FieldProps, 'code'>) => ({
  ...input,
  ...wrapField({ label, error, hint, optional }),
})
