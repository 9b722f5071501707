/**
 * A transfer out. The code is mailed 20 hours after the request, so that the owner has time to stop
 * a thief; the lock stays on until then. After two weeks the code is void and the lock on again.
 * Codes are never stored: they exist only at the registry and in the mail.
 */
import { sayDate } from '@pier/protocol/say-time'
import { limits } from '@pier/protocol/limits'
import { hourMs } from '@pier/protocol/time'
import { AppError } from '../../../platform/app-error.ts'
import { hashOf, randomToken } from '../../../platform/crypto/secrets.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { clearTimer, setTimer } from '../../../platform/jobs/timers.ts'
import {
  archiveDomain,
  askAnew,
  getLockedDomain,
  hasHold,
  hasListing,
  lockDomain,
  refuseHeld,
  refuseListed,
  type Domain,
} from '../../domains/domains.service.ts'
import { balanceOf } from '../../ledger/ledger.service.ts'
import { notify } from '../../notifications/notifications.service.ts'
import { findPause, lockCaller, requireStepUp, type Caller } from '../../users/users.service.ts'
import { endCertificate } from '../certificates/certificates.service.ts'
import { hasOpenCommand } from '../commands/commands.repository.ts'
import { orderCommand } from '../commands/commands.service.ts'
import { notifyOwner } from '../holdings/custody-notices.ts'
import { saveHolding } from '../holdings/holdings.repository.ts'
import {
  findOpenTransfer,
  findTransfer,
  findTransferByToken,
  insertTransfer,
  listLeaving,
  saveTransfer,
  type Transfer,
} from './transfers.repository.ts'

const openJob = 'custody.open-transfer-out'
const closeJob = 'custody.close-transfer-out'

type Asked = Caller & { domainId: string; publicOrigin: string }

export async function requestTransferOut(
  tx: Tx,
  { userId, sessionId, domainId, publicOrigin }: Asked,
): Promise<Transfer> {
  await requireStepUp(tx, { userId, sessionId, action: 'transfer_out', object: domainId })
  const domain = await lockDomain(tx, { domainId, userId })
  if (domain.status !== 'CUSTODY_PAID') throw new AppError('domain_wrong_status')
  const freeAt = domain.transferOutAvailableAt
  if (!freeAt || freeAt > tx.now) {
    const message = freeAt && `This domain cannot be transferred out before ${sayDate(freeAt)}`
    throw new AppError('transfer_locked', message ? { message } : {})
  }
  await refuseHeld(tx, domainId)
  await refuseListed(tx, domainId)
  if ((await balanceOf(tx, userId)).availableCents < 0) throw new AppError('balance_negative')
  if (await findOpenTransfer(tx, domainId)) throw new AppError('transfer_pending')

  const token = randomToken()
  const codeAt = new Date(tx.now.getTime() + limits.transferOutWaitHours * hourMs)
  const row = { domainId, userId, direction: 'out', state: 'waiting', codeAt } as const
  const transfer = await insertTransfer(tx, { ...row, stopTokenHash: hashOf(token) })
  await setTimer(tx, { job: openJob, subjectId: transfer.id, fireAt: codeAt })
  await announce(tx, domain, `${publicOrigin}/stop-transfer#token=${token}`)
  return transfer
}

async function announce(tx: Tx, { userId, unicodeName }: Domain, stopUrl: string): Promise<void> {
  const subject = `${unicodeName}: transfer out requested`
  const body = `You requested the authorization code that moves ${unicodeName} to another registrar.`
  await notify(tx, {
    userId,
    kind: 'security',
    body: `We email the authorization code of ${unicodeName} within 24 hours.`,
    link: '/app/my-domains',
    mail: {
      subject,
      heading: subject,
      paragraphs: [
        body,
        `We email it within ${limits.transferOutPromiseHours} hours. Until then the domain stays locked.`,
        'If that was not you, stop it with the button and change your password.',
      ],
      button: { label: 'Stop this transfer', url: stopUrl },
    },
  })
}

