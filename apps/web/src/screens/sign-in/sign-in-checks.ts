import { emailPattern } from '@pier/protocol/text'
import type { Checks } from '../../ui/use-form.ts'

const checkEmail = (email: string) => (emailPattern.test(email) ? null : 'Invalid email')
const checkPassword = (password: string) => (password ? null : 'Invalid password')

export const loginChecks = { email: checkEmail, password: checkPassword, mfa: () => null }

export const registerChecks: Checks<'name' | 'email' | 'password' | 'confirm'> = {
  name: (name) => (name.trim() ? null : 'Invalid name'),
  email: checkEmail,
  password: checkPassword,
  confirm: (confirm, { password }) => (confirm === password ? null : "Passwords don't match"),
}
