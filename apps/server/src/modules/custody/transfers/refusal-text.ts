/** What a registry's refusal means for the owner, and what to do next. Codes decide, never texts. */
import { dayMs } from '@pier/protocol/time'
import type { DomainInfo, RegistrarErrorCode } from '../../../providers/registrar/registrar-port.ts'
import { type TldPolicy } from '../../domains/domains.service.ts'

/** Refusals of a transfer in that are not our fault: it ends, and the fee is returned. */
const transferText: Partial<Record<RegistrarErrorCode, string>> = {
  auth_code_invalid:
    'The authorization code is wrong. Ask your registrar for a new one and try again.',
  transfer_prohibited: 'It is locked. Unlock it at your registrar, then try again.',
  not_eligible:
    'It cannot move yet: it was registered or moved within the last 60 days, or is in a dispute.',
  not_found: 'The registry does not know this name. It may have expired.',
  fee_mismatch: 'The price has changed. Look at the new one and try again.',
  fee_required: 'It turned out to be a premium name. Look at the price and try again.',
  already_pending:
    'Somebody else is moving this name at the moment. If that is not you, act at once.',
  policy: 'The registry does not allow this transfer. Ask your registrar why.',
}

export const textOfRefusal = (code: RegistrarErrorCode): string | undefined => transferText[code]

/** Why the registry's data already rules a transfer out, before anything is sent. */
export function refuseByInfo(
  info: DomainInfo | null,
  { ageDaysMin }: Pick<TldPolicy, 'ageDaysMin'>,
  now: Date,
): string | null {
  if (!info) return transferText.not_found ?? null
  const statuses = new Set([...info.statuses, ...info.graceStatuses])
  if (statuses.has('serverTransferProhibited')) {
    return 'The registry itself has locked it, for a dispute or by registry lock. Ask your registrar.'
  }
  if (statuses.has('clientTransferProhibited')) return transferText.transfer_prohibited ?? null
  if (statuses.has('pendingTransfer')) return transferText.already_pending ?? null
  if (['redemptionPeriod', 'pendingDelete', 'pendingRestore'].some((each) => statuses.has(each))) {
    return 'It has expired and is about to be deleted. Restore it at your registrar first.'
  }
  const bornAt = Math.max(info.createdAt?.getTime() ?? 0, info.lastTransferAt?.getTime() ?? 0)
  if (now.getTime() - bornAt < ageDaysMin * dayMs) {
    const freeAt = new Date(bornAt + ageDaysMin * dayMs).toISOString().slice(0, 10)
    return `It was registered or moved within the last ${ageDaysMin} days. It can move from ${freeAt}.`
  }
  return null
}

/** How a transfer that had been accepted ended after all. */
export const textOfEnd: Record<string, string> = {
  clientRejected: 'Your registrar refused to let it go. Ask them why, then try again.',
  clientCancelled: 'The transfer was called back.',
  serverCancelled: 'The registry stopped the transfer. Ask your registrar why.',
}
