/**
 * What a page of the app shows first, in one call instead of a dozen. Each part is the answer of the
 * single call for it, which stays; here the session is checked once, and what several parts need
 * is read once.
 */
import { calls, type CallOutput } from '@pier/protocol/calls/calls'
import { limits } from '@pier/protocol/limits'
import type { Db } from '../../platform/db/database.ts'
import type { RoutePlugin } from '../../platform/http/app.ts'
import { requireUser } from '../../platform/http/require-user.ts'
import { keepFresh } from '../../platform/keep-fresh.ts'
import { findAnnouncement } from '../back-office/back-office.service.ts'
import { listFiles, openAgreementContext } from '../contracts/contracts.service.ts'
import { readDomains } from '../domains/domains.service.ts'
import { readAccount } from '../ledger/ledger.service.ts'
import {
  readEvents,
  readLoan,
  readLoans,
  readName,
  readServers,
  requireOwnLoan,
} from '../loans/loans.service.ts'
import { presentFile, readMessages } from '../messages/messages.service.ts'
import { readNotifications } from '../notifications/notifications.service.ts'
import { readOffers } from '../offers/offers.service.ts'
import { findReconciliation, readTransactions } from '../payments/payments.service.ts'
import {
  openUserClients,
  readFirstSteps,
  readSelf,
  type UserClients,
} from '../users/users.service.ts'

const announcementAgeMs = 2000
const reconciliationAgeMs = 5000
const newest = { page: 1, limit: limits.pageSizeMax }

type Reader = { id: string; now: Date }
type Account = Awaited<ReturnType<typeof readAccount>>
type Page = { db: Db; clients: UserClients; announced: () => Promise<Announcement> }
type Announcement = CallOutput<'GET /announcement'>

export const pageRoutes: RoutePlugin = async (app, { db, config }) => {
  const clients = await openUserClients(config)
  const announced = keepFresh(() => findAnnouncement(db), announcementAgeMs)
  const reconciled = keepFresh(() => findReconciliation(db), reconciliationAgeMs)
  const context = openAgreementContext(config)
  const page = { db, clients, announced }
  app.addHook('onRequest', requireUser)

  app.get('/app', { schema: calls['GET /app'] }, ({ user }) =>
    readFrame(page, user, readAccount(db, user.id)),
  )

  app.get('/app/dashboard', { schema: calls['GET /app/dashboard'] }, async ({ user }) => {
    const account = readAccount(db, user.id)
    const [frame, firstSteps, domains, transactions] = await Promise.all([
      readFrame(page, user, account),
      readFirstSteps(db, user.id),
      readDomains(db, user, { ...newest, filter: 'all' }),
      Promise.all([account, reconciled()]).then((beside) =>
        readTransactions(db, firstTransactions(user), beside),
      ),
    ])
    return { ...frame, first_steps: firstSteps, domains, transactions }
  })

  app.get('/app/loans/:id', { schema: calls['GET /app/loans/:id'] }, async (request) => {
    const { user } = request
    const key = { escrowId: request.params.id, userId: user.id }
    const own = await requireOwnLoan(db, key)
    const [frame, loan, events, messages, files, nameservers, name] = await Promise.all([
      readFrame(page, user, readAccount(db, user.id)),
      readLoan(db, context, key),
      readEvents(db, own, { page: 1, limit: limits.eventsPerPageMax }),
      readMessages(db, key),
      listFiles(db, own.loan.id),
      readServers(db, own, user.now),
      readName(db, own.loan, user),
    ])
    return {
      ...frame,
      loan,
      events,
      messages,
      files: { files: files.map(presentFile) },
      nameservers,
      name,
    }
  })
}

/** What is around every page. */
async function readFrame(
  { db, clients, announced }: Page,
  user: Reader,
  account: Promise<Account>,
): Promise<CallOutput<'GET /app'>> {
  const [self, notifications, announcement, received, sent, borrowed, lent] = await Promise.all([
    account.then((known) => readSelf(db, clients, { ...known, userId: user.id })),
    readNotifications(db, user.id),
    announced(),
    readOffers(db, user, { ...newest, role: 'BORROWER' }),
    readOffers(db, user, { ...newest, role: 'LENDER' }),
    readLoans(db, user, { ...newest, role: 'BORROWER' }),
    readLoans(db, user, { ...newest, role: 'LENDER' }),
  ])
  return { self, notifications, announcement, received, sent, borrowed, lent }
}

const firstTransactions = ({ id: userId }: Reader) => ({
  userId,
  page: 1,
  limit: limits.transactionsPerPage,
})
