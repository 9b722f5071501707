/** What owners read about their domains, joined with data of other modules. Read-only. */
import type { domainFilters } from '@pier/protocol/calls/domains'
import type { DomainStatus } from '@pier/protocol/statuses'
import { sql, type Kysely, type SelectQueryBuilder } from 'kysely'
import type { DB } from '../../../platform/db/db-types.ts'
import type { Fqdn } from '../../../platform/net/fqdn.ts'

type DomainFilter = (typeof domainFilters)[number]
export type OwnedDomain = Awaited<ReturnType<typeof readOwned>>[number]

type Wanted = { userId: string; filter: DomainFilter; search: string | undefined }
type Page = { page: number; limit: number }

/** One page, newest first. */
export function listDomainsOfUser(
  db: Kysely<DB>,
  { page, limit, now, ...wanted }: Wanted & Page & { now: Date },
) {
  const rows = selectDomains(db, wanted)
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .limit(limit)
    .offset((page - 1) * limit)
  return readOwned(db, rows, now)
}

export function listAllDomains(
  db: Kysely<DB>,
  { userId, now }: { userId: string; now: Date },
): Promise<OwnedDomain[]> {
  return readOwned(db, selectDomains(db, { userId, filter: 'all', search: undefined }), now)
}

export async function findOwnedDomain(
  db: Kysely<DB>,
  { domainId, userId, now }: { domainId: string; userId: string; now: Date },
): Promise<OwnedDomain | undefined> {
  const all = selectDomains(db, { userId, filter: 'all', search: undefined })
  const [domain] = await readOwned(db, all.where('id', '=', domainId), now)
  return domain
}

