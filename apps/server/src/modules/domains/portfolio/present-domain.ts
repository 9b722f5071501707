/** A domain on the wire. */
import type { domainSchema } from '@pier/protocol/calls/domains'
import { labelOfDays } from '@pier/protocol/labels'
import { limits } from '@pier/protocol/limits'
import { hourMs } from '@pier/protocol/time'
import type { z } from 'zod'
import type { OwnedDomain } from './portfolio.repository.ts'

type DomainView = z.input<typeof domainSchema>

export function presentDomain(domain: OwnedDomain, now: Date): DomainView {
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
    listing: presentAsk(domain, now),
    offers: Number(domain.pendingOffers),
    open_escrow_id: domain.openEscrowId,
    transfer_out_available_at: domain.transferOutAvailableAt?.toISOString() ?? null,
    on_hold: domain.isOnHold === true,
    expires_at: domain.heldUntil?.toISOString() ?? domain.registeredUntil,
    transfer: presentTransferIn(domain),
    transfer_out: presentTransferOut(domain),
    transfer_refusal: domain.transferRefusal,
    registry_fee: presentFee(domain),
  }
}

function presentAsk(domain: OwnedDomain, now: Date): DomainView['listing'] {
  const { listingId, askedCents, askedDays, askedBps, acceptsByItself, listingEndsAt } = domain
  if (!listingId || !listingEndsAt || askedDays === null || askedBps === null) return null
  return {
    desired_loan_amount: Number(askedCents) / 100,
    desired_term: askedDays,
    desired_apy: askedBps / 100,
    auto_accept: acceptsByItself === true,
    expires_at: listingEndsAt.toISOString(),
    state: stateOfListing(domain, listingEndsAt <= now),
  }
}

function stateOfListing({ isListingReserved, isListingPaused }: OwnedDomain, isOver: boolean) {
  if (isListingReserved) return 'taken'
  if (isListingPaused) return 'paused'
  return isOver ? 'ended' : 'shown'
}

/** The registry's latest price for this name, or the usual price of its suffix. */
function presentFee(domain: OwnedDomain): DomainView['registry_fee'] {
  const { pricedOperation, pricedCents, pricedRenewalCents } = domain
  const isRenewal = pricedOperation === 'renew'
  const renewal = (isRenewal ? pricedCents : pricedRenewalCents) ?? domain.renewalPriceCents
  const transfer = (isRenewal ? null : pricedCents) ?? domain.transferPriceCents
  if (renewal === null) return null
  return {
    transfer: transfer === null ? null : Number(transfer) / 100,
    renewal: Number(renewal) / 100,
    is_premium: domain.isPremium === true,
    is_quoted: pricedOperation !== null,
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
