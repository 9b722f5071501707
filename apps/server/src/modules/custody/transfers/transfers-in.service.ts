/**
 * A transfer in. The fee is reserved when the owner agrees to the price, spent when the registry
 * shows the name with us, and returned in every other case. Messages are not trusted: only the
 * registry's answer about the name counts.
 */
import { formatMoney } from '@pier/protocol/money'
import { dayMs, hourMs, minuteMs } from '@pier/protocol/time'
import { AppError } from '../../../platform/app-error.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { clearTimer, setTimerBy } from '../../../platform/jobs/timers.ts'
import type { DomainInfo, TransferState } from '../../../providers/registrar/registrar-port.ts'
import {
  askAnew,
  endTransfer,
  findSupportedPolicy,
  lockDomain,
  receiveInCustody,
  refuseHeld,
  startTransfer,
  type Domain,
} from '../../domains/domains.service.ts'
import { balanceOf } from '../../ledger/ledger.service.ts'
import { giveFeeBack, reserveFee, spendFee } from '../../payments/payments.service.ts'
import { lockCaller, type Caller } from '../../users/users.service.ts'
import { hasOpenCommand } from '../commands/commands.repository.ts'
import { orderCommand } from '../commands/commands.service.ts'
import { notifyOwner } from '../holdings/custody-notices.ts'
import type { CustodyContext } from '../commands/custody-clients.ts'
import { insertHolding } from '../holdings/holdings.repository.ts'
import { takeQuote } from '../quotes/quotes.service.ts'
import { textOfEnd } from './refusal-text.ts'
import { planRenewal } from '../renewals/renewals.service.ts'
import {
  countTransfersOfName,
  findOpenTransfer,
  insertTransfer,
  saveTransfer,
  type Transfer,
} from './transfers.repository.ts'

const codesPerDayMax = 5
const transferDaysMax = 45
const lookMs = 7 * dayMs // An operator who has looked at it is asked again after a week.
const checkJob = 'custody.check-transfer'

type Asked = Caller & { domainId: string; code: string; quoteId?: string }

export async function requestTransferIn(
  tx: Tx,
  { sealCode }: CustodyContext,
  { userId, sessionId, domainId, code, quoteId }: Asked,
): Promise<Transfer> {
  await lockCaller(tx, { userId, sessionId })
  const domain = await lockDomain(tx, { domainId, userId })
  if (!domain.status.startsWith('EXTERNAL_')) throw new AppError('domain_wrong_status')
  if (domain.isPendingTransfer) throw new AppError('transfer_pending')
  await refuseHeld(tx, domainId)
  const since = new Date(tx.now.getTime() - dayMs)
  const tries = await countTransfersOfName(tx, { userId, name: domain.name, since })
  if (tries >= codesPerDayMax) throw new AppError('transfer_code_tries')

  const feeCents = await takeQuote(tx, {
    domain,
    operation: 'transfer',
    ...(quoteId && { quoteId }),
  })
  await startTransfer(tx, domain)
  const fee = { userId, domain: domain.unicodeName, amountCents: feeCents }
  await refuseShort(tx, userId, feeCents)
  const transactionId =
    feeCents > 0 ? await reserveFee(tx, { ...fee, type: 'transfer_in' }) : undefined
  const transfer = await insertTransfer(tx, {
    domainId,
    userId,
    direction: 'in',
    state: 'asked',
    feeCents,
    ...(transactionId && { transactionId }),
  })
  await saveTransfer(tx, transfer.id, { sealedCode: sealCode(code, transfer.id) })
  await orderCommand(tx, {
    domainId,
    kind: 'request_transfer',
    input: { transferId: transfer.id },
  })
  return transfer
}

async function refuseShort(tx: Tx, userId: string, feeCents: number): Promise<void> {
  const { availableCents } = await balanceOf(tx, userId)
  if (availableCents >= feeCents) return
  const message = `Your balance is too low: ${formatMoney(feeCents - availableCents)} is missing`
  throw new AppError('balance_insufficient', { message })
}

/** The registry may have approved it meanwhile; then it arrives and is not cancelled. */
export async function cancelTransferIn(
  tx: Tx,
  { userId, sessionId, domainId }: Caller & { domainId: string },
): Promise<void> {
  await lockCaller(tx, { userId, sessionId })
  await lockDomain(tx, { domainId, userId })
  const transfer = await findOpenTransfer(tx, domainId)
  if (transfer?.direction !== 'in' || transfer.state === 'arriving') {
    throw new AppError('transfer_not_pending')
  }
  if (await hasOpenCommand(tx, { domainId, kind: 'cancel_transfer' })) return
  const input = { transferId: transfer.id, reason: 'You cancelled it.' }
  await orderCommand(tx, { domainId, kind: 'cancel_transfer', input })
}

/** The registry has accepted it, so the code is no longer needed and is erased. */
export async function recordRequested(
  tx: Tx,
  domain: Domain,
  { transfer, state }: { transfer: Transfer; state: TransferState | null },
): Promise<void> {
  await saveTransfer(tx, transfer.id, {
    state: 'requested',
    sealedCode: null,
    needsOperator: null,
    requestedAt: tx.now,
    actBy: state?.status === 'pending' ? state.actAt : null,
  })
  await followTransfer(tx, domain, { transfer: { ...transfer, state: 'requested' }, state })
}

