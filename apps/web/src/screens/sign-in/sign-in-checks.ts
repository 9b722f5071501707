import { emailPattern } from '@pier/protocol/text'
import { checkPassword, passwordPairChecks } from '../../users/password-checks.ts'
import type { Checks } from '../../ui/form/use-form.ts'

const checkEmail = (email: string) => (emailPattern.test(email) ? null : 'Invalid email')

export const loginChecks = { email: checkEmail, password: checkPassword, mfa: () => null }

export const registerChecks: Checks<'name' | 'email' | 'password' | 'confirm'> = {
  name: (name) => (name.trim() ? null : 'Invalid name'),
  email: checkEmail,
  ...passwordPairChecks,
}