/** The wait is over. What was checked at the request is checked again. */
export async function openTransferOut(tx: Tx, transferId: string): Promise<void> {
  const found = await findTransfer(tx, transferId)
  if (found?.state !== 'waiting') return
  const domain = await getLockedDomain(tx, found.domainId)
  const transfer = await findOpenTransfer(tx, domain.id)
  if (transfer?.id !== transferId || transfer.state !== 'waiting') return
  const obstacle = await findObstacle(tx, domain, transfer)
  if (obstacle) {
    await endTransferOut(tx, domain, { transfer, reason: obstacle })
    return
  }
  await saveTransfer(tx, transferId, { state: 'opening' })
  await orderCommand(tx, { domainId: domain.id, kind: 'open_transfer_out', input: { transferId } })
}

const pauseText = {
  frozen: 'The account is frozen.',
  email_unverified: 'Your email address is not verified.',
  restricted: 'The account is paused for security.',
}

/** Checked when the wait is over, and again by the worker before it unlocks and before it mails. */
export async function findObstacle(
  tx: Tx,
  domain: Domain,
  transfer: Transfer,
): Promise<string | null> {
  const waitedMs = tx.now.getTime() - transfer.createdAt.getTime()
  if (waitedMs < limits.transferOutWaitHours * hourMs) return 'The request was too early.'
  if (domain.status !== 'CUSTODY_PAID') return 'A loan on it was agreed.'
  if (await hasHold(tx, domain.id)) return 'It was put on hold.'
  if (await hasListing(tx, domain.id)) return 'It was listed for a loan.'
  const pause = await findPause(tx, domain.userId)
  if (pause) return pauseText[pause.why]
  if ((await balanceOf(tx, domain.userId)).availableCents < 0) return 'Your balance is below zero.'
  return null
}

/** Throws once a transfer out is past its wait; until then `findObstacle` can still stop it. */
export async function refuseLeaving(tx: Tx, domainId: string): Promise<void> {
  const transfer = await findOpenTransfer(tx, domainId)
  if (transfer?.direction === 'out' && transfer.state !== 'waiting') {
    throw new AppError('transfer_pending')
  }
}

/** The code is set at the registry and mailed to the owner. */
export async function recordCodeSent(tx: Tx, domain: Domain, transfer: Transfer): Promise<void> {
  const actBy = new Date(tx.now.getTime() + limits.transferCodeDays * 24 * hourMs)
  await saveTransfer(tx, transfer.id, { state: 'code_sent', codeAt: tx.now, actBy })
  await saveHolding(tx, domain.id, { isUnlocked: true })
  await setTimer(tx, { job: closeJob, subjectId: transfer.id, fireAt: actBy })
  await notify(tx, {
    userId: domain.userId,
    kind: 'security',
    body: `We emailed you the authorization code of ${domain.unicodeName}. It is valid for ${limits.transferCodeDays} days.`,
    link: '/app/my-domains',
  })
}

export async function cancelTransferOut(
  tx: Tx,
  { userId, sessionId, domainId }: Caller & { domainId: string },
): Promise<void> {
  await lockCaller(tx, { userId, sessionId })
  const domain = await lockDomain(tx, { domainId, userId })
  const transfer = await findOpenTransfer(tx, domainId)
  if (transfer?.direction !== 'out') throw new AppError('transfer_not_pending')
  await stop(tx, domain, transfer, 'You cancelled the transfer.')
}

/** The owner's account is paused: somebody else may have requested the transfers out. */
export async function keepDomains(tx: Tx, userId: string): Promise<void> {
  for (const { domainId } of await listLeaving(tx, userId)) {
    const domain = await getLockedDomain(tx, domainId)
    const transfer = await findOpenTransfer(tx, domainId)
    const isOut = transfer?.direction === 'out' && transfer.userId === userId
    if (isOut) await stop(tx, domain, transfer, 'The account was paused for security.')
  }
}