/** Applies the transfer's state. Null means that the registry no longer has one pending. */
export async function followTransfer(
  tx: Tx,
  domain: Domain,
  { transfer, state }: { transfer: Transfer; state: TransferState | null },
): Promise<void> {
  if (transfer.endedAt || transfer.state === 'arriving') return
  if (state?.status === 'pending') {
    await saveTransfer(tx, transfer.id, { actBy: state.actAt })
    await askAgain(tx, transfer, state.actAt)
    await noteLateness(tx, domain, transfer)
    return
  }
  const isRefused = state && !state.status.endsWith('Approved')
  if (isRefused) {
    const reason = textOfEnd[state.status] ?? 'It ended.'
    // Only we can cancel it, so we asked for it, even if the answer to that was lost.
    const isCancelled = state.status === 'clientCancelled'
    await failTransferIn(tx, domain, { transfer, reason, isCancelled })
    return
  }
  await saveTransfer(tx, transfer.id, { state: 'arriving', actBy: null })
  const input = { transferId: transfer.id }
  await orderCommand(tx, { domainId: domain.id, kind: 'receive_domain', input })
}

async function askAgain(tx: Tx, { id }: Transfer, actBy: Date | null): Promise<void> {
  const soon = tx.now.getTime() + hourMs
  const due = (actBy?.getTime() ?? 0) + minuteMs
  const fireAt = new Date(due > tx.now.getTime() ? Math.min(soon, due) : soon)
  // A message newer than our answer may have set an earlier timer, which stays.
  await setTimerBy(tx, { job: checkJob, subjectId: id, fireAt })
}

/** A late transfer is flagged for an operator; after `transferDaysMax` it is cancelled. */
async function noteLateness(tx: Tx, domain: Domain, transfer: Transfer): Promise<void> {
  const policy = await findSupportedPolicy(tx, { suffix: domain.suffix, now: tx.now })
  const ageDays = (tx.now.getTime() - transfer.createdAt.getTime()) / dayMs
  const isLookedAt = transfer.lookedAt && tx.now.getTime() - transfer.lookedAt.getTime() < lookMs
  const isLate = ageDays > (policy?.waitDaysMax ?? transferDaysMax)
  if (isLate && !transfer.needsOperator && !isLookedAt) {
    await saveTransfer(tx, transfer.id, { needsOperator: 'The registry still says pending' })
  }
  const kind = 'cancel_transfer'
  if (ageDays > transferDaysMax && !(await hasOpenCommand(tx, { domainId: domain.id, kind }))) {
    const reason = `It did not complete in ${transferDaysMax} days, so we cancelled it.`
    await orderCommand(tx, {
      domainId: domain.id,
      kind,
      input: { transferId: transfer.id, reason },
    })
  }
}

/** Approved but not with us, or cancelled but still pending: ask again later. */
export async function waitLonger(tx: Tx, transfer: Transfer): Promise<void> {
  await saveTransfer(tx, transfer.id, { state: 'requested' })
  await askAgain(tx, transfer, null)
}

/** A message came before the request was recorded. Its answer may be older, so check again. */
export function checkSoon(tx: Tx, transferId: string): Promise<void> {
  const fireAt = new Date(tx.now.getTime() + 10_000)
  return setTimerBy(tx, { job: checkJob, subjectId: transferId, fireAt })
}

export async function failTransferIn(
  tx: Tx,
  domain: Domain,
  {
    transfer,
    reason,
    isCancelled = false,
  }: { transfer: Transfer; reason: string; isCancelled?: boolean },
): Promise<void> {
  if (transfer.endedAt) return
  await saveTransfer(tx, transfer.id, {
    state: isCancelled ? 'cancelled' : 'failed',
    sealedCode: null,
    needsOperator: null,
    reason,
    endedAt: tx.now,
  })
  await clearTimer(tx, { job: checkJob, subjectId: transfer.id })
  if (transfer.transactionId) await giveFeeBack(tx, transfer.transactionId, reason)
  await endTransfer(tx, domain, isCancelled ? null : reason)
  await notifyOwner(tx, domain, {
    subject: isCancelled
      ? `${domain.unicodeName}: transfer in cancelled`
      : `${domain.unicodeName}: transfer in failed`,
    body: isCancelled
      ? `The transfer of ${domain.unicodeName} was cancelled. The fee is back on your balance.`
      : `${domain.unicodeName} could not be transferred. ${reason} The fee is back on your balance.`,
  })
}

/** The registry shows it with us and locked: now the fee is spent. */
export async function completeTransferIn(
  tx: Tx,
  domain: Domain,
  { transfer, info }: { transfer: Transfer; info: DomainInfo },
): Promise<void> {
  if (transfer.endedAt) return
  const policy = await findSupportedPolicy(tx, { suffix: domain.suffix, now: tx.now })
  const freeAt = new Date(tx.now.getTime() + (policy?.lockDays ?? 60) * dayMs)
  const { displaced } = await receiveInCustody(tx, domain, freeAt)
  if (transfer.transactionId) await spendFee(tx, transfer.transactionId)
  await saveTransfer(tx, transfer.id, { state: 'done', sealedCode: null, endedAt: tx.now })
  await clearTimer(tx, { job: checkJob, subjectId: transfer.id })
  await insertHolding(tx, { domainId: domain.id, info })
  await askAnew(tx, domain.name)
  await planRenewal(tx, { domainId: domain.id, expiresAt: info.expiresAt })
  await notifyOwner(tx, domain, {
    subject: `${domain.unicodeName}: now in custody`,
    body: `${domain.unicodeName} has arrived and is locked. Your DNS is unchanged.`,
  })
  for (const rival of displaced) {
    await notifyOwner(tx, rival, {
      subject: `${rival.unicodeName}: no longer verified for you`,
      body: `Someone else transferred ${rival.unicodeName} here with its authorization code. Your verification has ended.`,
    })
  }
}
