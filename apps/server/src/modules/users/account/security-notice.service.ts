/**
 * Notifies a user of what happened to their account: a line in the security log, a notification
 * and a mail with its own freeze link.
 */
import type { Tx } from '../../../platform/db/database.ts'
import { notify, sendMail } from '../../notifications/notifications.service.ts'
import type { Client } from './client.ts'
import { insertLink, voidLinks, type LinkPurpose } from './links.repository.ts'
import { linkMails, securityMails, securityPage } from './user-mails.ts'
import { insertSecurityEvent, type User } from './users.repository.ts'
import type { UserClients } from './user-clients.ts'

type Origin = Pick<Client, 'label' | 'network'>

export async function noteSecurity(
  tx: Tx,
  clients: UserClients,
  { user, kind, from }: { user: User; kind: keyof typeof securityMails; from: Origin },
): Promise<void> {
  const { label, network } = from
  await insertSecurityEvent(tx, { userId: user.id, kind, network, detail: { label } })
  const token = await insertLink(tx, { user, purpose: 'freeze' })
  const freezeUrl = `${clients.publicOrigin}/login#freeze=${token}`
  const words = securityMails[kind]()
  const page = securityPage(words, { at: tx.now, label, network }, freezeUrl)
  await sendMail(tx, { userId: user.id, to: user.email, kind, page })
  const body = `${words.subject}: ${label}, ${network}`
  await notify(tx, {
    userId: user.id,
    kind: 'security',
    body,
    link: `/app/settings#${sectionOf(kind)}`,
  })
}

/** Where in the settings to look at what happened, or undo it. */
function sectionOf(kind: keyof typeof securityMails): string {
  if (/^(mfa|recovery)/.test(kind)) return 'two-step-login'
  if (kind.startsWith('password')) return 'password'
  if (kind.startsWith('payee')) return 'payment-details'
  if (kind.startsWith('email')) return 'profile'
  return kind.startsWith('deletion') ? 'your-data' : 'sessions'
}

const linkPaths = {
  verifyEmail: { purpose: 'verify_email', path: '/login#verify=' },
  resetPassword: { purpose: 'reset_password', path: '/reset-password#token=' },
  unlockMfa: { purpose: 'unlock_mfa', path: '/login#unlock=' },
} as const satisfies Record<string, { purpose: LinkPurpose; path: string }>

/** Mails a link that works once. The token is in the fragment, so that no server logs it. */
export async function mailLink(
  tx: Tx,
  clients: UserClients,
  { user, kind }: { user: User; kind: keyof typeof linkPaths },
): Promise<void> {
  const { purpose, path } = linkPaths[kind]
  await voidLinks(tx, { userId: user.id, purpose })
  const token = await insertLink(tx, { user, purpose })
  const page = linkMails[kind](`${clients.publicOrigin}${path}${token}`)
  await sendMail(tx, { userId: user.id, to: user.email, kind, page })
}
