import { calls } from '@pier/protocol/calls/calls'
import type { z } from 'zod'
import { AppError, invariant } from '../../../platform/app-error.ts'
import { readClock } from '../../../platform/db/database.ts'
import type { RoutePlugin } from '../../../platform/http/app.ts'
import { recogniseUser } from '../../../platform/http/require-user.ts'
import { visitPassport } from '../../custody/custody.service.ts'
import { findDomain } from '../../domains/domains.service.ts'
import { findListingPage, type ListingPage } from './listing-page.repository.ts'
import { presentCard } from './present-card.ts'

type PageView = z.input<(typeof calls)['GET /listings/:id']['response'][200]>

/** Public while it is active. Its owner can see it afterwards too. */
export const listingPageRoutes: RoutePlugin = async (app, { db }) => {
  app.get('/listings/:id', { schema: calls['GET /listings/:id'] }, async (request) => {
    const user = await recogniseUser(request)
    const now = await readClock(db)
    const listing = await findListingPage(db, { id: request.params.id, now })
    const isOwn = listing !== undefined && listing.userId === user?.id
    if (!listing || !(listing.isActive || isOwn)) throw new AppError('listing_not_found')
    const domain = await findDomain(db, listing.domainId)
    invariant(domain, 'a domain is never deleted')
    const { value, ...facts } = await visitPassport(db, domain, now)
    return {
      ...presentCard(listing),
      created_at: listing.createdAt.toISOString(),
      is_open: listing.isActive && listing.expiresAt > now,
      is_own: isOwn,
      version: listing.version,
      owner: presentOwner(listing),
      passport: presentFacts(facts, listing),
      value,
      pending_offers: Number(listing.pendingOffers),
    }
  })
}

const presentOwner = (listing: ListingPage): PageView['owner'] => ({
  handle: listing.ownerHandle ?? 'unnamed',
  loans_repaid: Number(listing.loansRepaid),
  loans_ended: Number(listing.loansEnded),
  on_time: Number(listing.loansOnTime),
  disputes_lost: Number(listing.disputesLost),
  lapses: Number(listing.loansLapsed),
  since: listing.ownerSince,
})

type Facts = Omit<Awaited<ReturnType<typeof visitPassport>>, 'value'>

const presentFacts = (facts: Facts, listing: ListingPage): PageView['passport'] => ({
  fetched_at: facts.fetched_at,
  is_fresh: facts.is_fresh,
  is_held: facts.is_held,
  is_locked: facts.is_locked,
  source: facts.source,
  registered_at: facts.registered_at,
  expires_at: facts.expires_at,
  transferred_at: facts.transferred_at,
  registrar: facts.registrar,
  locks: facts.locks,
  nameservers: facts.nameservers,
  nameservers_changed_at: listing.nameserversChangedAt?.toISOString() ?? null,
  is_signed: facts.is_signed,
  in_custody_since: listing.inCustodySince?.toISOString() ?? null,
  renewal_price: listing.renewalCents === null ? null : Number(listing.renewalCents) / 100,
  warnings: facts.warnings,
})
