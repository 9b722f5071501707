import type { CallInput } from '@pier/protocol/calls/calls'
import type { Self } from '../api/users.ts'

export type ContractId = Self['default_contract']
const addressFields = ['address1', 'address2', 'city', 'zip', 'country'] as const
export type AddressField = (typeof addressFields)[number]

/** All that one save sends. Passwords are empty until they are typed. */
export type Profile = Record<AddressField, string> & {
  curPassword: string
  newPassword: string
  contract: ContractId
  pfp: string | null
}

export type ProfileErrors = Partial<Record<keyof Profile, string | undefined>>

export const profileOf = (self: Self): Profile => ({
  ...(Object.fromEntries(addressFields.map((name) => [name, self[name]])) as Record<
    AddressField,
    string
  >), // One value for each name, by construction.
  curPassword: '',
  newPassword: '',
  contract: self.default_contract,
  pfp: self.pfp,
})

/**
 * Always all nine fields. A password manager may fill in the current password by itself: without a
 * new one it is not sent.
 */
export function bodyOf(profile: Profile): CallInput<'POST /users/profile'>['body'] {
  return { ...profile, curPassword: profile.newPassword && profile.curPassword }
}

const missing = 'Invalid password'

/** Errors found before the call. `isPassword`: the password button was used. */
export function checkProfile(profile: Profile, { isPassword }: { isPassword: boolean }) {
  const { curPassword, newPassword } = profile
  const errors: ProfileErrors = {}
  if (newPassword && !curPassword) errors.curPassword = missing
  if (isPassword && curPassword && !newPassword) errors.newPassword = missing
  return errors
}

export const isProfileField = (name: string | undefined): name is keyof Profile =>
  ['curPassword', 'newPassword', 'contract', 'pfp', ...addressFields].includes(name ?? '')
