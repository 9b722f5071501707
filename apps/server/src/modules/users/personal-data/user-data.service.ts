/**
 * Export and deletion of a user's data. The export is built by the worker, encrypted with the
 * user's key and handed out once. Deletion waits fourteen days, then destroys the data key; what
 * has to be kept stays without a name.
 */
import { limits } from '@pier/protocol/limits'
import { dayMs } from '@pier/protocol/time'
import { AppError } from '../../../platform/app-error.ts'
import { decryptText, encryptText, unwrapDataKey } from '../../../platform/crypto/envelope.ts'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { enqueue } from '../../../platform/jobs/queue.ts'
import { clearTimer, setTimer } from '../../../platform/jobs/timers.ts'
import { balanceOf } from '../../ledger/ledger.service.ts'
import {
  collectNotices,
  eraseNotices,
  sendMail,
} from '../../notifications/notifications.service.ts'
import { lockCaller, type Caller } from '../sessions/caller.service.ts'
import { listAcceptances } from '../account/acceptances.repository.ts'
import type { Client } from '../account/client.ts'
import { endEmailChanges } from '../account/email-changes.repository.ts'
import { deleteMfa } from '../two-step/mfa.repository.ts'
import { wipePayeeHints } from '../payees/payees.repository.ts'
import { collectPayees } from '../payees/payees.service.ts'
import { openAddress } from './profile.service.ts'
import { noteSecurity } from '../account/security-notice.service.ts'
import { endSessionsOfUser, listSessionsOfUser } from '../sessions/sessions.repository.ts'
import { requireStepUp } from '../two-step/step-up.service.ts'
import {
  countExports,
  hasDomainsHere,
  hasLoansOpen,
  hasMoneyUnderWay,
  findOpenExport,
  insertExport,
  lockExport,
  saveExport,
  wipeExports,
} from './user-data.repository.ts'
import { linkMails, plainMails } from '../account/user-mails.ts'
import { pictureDataUrl } from './user-picture.ts'
import {
  findUserById,
  listSecurityEventsOfUser,
  lockAbandonedUsers,
  lockUser,
  saveUser,
} from '../account/users.repository.ts'
import type { UserClients } from '../account/user-clients.ts'

const exportsPerDayMax = 3
type CallerFrom = Caller & { client: Client }

export async function requestExport(tx: Tx, { userId, sessionId }: Caller): Promise<string> {
  await requireStepUp(tx, { userId, sessionId, action: 'export_data', object: userId })
  const since = new Date(tx.now.getTime() - dayMs)
  if ((await countExports(tx, { userId, since })) >= exportsPerDayMax) {
    throw new AppError('too_many_requests')
  }
  const exportId = await insertExport(tx, userId)
  await enqueue(tx, 'users.build-export', { exportId })
  return exportId
}

/**
 * What this module and those below it keep about a user; `buildExportJob` adds the data of the
 * modules above.
 */
export async function collectUserData(db: Db, clients: UserClients, userId: string) {
  const user = await findUserById(db, userId)
  if (!user) return undefined
  return {
    profile: {
      id: user.id,
      name: user.name,
      handle: user.handle,
      email: user.email,
      emailVerifiedAt: user.emailVerifiedAt,
      createdAt: user.createdAt,
      defaultContract: user.defaultContract,
      restrictedUntil: user.restrictedUntil,
      frozenAt: user.frozenAt,
      deletionAt: user.deletionAt,
      picture: user.picture && pictureDataUrl(user.picture),
      address: openAddress(clients, user),
      country: user.country,
    },
    paymentDetails: await collectPayees(db, clients.dataKeys, user),
    acceptedTerms: await listAcceptances(db, userId),
    sessions: await listSessionsOfUser(db, userId),
    securityEvents: await listSecurityEventsOfUser(db, userId),
    notifications: await collectNotices(db, userId),
  }
}

export async function finishExport(
  tx: Tx,
  clients: UserClients,
  { exportId, data }: { exportId: string; data: object },
): Promise<void> {
  const pending = await lockExport(tx, exportId)
  const user = pending && (await findUserById(tx, pending.userId))
  if (!user || pending.readyAt) return
  const dataKey = unwrapDataKey(clients.dataKeys, user)
  const sealedBody = encryptText(dataKey, JSON.stringify(data), exportPlace(exportId))
  await saveExport(tx, exportId, { sealedBody, readyAt: tx.now })
  const page = linkMails.exportReady(
    `${clients.publicOrigin}/app/settings?export=${exportId}#your-data`,
  )
  await sendMail(tx, { userId: user.id, to: user.email, kind: 'exportReady', page })
}

