import { IconAlertCircle } from '@tabler/icons-react'
import styles from './field.module.css'

type FieldWrap = {
  label: string
  error?: string | undefined
  hint?: string | undefined
  optional?: boolean | undefined
}

/** Hint and error share one place below the field; the error takes it when there is one. */
export const wrapField = ({ label, error, hint, optional }: FieldWrap) => ({
  'aria-invalid': Boolean(error),
  label: optional ? <OptionalLabel label={label} /> : label,
  description: error ? undefined : hint,
  error: error ? <FieldError text={error} /> : undefined,
  errorProps: { component: 'div' as const },
  inputWrapperOrder: ['label' as const, 'input' as const, 'description' as const, 'error' as const],
})

/** The props of a field, with what surrounds it made of four of them. */
export const wrapped = <Input extends FieldWrap>({
  label,
  error,
  hint,
  optional,
  ...input
}: Input) => ({
  ...input,
  ...wrapField({ label, error, hint, optional }),
})

/** Extra props for a field that hides its value. */
export const eyeProps = (label = 'Show password') => ({
  visibilityToggleFocusable: true,
  classNames: { visibilityToggle: styles.eye },
  visibilityToggleButtonProps: { 'aria-label': label },
})

const OptionalLabel = ({ label }: { label: string }) => (
  <>
    {label} <span className={styles.optional}>(optional)</span>
  </>
)

export const FieldError = ({ text }: { text: string }) => (
  <>
    <IconAlertCircle size={16} aria-hidden="true" />
    {text}
  </>
)

/** The same line below a field that is not Mantine's. */
export const FieldErrorLine = ({ id, text }: { id: string; text: string }) => (
  <div id={id} className={styles.error}>
    <FieldError text={text} />
  </div>
)
