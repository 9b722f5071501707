import type { Self } from '../api/users.ts'

export type Legal = Self['legal']
export type Accepted = Legal['terms']

export const isOld = ({ version, accepted_version }: Accepted) =>
  accepted_version === null || accepted_version < version

export function titleOf({ terms }: Legal): string {
  if (!isOld(terms)) return 'Our privacy notice has changed'
  return terms.accepted_version === null ? 'Please accept our terms' : 'Our terms have changed'
}
