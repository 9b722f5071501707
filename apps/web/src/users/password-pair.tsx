import { limits } from '@pier/protocol/limits'
import { PasswordField } from '../ui/form/password-field.tsx'

type FieldState = { name: string; error?: string | undefined }
type PasswordPairProps = {
  field: (name: 'password' | 'confirm') => FieldState
  lengthMin?: number
}

/** A new password, typed twice. */
export const PasswordPair = ({ field, lengthMin = limits.passwordBytesMin }: PasswordPairProps) => (
  <>
    <PasswordField
      {...field('password')}
      label="Password"
      hint={`${lengthMin} characters or more. A sentence works well; your name or email does not.`}
      autoComplete="new-password"
    />
    <PasswordField {...field('confirm')} label="Confirm" autoComplete="new-password" />
  </>
)
