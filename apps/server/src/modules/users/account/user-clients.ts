import { hmac } from '../../../platform/crypto/secrets.ts'
import type { Config } from '../../../platform/config.ts'
import { createFileScan } from '../../../providers/scan/file-scan.ts'
import { openAccessTokens } from './access-tokens.ts'
import { openPasswords } from '../passwords/passwords.ts'

/** Keys and helpers for the services of this module, opened once at startup. */
export type UserClients = Awaited<ReturnType<typeof openUserClients>>

export async function openUserClients({ keys, passwordCost, publicOrigin, clamav }: Config) {
  return {
    passwords: openPasswords(keys.peppers, passwordCost),
    tokens: await openAccessTokens(keys.access),
    dataKeys: keys.data,
    limitKey: keys.blindIndex,
    linkKey: keys.links,
    publicOrigin,
    scanFile: createFileScan({ clamav }),
    /** Addresses are compared in lower case, and looked up by a keyed hash. */
    emailKey: (email: string) => hmac(keys.blindIndex, normalEmail(email)),
  }
}

export const normalEmail = (email: string): string => email.normalize('NFC').toLowerCase()
