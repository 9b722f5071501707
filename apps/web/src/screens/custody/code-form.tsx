import { Button } from '@mantine/core'
import { useState, type SubmitEvent } from 'react'
import { useNavigate } from 'react-router'
import { TextField } from '../../ui/form/text-field.tsx'
import styles from './custody.module.css'

const codePattern = /^[2-9A-HJ-NP-Z]{12}$/

/** Leads to the certificate with the typed code. */
export function CodeForm() {
  const navigate = useNavigate()
  const [error, setError] = useState<string>()

  const look = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = new FormData(event.currentTarget).get('code')
    const code = plainCode(typeof typed === 'string' ? typed : '')
    if (codePattern.test(code)) void navigate(`/custody/${inGroups(code)}`)
    else setError('A code has twelve letters and digits, without I, O, 0 and 1')
  }
  return (
    <form className={styles.form} onSubmit={look} noValidate>
      <TextField
        name="code"
        label="Code of the certificate"
        hint="It stands below the QR code, as 7F3K-92QD-LM4T."
        maxLength={200}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        mono
        error={error}
      />
      <Button type="submit" size="lg">
        Check the code
      </Button>
    </form>
  )
}

/** People also paste the whole address. */
const plainCode = (typed: string): string =>
  (typed.trim().replace(/\/$/, '').split('/').at(-1) ?? '').replaceAll(/[\s-]/g, '').toUpperCase()

const inGroups = (code: string): string => code.replaceAll(/.{4}(?=.)/g, '$&-')
