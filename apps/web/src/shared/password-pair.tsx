import { limits } from '@pier/protocol/limits'
import { PasswordField } from '../ui/field.tsx'

const hint = `${limits.passwordBytesMin} characters or more. A sentence works well.`

type FieldState = { name: string; error?: string | undefined }
type PasswordPairProps = { field: (name: 'password' | 'confirm') => FieldState }

/** A password that is set anew, typed twice. */
export const PasswordPair = ({ field }: PasswordPairProps) => (
  <>
    <PasswordField
      {...field('password')}
      label="Password"
      hint={hint}
      autoComplete="new-password"
    />
    <PasswordField {...field('confirm')} label="Confirm" autoComplete="new-password" />
  </>
)
