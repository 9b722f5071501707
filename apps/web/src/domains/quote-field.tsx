import { Button } from '@mantine/core'
import { useId } from 'react'
import { Form } from 'react-router'
import styles from './quote-field.module.css'

export const quoteHome = '/quote'

/** More than any address that somebody pastes. */
const typedLengthMax = 1000

type QuoteFieldProps = {
  /** One line with its button at the end, or the button below for a narrow card. */
  variant?: 'line' | 'stack'
  defaultValue?: string
  error?: string | undefined
}

/**
 * Asks for a name and leads to its quote. A plain form, so it works before any script has run, and
 * a plain field, because the landing page has no other and the library's would be loaded for it.
 */
export function QuoteField({ variant = 'line', defaultValue, error }: QuoteFieldProps) {
  const id = useId()
  return (
    <Form action={quoteHome} method="get" className={styles.form} data-variant={variant}>
      <label htmlFor={id}>What could your name borrow?</label>
      <input
        id={id}
        key={defaultValue}
        type="text"
        name="name"
        placeholder="yourname.com"
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        required
        maxLength={typedLengthMax}
        defaultValue={defaultValue}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
      />
      {error && (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
      <Button type="submit" className={styles.button}>
        Get a quote
      </Button>
    </Form>
  )
}
