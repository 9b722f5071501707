import { emailPattern } from '@pier/protocol/text'
import { checkPassword, passwordPairChecks } from '../../users/password-checks.ts'
import type { Checks } from '../../ui/form/use-form.ts'

/** An address as it was pasted, without what came along: spaces, a name, brackets or `mailto:`. */
export function readEmail(typed: string): string {
  const inside = /<([^<>]+)>/.exec(typed)?.[1] ?? typed
  return inside
    .replaceAll(/[\u200B-\u200D\uFEFF]+/g, '')
    .trim()
    .replace(/^mailto:/i, '')
}

const checkEmail = (email: string) => (emailPattern.test(readEmail(email)) ? null : 'Invalid email')

export const loginChecks = { email: checkEmail, password: checkPassword, mfa: () => null }

export const registerChecks: Checks<'name' | 'email' | 'password' | 'confirm'> = {
  name: (name) => (name.trim() ? null : 'Invalid name'),
  email: checkEmail,
  ...passwordPairChecks,
}
