/** How a domain stands on the wire. */
import type { domainSchema } from '@pier/protocol/calls/domains'
import { labelOfDays } from '@pier/protocol/labels'
import { limits } from '@pier/protocol/limits'
import type { z } from 'zod'
import type { OwnedDomain } from './portfolio.repository.ts'

type DomainView = z.input<typeof domainSchema>

export function presentDomain(domain: OwnedDomain): DomainView {
  const isExternal = domain.status.startsWith('EXTERNAL_')
  return {
    id: domain.id,
    domain: domain.name,
    unicode: domain.unicodeName,
    looks_like: domain.looksLike,
    status: domain.status,
    estimated_value: domain.valueCents === null ? null : domain.valueCents / 100,
    verification_record: isExternal ? domain.challengeValue : null,
    pending_transfer: domain.isPendingTransfer,
    listed: domain.listingId !== null,
    listing_id: domain.listingId,
    offers: Number(domain.pendingOffers),
    open_escrow_id: domain.openEscrowId,
    transfer_out_available_at: domain.transferOutAvailableAt?.toISOString() ?? null,
    on_hold: domain.isOnHold === true,
    expires_at: domain.heldUntil?.toISOString() ?? domain.registeredUntil,
    transfer: presentTransferIn(domain),
    transfer_out: presentTransferOut(domain),
    transfer_refusal: domain.transferRefusal,
  }
}

function presentTransferIn(domain: OwnedDomain): DomainView['transfer'] {
  const { transferDirection, transferState, transferAskedAt, transferActBy } = domain
  if (transferDirection !== 'in' || !transferAskedAt) return null
  return {
    asked_at: transferAskedAt.toISOString(),
    act_by: transferActBy?.toISOString() ?? null,
    days: labelOfDays({ min: domain.transferDaysMin ?? 1, max: domain.transferDaysMax ?? 5 }),
    can_cancel: transferState === 'asked' || transferState === 'requested',
  }
}

const hourMs = 3_600_000

function presentTransferOut(domain: OwnedDomain): DomainView['transfer_out'] {
  const { transferDirection, transferState, transferAskedAt, transferActBy, transferCodeAt } =
    domain
  if (transferDirection !== 'out' || !transferAskedAt) return null
  const isSent = transferState === 'code_sent' || transferState === 'closing'
  const waitMs = limits.transferOutWaitHours * hourMs
  const codeAt = transferCodeAt ?? new Date(transferAskedAt.getTime() + waitMs)
  return {
    state: isSent ? 'code_sent' : 'waiting',
    code_at: codeAt.toISOString(),
    valid_until: isSent ? (transferActBy?.toISOString() ?? null) : null,
  }
}
