import { PasswordInput, TextInput } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import type { ComponentPropsWithoutRef } from 'react'
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
  return (
    <PasswordInput
      {...wrapped(field)}
      visibilityToggleFocusable
      classNames={{ visibilityToggle: styles.eye }}
      visibilityToggleButtonProps={{ 'aria-label': 'Show password' }}
    />
  )
}

/** Hint and error share one place below the field; the error takes it when there is one. */
function wrapped({ label, error, hint, optional, ...input }: Omit<FieldProps, 'code'>) {
  return {
    ...input,
    'aria-invalid': Boolean(error),
    label: optional ? <OptionalLabel label={label} /> : label,
    description: error ? undefined : hint,
    error: error ? <ErrorText text={error} /> : undefined,
    errorProps: { component: 'div' as const },
    inputWrapperOrder: [
      'label' as const,
      'input' as const,
      'description' as const,
      'error' as const,
    ],
  }
}

const OptionalLabel = ({ label }: { label: string }) => (
  <>
    {label} <span className={styles.optional}>(optional)</span>
  </>
)

const ErrorText = ({ text }: { text: string }) => (
  <>
    <IconAlertCircle size={16} aria-hidden="true" />
    {text}
  </>
)
