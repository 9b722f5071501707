import type { CallOutput } from '@pier/protocol/calls/calls'

type FirstSteps = CallOutput<'GET /users/first-steps'>

const open = { done: false, done_at: null }
export const doneStep = { done: true, done_at: '2026-10-14T13:58:00.000Z' }

/** Of somebody who has only registered. */
export const noSteps: FirstSteps = {
  email: open,
  two_step: open,
  address: open,
  payment: open,
  domain: open,
  alert: open,
  market: open,
  has_loan: false,
}

/** Of somebody who has had a loan: the checklist is over. */
export const stepsOver: FirstSteps = { ...noSteps, has_loan: true }
