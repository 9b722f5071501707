/**
 * The profile of a user. One call saves all of it: absent fields stay, an empty password is no
 * change, and a wrong current password saves nothing at all.
 */
import { z } from 'zod'
import { AppError } from '../../../platform/app-error.ts'
import { decryptText, encryptText, unwrapDataKey } from '../../../platform/crypto/envelope.ts'
import { inTransaction, type Db, type Tx } from '../../../platform/db/database.ts'
import { limitTries } from '../../../platform/limits.ts'
import { lockCaller } from '../sessions/caller.service.ts'
import type { Client } from '../account/client.ts'
import { checkOwnPassword } from '../two-step/own-password.service.ts'
import { checkNewPassword } from '../passwords/password-policy.ts'
import { noteSecurity } from '../account/security-notice.service.ts'
import { endSessionsOfUser } from '../sessions/sessions.repository.ts'
import { encodePicture, pictureDataUrl } from './user-picture.ts'
import { PictureRefused } from '../../../platform/pictures/pictures.ts'
import { findUserById, saveUser, type User } from '../account/users.repository.ts'
import type { UserClients } from '../account/user-clients.ts'

/** Each picture costs a process and some CPU time. */
const pictureLimit = { name: 'picture', max: 20, perSeconds: 600 }

const addressParts = ['address1', 'address2', 'city', 'zip', 'country'] as const
export type Address = Record<(typeof addressParts)[number], string>

const addressSchema = z.object({
  address1: z.string(),
  address2: z.string(),
  city: z.string(),
  zip: z.string(),
  country: z.string(),
})

export type ProfileChanges = {
  curPassword?: string | null | undefined
  newPassword?: string | null | undefined
  contract?: 0 | 1 | null | undefined
  pfp?: string | null | undefined
} & { [part in keyof Address]?: string | null | undefined }

/** `afterwards` runs in the same transaction, for what waited for the address. */
export async function saveProfile(
  db: Db,
  clients: UserClients,
  input: {
    userId: string
    sessionId: string
    client: Client
    changes: ProfileChanges
    signal: AbortSignal
  },
  afterwards: (tx: Tx) => Promise<void> = async () => {},
): Promise<void> {
  const { userId, sessionId, client, changes, signal } = input
  const before = await findUserById(db, userId)
  if (!before) throw new AppError('login_required')
  // Slow work first: no transaction waits for a hash or a picture.
  const password = await checkPasswordChange(db, clients, before, changes)
  const picture = await readPicture(db, clients, { user: before, pfp: changes.pfp, signal })

  await inTransaction(db, async (tx) => {
    const { user } = await lockCaller(tx, { userId, sessionId })
    const address = { ...openAddress(clients, user), ...given(changes) }
    if (password && user.passwordHash !== before.passwordHash) {
      throw new AppError('password_wrong', { field: 'curPassword' }) // It changed meanwhile.
    }
    await saveUser(tx, userId, {
      ...(password && { passwordHash: password.hash, pepperId: password.pepperId }),
      ...(picture !== undefined && { picture }),
      ...(typeof changes.contract === 'number' && { defaultContract: changes.contract }),
      sealedAddress: sealAddress(clients, user, address),
      country: address.country || null,
      hasAddress: isComplete(user, address),
    })
    await afterwards(tx)
    if (!password) return
    await endSessionsOfUser(tx, { userId, because: 'password_changed', except: sessionId })
    await noteSecurity(tx, clients, { user, kind: 'passwordChanged', from: client })
  })
}

async function checkPasswordChange(
  db: Db,
  clients: UserClients,
  user: User,
  { curPassword, newPassword }: ProfileChanges,
) {
  if (!newPassword && !curPassword) return undefined
  if (!(await checkOwnPassword(db, clients, user, curPassword ?? ''))) {
    throw new AppError('password_wrong', { field: 'curPassword' })
  }
  if (!newPassword) return undefined
  checkNewPassword(newPassword, { name: user.name, email: user.email, field: 'newPassword' })
  return clients.passwords.protect(newPassword)
}

/** Absent is no change, null is the default picture, and our own picture sent back stays as it is. */
async function readPicture(
  db: Db,
  clients: UserClients,
  { user, pfp, signal }: { user: User; pfp: string | null | undefined; signal: AbortSignal },
) {
  if (pfp === undefined) return undefined
  if (pfp === null || pfp === '') return null
  if (user.picture && pfp === pictureDataUrl(user.picture)) return undefined
  await limitTries(db, pictureLimit, user.id, clients.limitKey)
  try {
    return await encodePicture(pfp, { id: user.id, signal }, clients.scanFile)
  } catch (error) {
    if (error instanceof PictureRefused) throw new AppError('picture_refused', { field: 'pfp' })
    throw error
  }
}

function given(changes: ProfileChanges): Partial<Address> {
  const entries = addressParts.flatMap((part) => {
    const value = changes[part]
    return typeof value === 'string' ? [[part, value.trim()] as const] : []
  })
  return Object.fromEntries(entries)
}

const addressPlace = (user: User) => `users|sealed_address|${user.id}`

function sealAddress(clients: UserClients, user: User, address: Address): string {
  const dataKey = unwrapDataKey(clients.dataKeys, user)
  return encryptText(dataKey, JSON.stringify(address), addressPlace(user))
}

export type LegalIdentity = { name: string; email: string; address: string; isComplete: boolean }

/** A user's identity in an agreement. The postal code may be missing: some countries have none. */
export async function findLegalIdentity(
  db: Db,
  keys: Pick<UserClients, 'dataKeys'>,
  userId: string,
): Promise<LegalIdentity | undefined> {
  const user = await findUserById(db, userId)
  if (!user) return undefined
  const known = openAddress(keys, user)
  const { address1, address2, city, zip, country } = known
  return {
    name: user.name,
    email: user.email,
    address: [address1, address2, `${zip} ${city}`.trim(), country].filter(Boolean).join(', '),
    isComplete: isComplete(user, known),
  }
}

const isComplete = ({ name }: Pick<User, 'name'>, { address1, city, country }: Address): boolean =>
  [name, address1, city, country].every((part) => part.trim() !== '')

export function openAddress(clients: Pick<UserClients, 'dataKeys'>, user: User): Address {
  if (!user.sealedAddress) return { address1: '', address2: '', city: '', zip: '', country: '' }
  const dataKey = unwrapDataKey(clients.dataKeys, user)
  const text = decryptText(dataKey, user.sealedAddress, addressPlace(user))
  return addressSchema.parse(JSON.parse(text))
}
