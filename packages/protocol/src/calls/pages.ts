/**
 * What a page of the app shows first, in one call. Each part is the very answer of the single call
 * that it stands for.
 */
import { z } from 'zod'
import { listDomainsCall } from './domains.ts'
import { listBorrowedCall, listLentCall, readLoanCall } from './loans/loan.ts'
import { listLoanEventsCall } from './loans/loan-events.ts'
import { readLoanNameCall } from './loans/loan-names.ts'
import { listFilesCall, readLoanNameserversCall } from './loans/loans.ts'
import { listMessagesCall } from './loans/messages.ts'
import { listNotificationsCall } from './notifications.ts'
import { announcementCall } from './numbers.ts'
import { listReceivedOffersCall, listSentOffersCall } from './offers.ts'
import { id } from './schemas.ts'
import { listTransactionsCall } from './transactions.ts'
import { getSelfCall, listFirstStepsCall } from './users.ts'

const tags = ['pages']

/** Around every page: who is logged in, and what needs them. */
const frame = z.object({
  self: getSelfCall.response[200],
  notifications: listNotificationsCall.response[200],
  announcement: announcementCall.response[200],
  received: listReceivedOffersCall.response[200],
  sent: listSentOffersCall.response[200],
  borrowed: listBorrowedCall.response[200],
  lent: listLentCall.response[200],
})

export const readFrameCall = {
  tags,
  summary: 'What is around every page of the app: the user, their notices, offers and loans',
  response: { 200: frame },
}

export const readDashboardCall = {
  tags,
  summary: 'What the dashboard shows, and what is around it',
  response: {
    200: frame.extend({
      first_steps: listFirstStepsCall.response[200],
      domains: listDomainsCall.response[200],
      transactions: listTransactionsCall.response[200],
    }),
  },
}

export const readLoanPageCall = {
  tags,
  summary: 'What the page of a loan shows, and what is around it',
  params: z.object({ id }),
  response: {
    200: frame.extend({
      loan: readLoanCall.response[200],
      events: listLoanEventsCall.response[200],
      messages: listMessagesCall.response[200],
      files: listFilesCall.response[200],
      nameservers: readLoanNameserversCall.response[200],
      name: readLoanNameCall.response[200],
    }),
  },
}
