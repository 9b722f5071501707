import type { Checks } from '../ui/form/use-form.ts'

export const checkPassword = (password: string) => (password ? null : 'Invalid password')

/** For a new password that is typed twice. */
export const passwordPairChecks: Checks<'password' | 'confirm'> = {
  password: checkPassword,
  confirm: (confirm, { password }) => (confirm === password ? null : "Passwords don't match"),
}