export async function takeExport(
  tx: Tx,
  clients: UserClients,
  { userId, exportId }: { userId: string; exportId: string },
): Promise<Record<string, unknown>> {
  const ready = await findOpenExport(tx, { userId, exportId })
  const user = await findUserById(tx, userId)
  if (!ready?.sealedBody || !user) throw new AppError('export_not_found')
  await saveExport(tx, exportId, { sealedBody: null, downloadedAt: tx.now })
  const dataKey = unwrapDataKey(clients.dataKeys, user)
  return JSON.parse(decryptText(dataKey, ready.sealedBody, exportPlace(exportId)))
}

const exportPlace = (exportId: string) => `user_exports|sealed_body|${exportId}`

export async function requestDeletion(
  tx: Tx,
  clients: UserClients,
  { userId, sessionId, client }: CallerFrom,
): Promise<Date> {
  if ((await lockUser(tx, userId))?.deletionAt) throw new AppError('deletion_pending')
  const act = { userId, sessionId, action: 'delete_account', object: userId } as const
  const user = await requireStepUp(tx, act)
  const left = await findWhatIsLeft(tx, userId)
  if (left) throw new AppError(left)
  const deletionAt = new Date(tx.now.getTime() + limits.deletionWaitDays * dayMs)
  await saveUser(tx, userId, { deletionAt })
  await setTimer(tx, { job: 'users.delete-user', subjectId: userId, fireAt: deletionAt })
  await noteSecurity(tx, clients, { user, kind: 'deletionRequested', from: client })
  return deletionAt
}

async function findWhatIsLeft(tx: Tx, userId: string) {
  if (await hasMoneyLeft(tx, userId)) return 'balance_left'
  if (await hasLoansOpen(tx, userId)) return 'loans_left'
  return (await hasDomainsHere(tx, userId)) ? 'domains_left' : null
}

/** A withdrawable, negative or reserved balance. Less than can be withdrawn does not count. */
async function hasMoneyLeft(tx: Tx, userId: string): Promise<boolean> {
  const { availableCents, heldCents } = await balanceOf(tx, userId)
  const isNothing =
    availableCents >= 0 && availableCents < limits.withdrawalCentsMin && heldCents === 0
  return !isNothing || hasMoneyUnderWay(tx, userId)
}

export async function cancelDeletion(
  tx: Tx,
  clients: UserClients,
  { userId, sessionId, client }: CallerFrom,
): Promise<void> {
  const { user } = await lockCaller(tx, { userId, sessionId })
  if (!user.deletionAt) return
  await saveUser(tx, userId, { deletionAt: null })
  await clearTimer(tx, { job: 'users.delete-user', subjectId: userId })
  await noteSecurity(tx, clients, { user, kind: 'deletionCancelled', from: client })
}

const stopMails = {
  balance_left: plainMails.deletionStopped,
  domains_left: plainMails.deletionStoppedByDomains,
  loans_left: plainMails.deletionStoppedByLoans,
} as const

/** Runs after the fourteen days. Returns false if it was cancelled or has to wait. */
export async function deleteUser(tx: Tx, userId: string): Promise<boolean> {
  const user = await lockUser(tx, userId)
  if (!user?.deletionAt || user.deletionAt > tx.now) return false
  if (user.restrictedUntil && user.restrictedUntil > tx.now) {
    const fireAt = user.restrictedUntil
    await setTimer(tx, { job: 'users.delete-user', subjectId: userId, fireAt })
    return false
  }
  const left = await findWhatIsLeft(tx, userId)
  if (left) {
    // It came in after the request: stop the deletion, so that nothing is lost.
    await saveUser(tx, userId, { deletionAt: null })
    const page = stopMails[left]()
    await sendMail(tx, { userId, to: user.email, kind: 'deletionStopped', page })
    return false
  }
  await sendMail(tx, { userId, to: user.email, kind: 'deleted', page: plainMails.deleted() })
  await eraseUser(tx, userId)
  return true
}

/** Erases accounts that were never verified and are no longer used. Returns how many. */
export async function eraseUnverified(tx: Tx, before: Date, limit: number): Promise<number> {
  const ids = await lockAbandonedUsers(tx, { before, limit })
  for (const id of ids) await eraseUser(tx, id)
  return ids.length
}

/** Leaves an anonymous row, for records that have to be kept: loans, entries, accepted terms. */
async function eraseUser(tx: Tx, userId: string): Promise<void> {
  await deleteMfa(tx, userId)
  await endSessionsOfUser(tx, { userId, because: 'deleted' })
  await wipeExports(tx, userId)
  await wipePayeeHints(tx, userId)
  await endEmailChanges(tx, { userId })
  await eraseNotices(tx, userId)
  await saveUser(tx, userId, {
    name: 'Deleted user',
    email: null,
    emailKey: null,
    emailVerifiedAt: null,
    passwordHash: null,
    pepperId: null,
    dataKey: null,
    sealedAddress: null,
    country: null,
    picture: null,
    deletedAt: tx.now,
  })
}