/** The token from the mail can only stop the transfer. Using it twice is fine. */
export async function stopTransferOut(tx: Tx, token: string): Promise<Domain> {
  const found = await findTransferByToken(tx, hashOf(token))
  if (!found) throw new AppError('link_invalid')
  const domain = await getLockedDomain(tx, found.domainId)
  const transfer = await findTransfer(tx, found.id)
  if (!transfer || transfer.state === 'gone') throw new AppError('link_invalid')
  if (!transfer.endedAt)
    await stop(tx, domain, transfer, 'It was stopped with the link in the email.')
  return domain
}

/** Two weeks are over and nobody came for it. */
export async function expireTransferOut(tx: Tx, transferId: string): Promise<void> {
  const found = await findTransfer(tx, transferId)
  if (!found || found.endedAt) return
  const domain = await getLockedDomain(tx, found.domainId)
  const transfer = await findTransfer(tx, transferId)
  if (transfer?.state === 'code_sent')
    await stop(tx, domain, transfer, 'The authorization code was not used in time.')
}

/** Stops a transfer out. After its wait that takes a command to the registry. */
export async function stop(
  tx: Tx,
  domain: Domain,
  transfer: Transfer,
  reason: string,
): Promise<void> {
  if (transfer.state === 'waiting') {
    await endTransferOut(tx, domain, { transfer, reason })
    return
  }
  const kind = 'close_transfer_out'
  if (await hasOpenCommand(tx, { domainId: domain.id, kind })) return
  await saveTransfer(tx, transfer.id, { state: 'closing' })
  await orderCommand(tx, { domainId: domain.id, kind, input: { transferId: transfer.id, reason } })
}

export async function endTransferOut(
  tx: Tx,
  domain: Domain,
  { transfer, reason }: { transfer: Transfer; reason: string },
): Promise<void> {
  if (transfer.endedAt) return
  await saveTransfer(tx, transfer.id, { state: 'cancelled', reason, endedAt: tx.now })
  await clearTimer(tx, { job: openJob, subjectId: transfer.id })
  await clearTimer(tx, { job: closeJob, subjectId: transfer.id })
  if (transfer.state !== 'waiting') await saveHolding(tx, domain.id, { isUnlocked: false })
  await notifyOwner(tx, domain, {
    subject: `${domain.unicodeName}: transfer out stopped`,
    body: `${domain.unicodeName} stays in custody and is locked. ${reason}`,
    isUrgent: true,
  })
}

/** The registry says that it is with somebody else, and we had opened it for that. */
export async function completeTransferOut(
  tx: Tx,
  domain: Domain,
  transfer: Transfer,
): Promise<void> {
  if (transfer.endedAt) return
  await saveTransfer(tx, transfer.id, { state: 'gone', endedAt: tx.now })
  await clearTimer(tx, { job: closeJob, subjectId: transfer.id })
  await clearTimer(tx, { job: 'custody.renew', subjectId: domain.id })
  await saveHolding(tx, domain.id, { leftAt: tx.now })
  await endCertificate(tx, { domainId: domain.id, why: 'left' })
  await archiveDomain(tx, domain, { what: 'left' })
  await askAnew(tx, domain.name)
  await notifyOwner(tx, domain, {
    subject: `${domain.unicodeName}: transferred out`,
    body: `${domain.unicodeName} is now with another registrar. We keep its history.`,
    isUrgent: true,
  })
}

/** Another registrar has asked for it. Its owner can still stop that, if it was not them. */
export async function noteTransferAway(tx: Tx, domain: Domain, by: Date | null): Promise<void> {
  const until = by ? ` It completes on ${sayDate(by)}.` : ''
  await notifyOwner(tx, domain, {
    subject: `${domain.unicodeName}: another registrar requests a transfer`,
    body: `Another registrar requests ${domain.unicodeName}.${until} If that was not you, cancel it under My Domains.`,
    isUrgent: true,
  })
}
