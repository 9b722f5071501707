import { PasswordInput } from '@mantine/core'
import { eyeProps, wrapped } from './field-wrap.tsx'
import type { FieldProps } from './text-field.tsx'

type PasswordFieldProps = Omit<FieldProps, 'code' | 'mono' | 'unit' | 'unitAfter'> & {
  /** The label of the eye, for a secret other than a password. */
  eye?: string
}

export function PasswordField({ eye, ...field }: PasswordFieldProps) {
  return <PasswordInput {...wrapped(field)} {...eyeProps(eye)} />
}
