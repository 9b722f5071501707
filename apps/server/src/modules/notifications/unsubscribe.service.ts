/**
 * Links that turn off one kind of mail for one person, without a login. They need no row and do not
 * end: whoever has one can do nothing else with it.
 */
import { notificationKinds, type NotificationKind } from '@pier/protocol/notification-kinds'
import { AppError } from '../../platform/app-error.ts'
import { hmac, sameBytes } from '../../platform/crypto/secrets.ts'
import type { Tx } from '../../platform/db/database.ts'
import { savePreferences } from './notifications.service.ts'

/** Undefined for mails that have to be sent. */
export function writeUnsubscribeToken(
  linkKey: Buffer,
  { userId, kind }: { userId: string | null; kind: string },
): string | undefined {
  if (!userId || !isOptional(kind)) return undefined
  const signed = `${userId}.${kind}`
  return `${signed}.${signatureOf(linkKey, signed)}`
}

export async function unsubscribe(
  tx: Tx,
  { token, linkKey }: { token: string; linkKey: Buffer },
): Promise<NotificationKind> {
  const [userId = '', kind = '', signature = ''] = token.split('.')
  const wanted = Buffer.from(signatureOf(linkKey, `${userId}.${kind}`))
  if (!sameBytes(Buffer.from(signature), wanted) || !isOptional(kind)) {
    throw new AppError('link_invalid')
  }
  await savePreferences(tx, { userId, mail: { [kind]: false } })
  return kind
}

const isOptional = (kind: string): kind is NotificationKind =>
  Object.hasOwn(notificationKinds, kind) && notificationKinds[kind as NotificationKind].isOptional

const signatureOf = (linkKey: Buffer, text: string): string =>
  hmac(linkKey, `unsubscribe:${text}`).toString('base64url')
