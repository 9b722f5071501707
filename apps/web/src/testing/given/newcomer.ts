import type { CallOutput } from '@pier/protocol/calls/calls'
import { self } from '../answers.ts'
import { type Answers, refusal } from '../screen/fake-server.ts'
import { keepAccount } from './account.ts'
import { noSteps } from './first-steps.ts'
import { directory } from './listings.ts'
import { nothingYet } from './nothing-yet.ts'

/** What every screen of the app loads for a new user without loans. */
export const newcomerAnswers = (): Answers => ({
  ...nothingYet,
  ...keepAccount().answers,
  'GET /users/self': { ...self, balance: 0, email_verified: false },
  'GET /users/first-steps': noSteps,
  'GET /prices': comPrice,
  'GET /listings': directory,
  'GET /searches': { searches: [] },
  'GET /escrow/:id': refusal(404, 'escrow_not_found', 'Loan not found'),
})

const comPrice: CallOutput<'GET /prices'> = {
  prices: [{ suffix: 'com', transfer: 10.44, renewal: 10.44, since: '2026-10-01T09:00:00.000Z' }],
}

/** Every screen of the app. */
export const appPaths = [
  '/app',
  '/app/my-domains',
  '/app/borrow',
  '/app/lend',
  '/app/escrow/0',
  '/app/listings',
  '/app/alerts',
  '/app/transactions',
  '/app/add-balance',
  '/app/settings',
  '/app/no-such-place',
] as const
