import { dayMs } from '@pier/protocol/time'
import { inBatches } from '../../platform/batches.ts'
import type { JobHandler } from '../../platform/jobs/worker.ts'
import { collectCertificates } from '../custody/custody.service.ts'
import { collectDomains } from '../domains/domains.service.ts'
import { collectLoans } from '../loans/loans.service.ts'
import { collectListings, collectSearches, forgetSearches } from '../listings/listings.service.ts'
import { collectMessages } from '../messages/messages.service.ts'
import { collectOffers } from '../offers/offers.service.ts'
import { collectTransactions } from '../payments/payments.service.ts'
import { applyEmailChange } from './support/support-actions.service.ts'
import { deleteOldLinks } from './account/links.repository.ts'
import { mailResetLink } from './sign-in/mail-links.service.ts'
import { deleteOldSessions } from './sessions/sessions.repository.ts'
import {
  collectUserData,
  deleteUser,
  eraseUnverified,
  finishExport,
} from './personal-data/user-data.service.ts'
import { deleteOldExports, findExportOwner } from './personal-data/user-data.repository.ts'
import { deleteOldSecurityEvents } from './account/users.repository.ts'
import type { UserClients } from './account/user-clients.ts'

type Tools = { userTools: UserClients }

export const requestResetJob: JobHandler<Tools, 'users.request-reset'> = (worker, request) =>
  mailResetLink(worker.db, worker.userTools, request, worker.settle)

export const buildExportJob: JobHandler<Tools, 'users.build-export'> = async (
  { db, userTools, settle },
  { exportId },
) => {
  const userId = await findExportOwner(db, exportId)
  const own = userId && (await collectUserData(db, userTools, userId))
  if (!own) return
  const data = {
    ...own,
    domains: await collectDomains(db, userId),
    certificates: await collectCertificates(db, userId),
    listings: await collectListings(db, userId),
    searches: await collectSearches(db, userId),
    offers: await collectOffers(db, userId),
    loans: await collectLoans(db, userId),
    messages: await collectMessages(db, userId),
    transactions: await collectTransactions(db, userId),
  }
  await settle((tx) => finishExport(tx, userTools, { exportId, data }))
}

export const deleteUserJob: JobHandler<Tools, 'users.delete-user'> = ({ settle }, { subjectId }) =>
  settle(async (tx) => {
    if (await deleteUser(tx, subjectId)) await forgetSearches(tx, subjectId)
  })

export const changeEmailJob: JobHandler<Tools, 'users.change-email'> = (
  { settle, userTools },
  { subjectId },
) => settle((tx) => applyEmailChange(tx, userTools, subjectId))

/**
 * Retention: links and sessions 90 days, data exports 7 days, the security log a year, and accounts
 * with an unverified address 30 days.
 */
export const cleanUpUsersJob: JobHandler<Tools, 'users.clean-up'> = async ({ db }) => {
  const sweeps = [
    { days: 90, sweep: deleteOldSessions },
    { days: 90, sweep: deleteOldLinks },
    { days: 7, sweep: deleteOldExports },
    { days: 365, sweep: deleteOldSecurityEvents },
    { days: 30, sweep: eraseUnverified },
  ]
  for (const { days, sweep } of sweeps) {
    await inBatches(db, (tx, limit) => sweep(tx, new Date(tx.now.getTime() - days * dayMs), limit))
  }
}