export async function countDomains(db: Kysely<DB>, wanted: Wanted): Promise<number> {
  const { count } = await db
    .selectFrom(selectDomains(db, wanted).as('domains'))
    .select((row) => row.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** How many there are of each kind, and their total valuation. */
export async function sumDomains(db: Kysely<DB>, { userId, now }: { userId: string; now: Date }) {
  const { rows } = await sql<
    Record<'all' | 'listed' | 'inEscrow' | 'inCustody' | 'notVerified', string> & {
      valueCents: string
      withoutValue: string
    }
  >`
    select count(*) as all,
      count(listings.id) as listed,
      count(*) filter (where domains.status = 'IN_ESCROW') as in_escrow,
      count(*) filter (where domains.status = 'CUSTODY_PAID') as in_custody,
      count(*) filter (where domains.status = 'EXTERNAL_UNVERIFIED') as not_verified,
      coalesce(sum(value.amount_cents), 0) as value_cents,
      count(*) filter (where value.amount_cents is null) as without_value
    from domains left join lateral (
      select amount_cents from valuations
      where valuations.name = domains.name and valuations.expires_at > ${now}
      order by valuations.created_at desc limit 1
    ) as value on true
    left join listings on listings.domain_id = domains.id and listings.ended_at is null
    where domains.user_id = ${userId} and archived_at is null
  `.execute(db)
  const [row] = rows
  return {
    counts: {
      all: Number(row?.all),
      listed: Number(row?.listed),
      in_escrow: Number(row?.inEscrow),
      in_custody: Number(row?.inCustody),
      not_verified: Number(row?.notVerified),
    } satisfies Record<DomainFilter, number>,
    valueCents: Number(row?.valueCents),
    withoutValue: Number(row?.withoutValue),
  }
}

const statusOf: Partial<Record<DomainFilter, DomainStatus>> = {
  in_escrow: 'IN_ESCROW',
  in_custody: 'CUSTODY_PAID',
  not_verified: 'EXTERNAL_UNVERIFIED',
}

function selectDomains(db: Kysely<DB>, { userId, filter, search }: Wanted) {
  const status = statusOf[filter]
  const part = search?.trim().toLowerCase().normalize('NFC')
  const pattern = `%${part?.replaceAll(/[\\%_]/g, '\\$&')}%`
  return db
    .selectFrom('domains')
    .selectAll()
    .where('userId', '=', userId)
    .where('archivedAt', 'is', null)
    .$if(status !== undefined, (query) => query.where('status', '=', status ?? ''))
    .$if(filter === 'listed', (query) =>
      query.where((row) =>
        row.exists(
          row
            .selectFrom('listings')
            .select('listings.id')
            .whereRef('listings.domainId', '=', 'domains.id')
            .where('listings.endedAt', 'is', null),
        ),
      ),
    )
    .$if(Boolean(part), (query) =>
      query.where((row) =>
        row.or([row('name', 'like', pattern), row('unicodeName', 'like', pattern)]),
      ),
    )
}

type DomainsQuery = ReturnType<typeof selectDomains>

async function readOwned(db: Kysely<DB>, wanted: DomainsQuery, now: Date) {
  const rows = await joinKnown(db, wanted, now)
    .orderBy('domains.createdAt', 'desc')
    .orderBy('domains.id') // Keeps the order stable across pages.
    .execute()
  return rows.map(({ valueCents, ...row }) => ({
    ...row,
    name: row.name as Fqdn, // Written through `readDomainName` alone.
    status: row.status as DomainStatus,
    valueCents: valueCents === null ? null : Number(valueCents),
  }))
}

/** The joins find one row each, and for the rows of the page alone. */
const joinKnown = (db: Kysely<DB>, wanted: DomainsQuery, now: Date) =>
  db
    .selectFrom(wanted.as('domains'))
    .leftJoin('domainChallenges', 'domainChallenges.domainId', 'domains.id')
    .leftJoin('transfers', (join) =>
      join.onRef('transfers.domainId', '=', 'domains.id').on('transfers.endedAt', 'is', null),
    )
    .leftJoin('holdings', (join) =>
      join.onRef('holdings.domainId', '=', 'domains.id').on('holdings.leftAt', 'is', null),
    )
    .leftJoin('listings', (join) =>
      join.onRef('listings.domainId', '=', 'domains.id').on('listings.endedAt', 'is', null),
    )
    .leftJoin('escrows', (join) =>
      join
        .onRef('escrows.domainId', '=', 'domains.id')
        .on('escrows.endedAt', 'is', null)
        .on('escrows.isLinked', '=', false),
    )
    .leftJoin('registrations', 'registrations.name', 'domains.name')
    .leftJoinLateral(
      (query) => latestOf(query.selectFrom('tldPolicies'), now).as('policy'),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(
      (query) =>
        query
          .selectFrom('valuations')
          .select('amountCents as valueCents')
          .whereRef('valuations.name', '=', 'domains.name')
          .where('valuations.expiresAt', '>', now)
          .orderBy('valuations.createdAt', 'desc')
          .limit(1)
          .as('value'),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(
      (query) => lastPriceOf(query.selectFrom('feeQuotes')).as('price'),
      (join) => join.onTrue(),
    )
    .selectAll('domains')
    .select(knownColumns)
    .select((row) => [
      pendingOffers.as('pendingOffers'),
      sql<string | null>`registrations.facts ->> 'expiresAt'`.as('registeredUntil'),
      row
        .exists(
          row
            .selectFrom('domainHolds')
            .select('domainHolds.id')
            .whereRef('domainHolds.domainId', '=', 'domains.id')
            .where('domainHolds.liftedAt', 'is', null),
        )
        .as('isOnHold'),
    ])

const knownColumns = [
  'domainChallenges.value as challengeValue',
  'transfers.direction as transferDirection',
  'transfers.state as transferState',
  'transfers.createdAt as transferAskedAt',
  'transfers.actBy as transferActBy',
  'transfers.codeAt as transferCodeAt',
  'holdings.expiresAt as heldUntil',
  'listings.id as listingId',
  'listings.amountCents as askedCents',
  'listings.termDays as askedDays',
  'listings.rateBps as askedBps',
  'listings.acceptsByItself',
  'listings.expiresAt as listingEndsAt',
  'listings.isPaused as isListingPaused',
  'listings.isReserved as isListingReserved',
  'escrows.id as openEscrowId',
  'policy.transferDaysMin',
  'policy.transferDaysMax',
  'policy.transferPriceCents',
  'policy.renewalPriceCents',
  'price.operation as pricedOperation',
  'price.amountCents as pricedCents',
  'price.renewalCents as pricedRenewalCents',
  'price.isPremium',
  'value.valueCents',
] as const

const pendingOffers = sql<string>`(
  select count(*) from offers where offers.domain_id = domains.id and offers.status = 'PENDING')`

/** The registry's latest price for the name, for a transfer or a renewal. */
const lastPriceOf = (quotes: SelectQueryBuilder<DB, 'feeQuotes', object>) =>
  quotes
    .select(['operation', 'amountCents', 'renewalCents', 'isPremium'])
    .where(sql<boolean>`fee_quotes.domain_id = domains.id`)
    .where('state', '=', 'ready')
    .orderBy('askedAt', 'desc')
    .limit(1)

/** The suffix rules in force now; announced ones do not count yet. */
const latestOf = (policies: SelectQueryBuilder<DB, 'tldPolicies', object>, now: Date) =>
  policies
    .select(['transferDaysMin', 'transferDaysMax', 'transferPriceCents', 'renewalPriceCents'])
    .where(sql<boolean>`tld_policies.suffix = domains.suffix`)
    .where('effectiveFrom', '<=', now)
    .orderBy('effectiveFrom', 'desc')
    .limit(1)
