/** How a loan can end, and what can be done after it. */

/** By what was done last: who ended it, and in whose favour. */
export const loanEndings = [
  'REPAID',
  'REPAID_RULED',
  'REPAID_SETTLED',
  'REFINANCED',
  'REFINANCED_RULED',
  'SURRENDERED',
  'SEIZED',
  'SEIZED_RULED',
  'SEIZED_SETTLED',
  'TAKEN',
  'CANCELLED_BY_BORROWER',
  'CANCELLED_BY_LENDER',
  'CANCELLED_BY_OPERATOR',
  'UNFUNDED_RULED',
  'UNFUNDED_SETTLED',
  'LAPSED',
  'OVERTAKEN',
] as const
export type LoanEnding = (typeof loanEndings)[number]

export const nextKinds = [
  'LIST',
  'LISTED',
  'TRANSFER_OUT',
  'KEEP',
  'HELD',
  'LOAN',
  'DOMAINS',
  'LEND',
  'LOANS',
] as const
export type NextKind = (typeof nextKinds)[number]
