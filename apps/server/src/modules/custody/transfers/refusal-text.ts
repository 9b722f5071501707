/** What a registry's refusal means for the owner, and what to do next. Codes decide, never texts. */
import { sayDate } from '@pier/protocol/say-time'
import { dayMs } from '@pier/protocol/time'
import type { DomainInfo, RegistrarErrorCode } from '../../../providers/registrar/registrar-port.ts'
import { type TldPolicy } from '../../domains/domains.service.ts'

/** Refusals of a transfer in that are not our fault: it ends, and the fee is returned. */
const transferText: Partial<Record<RegistrarErrorCode, string>> = {
  auth_code_invalid:
    'The authorization code is wrong. Ask your registrar for a new one and try again.',
  transfer_prohibited: 'The domain is locked. Unlock it at your registrar, then try again.',
  not_eligible:
    'It cannot be transferred yet. It was registered or transferred in the last 60 days, or it is in a dispute.',
  not_found: 'The registry does not know this domain. It may have expired.',
  fee_mismatch: 'The price has changed. Check the new price and try again.',
  fee_required: 'It is a premium domain. Check the price and try again.',
  already_pending:
    'Another transfer of this domain is in progress. If you did not start it, contact your registrar at once.',
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
    return 'The registry has locked it because of a dispute or a registry lock. Ask your registrar.'
  }
  if (statuses.has('clientTransferProhibited')) return transferText.transfer_prohibited ?? null
  if (statuses.has('pendingTransfer')) return transferText.already_pending ?? null
  if (['redemptionPeriod', 'pendingDelete', 'pendingRestore'].some((each) => statuses.has(each))) {
    return 'It has expired and will be deleted soon. Restore it at your registrar first.'
  }
  const bornAt = Math.max(info.createdAt?.getTime() ?? 0, info.lastTransferAt?.getTime() ?? 0)
  if (now.getTime() - bornAt < ageDaysMin * dayMs) {
    const freeAt = sayDate(new Date(bornAt + ageDaysMin * dayMs))
    return `It was registered or transferred in the last ${ageDaysMin} days. It can be transferred from ${freeAt}.`
  }
  return null
}

/** How a transfer that had been accepted ended after all. */
export const textOfEnd: Record<string, string> = {
  clientRejected: 'Your registrar rejected the transfer. Ask them why, then try again.',
  clientCancelled: 'The transfer was cancelled.',
  serverCancelled: 'The registry stopped the transfer. Ask your registrar why.',
}
