/**
 * Owns saved searches, and notifies their owners of a matching listing: each person once per
 * listing, in the app and by mail.
 */
import { limits } from '@pier/protocol/limits'
import { formatMoney, formatRate } from '@pier/protocol/money'
import { AppError } from '../../../platform/app-error.ts'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { enqueue } from '../../../platform/jobs/queue.ts'
import { notify } from '../../notifications/notifications.service.ts'
import { lockCaller, requireVerifiedEmail, type Caller } from '../../users/users.service.ts'
import { findListing, type Listing } from '../publishing/listings.repository.ts'
import type { Wanted } from '../directory/read-wanted.ts'
import { describeSearch, writeQuery } from './search-text.ts'
import {
  deleteSearch,
  deleteSearchesOfUser,
  insertSearch,
  listSearches,
  markAlerted,
  saveLook,
  updateSearch,
  type Search,
} from './searches.repository.ts'

const alertsAtOnce = 200

/** Saving the same search again returns the first one. */
export async function saveSearch(
  tx: Tx,
  { userId, sessionId, wanted }: Caller & { wanted: Wanted },
): Promise<Search> {
  requireVerifiedEmail((await lockCaller(tx, { userId, sessionId })).user)
  const searches = await listSearches(tx, userId)
  const query = writeQuery(wanted)
  const same = searches.find((search) => writeQuery(search.wanted) === query)
  if (same) return same
  if (searches.length >= limits.searchesPerUserMax) throw new AppError('too_many_searches')
  return insertSearch(tx, userId, wanted)
}

/** Keeps what it has found so far, as far as that still matches. */
export async function editSearch(
  tx: Tx,
  { userId, sessionId, searchId, wanted }: Caller & { searchId: string; wanted: Wanted },
): Promise<Search> {
  await lockCaller(tx, { userId, sessionId })
  const searches = await listSearches(tx, userId)
  const search = searches.find(({ id }) => id === searchId)
  if (!search) throw new AppError('search_not_found')
  const query = writeQuery(wanted)
  const same = searches.find((other) => writeQuery(other.wanted) === query)
  if (same === search) return search
  if (same) throw new AppError('search_exists')
  return updateSearch(tx, searchId, wanted)
}

/** Marks what it has found so far as seen. */
export async function lookAtSearch(
  tx: Tx,
  { userId, sessionId, searchId }: Caller & { searchId: string },
): Promise<void> {
  await lockCaller(tx, { userId, sessionId })
  if (!(await saveLook(tx, { id: searchId, userId }))) throw new AppError('search_not_found')
}

export async function removeSearch(
  tx: Tx,
  { userId, sessionId, searchId }: Caller & { searchId: string },
): Promise<void> {
  await lockCaller(tx, { userId, sessionId })
  if (!(await deleteSearch(tx, { id: searchId, userId }))) throw new AppError('search_not_found')
}

/** Part of a user's copy of their data. */
export const collectSearches = async (db: Db, userId: string) =>
  (await listSearches(db, userId)).map(({ wanted, createdAt }) => ({ ...wanted, createdAt }))

/** For a deleted user. */
export const forgetSearches = deleteSearchesOfUser

/** Limited per transaction; the next job does the rest. */
export async function alertSearchers(
  tx: Tx,
  { listingId, publicOrigin }: { listingId: string; publicOrigin: string },
): Promise<void> {
  const listing = await findListing(tx, listingId)
  if (!listing?.isActive) return
  const searches = await markAlerted(tx, { listingId, limit: alertsAtOnce })
  for (const search of searches) await alert(tx, { search, listing, publicOrigin })
  if (searches.length === alertsAtOnce) await enqueue(tx, 'listings.alert', { listingId })
}

async function alert(
  tx: Tx,
  { search, listing, publicOrigin }: { search: Search; listing: Listing; publicOrigin: string },
): Promise<void> {
  const { unicodeName, amountCents, termDays, rateBps } = listing
  const terms = `${formatMoney(amountCents, { whole: true })}, ${termDays} days, ${formatRate(rateBps)}`
  const body = `${unicodeName} is listed: ${terms}`
  const link = `/app/listings?${writeQuery({ text: unicodeName })}`
  const mail = {
    subject: `New listing: ${unicodeName}`,
    heading: unicodeName,
    paragraphs: [`${body}.`, `It matches your alert: ${describeSearch(search.wanted)}.`],
    button: { label: 'View listing', url: `${publicOrigin}${link}` },
    footnote: {
      text: 'You set an alert for this search. Delete it under Alerts to stop these emails.',
    },
  }
  await notify(tx, { userId: search.userId, kind: 'offers', body, link, mail })
}
