import type { Changes } from './changes.ts'

export const changesOfProtocol: Changes = {
  'packages/protocol/src/labels.ts': [
    ['S3-023', "top_up: 'Top-up'", "top_up: 'Deposit'"],
    ['S4-028', "RESCINDED: 'Rescinded'", "RESCINDED: 'Withdrawn'"],
    ['S4-033', "'Pending Signature'", "'Pending signature'"],
    ['S4-034', "'Waiting for Transfer'", "'Waiting for Domain'"],
    ['S4-035', "'Waiting for Payment'", "'In Custody'"],
    ['S4-036', "'Marked Paid'", "'Paid'"],
    ['S4-037', "'Disputed'", "'Escalated'"],
    ['S4-038', "FINALIZED_LENDER_SEIZURE: 'Seized'", "FINALIZED_LENDER_SEIZURE: 'Defaulted'"],
    [
      'S4-039',
      "FINALIZED_RETURN_TO_BORROWER: 'Complete'",
      "FINALIZED_RETURN_TO_BORROWER: 'Returned'",
    ],
    ['S4-040', "FINALIZED_PLATFORM_SEZIURE: 'Seized'", "FINALIZED_PLATFORM_SEIZURE: 'Seized'"],
    ['S4-041', "CANCELLED: 'Cancelled'", "CANCELLED: 'Canceled'"],
    ['S4-042', "unknown = 'Unknown'", "unknown = ''"],
  ],
  'packages/protocol/src/lifecycles/domain.ts': [
    [
      'S4-012',
      "holdInEscrow: { from: ['CUSTODY_PAID'], to: 'IN_ESCROW' }",
      "holdInEscrow: { from: ['CUSTODY_PAID'], to: 'CUSTODY_PAID' }",
    ],
    ['S4-013', "['EXTERNAL_VERIFIED', 'CUSTODY_PAID']", "['CUSTODY_PAID']"],
    ['S4-015', '!isListed && !hasOpenLoan', '!hasOpenLoan'],
    ['S4-018', 'loanable.includes(status) && isListed,', 'isListed,'],
    [
      'S4-019',
      "editNameservers: ({ status }) => status === 'CUSTODY_PAID'",
      'editNameservers: () => true',
    ],
    ['S4-021', ' && transferOutAvailableAt <= now', ''],
    [
      'S4-024',
      "getVerified: ({ status }) => status === 'EXTERNAL_UNVERIFIED'",
      "getVerified: ({ status }) => status.startsWith('EXTERNAL_')",
    ],
    ['S4-026', ' && !pendingTransfer', ''],
  ],
  'packages/protocol/src/lifecycles/loan-rows.ts': [
    [
      'S4-043',
      "row(9, 'cancel', ['BORROWER', 'OPERATOR'], coming, {",
      "row(9, 'cancel', ['OPERATOR'], coming, {",
    ],
    [
      'S4-044',
      "row(14, 'escalate', borrower, fundingClaimed",
      "row(14, 'escalate', borrower, held",
    ],
    ['S4-046', "row(11, 'markPaid', lender, held", "row(11, 'markPaid', lender, coming"],
  ],
  'packages/protocol/src/limits.ts': [
    ['S3-027', 'pictureSidePixels: 400', 'pictureSidePixels: 200'],
    ['S7-029', 'offersPerPage: 4', 'offersPerPage: 5'],
    ['S7-043', 'domainsPerPage: 7', 'domainsPerPage: 8'],
    ['S7-049', 'transactionsPerPage: 5', 'transactionsPerPage: 6'],
    ['S2-053', 'loadingClearMs: 2000', 'loadingClearMs: 3000'],
    ['S2-085', 'transferOutPromiseHours: 24', 'transferOutPromiseHours: 48'],
    ['S9-001', 'listingsPerPage: 12', 'listingsPerPage: 13'],
    ['S9-003', 'domainsPerPage: 7', 'domainsPerPage: 10'],
    ['S9-006', 'transactionsPerPage: 5', 'transactionsPerPage: 10'],
    ['S9-007', 'pageSizeMax: 100', 'pageSizeMax: 50'],
    ['S9-011', 'mfaCodeLength: 6', 'mfaCodeLength: 7'],
    ['S2-030', 'listingsPerPage: 12', 'listingsPerPage: 10'],
    ['S2-079', 'domainsPerPage: 7', 'domainsPerPage: 6'],
    ['S2-096', 'offersPerPage: 4', 'offersPerPage: 3'],
    ['S2-113', 'transactionsPerPage: 5', 'transactionsPerPage: 4'],
    ['S9-005', 'offersPerPage: 4', 'offersPerPage: 10'],
    ['S9-012', 'loadingClearMs: 2000', 'loadingClearMs: 2500'],
    ['S9-013', 'bannerClearMs: 3500', 'bannerClearMs: 3000'],
    ['S9-014', 'bannerClearMs: 3500', 'bannerClearMs: 4000'],
    ['S9-015', 'hashScrollTimeoutMs: 10_000', 'hashScrollTimeoutMs: 5000'],
    ['S9-016', 'pictureSidePixels: 400', 'pictureSidePixels: 256'],
  ],
  'packages/protocol/src/errors.ts': [
    [
      'S5-012',
      "amount_invalid: { status: 422, message: 'Invalid amount' }",
      "amount_invalid: { status: 422, message: 'No amount' }",
    ],
    ['S8-004', "'No refresh token available'", "'Please log in again'"],
  ],
  'packages/protocol/src/failures.ts': [
    ['S2-009', 'An unexpected error has occurred..', 'Something went wrong'],
    ['S8-017', 'An unexpected error has occurred..', 'An error has occurred'],
  ],
  'packages/protocol/src/brand.ts': [
    ['S2-020', 'Pier to Pier Lending for Domainers', 'Lending for Domainers'],
    ['S1-002', 'a Breakwater Consulting company', 'Breakwater'],
  ],
  'packages/protocol/src/text.ts': [
    ['S5-001', String.raw`@[^\s@]+\.[^\s@]+$/`, String.raw`@[^\s@]+$/`],
  ],
  'packages/protocol/src/calls/schemas.ts': [
    ['S5-006', "  .min(1, 'Invalid password')", "  .min(1, 'Password required')"],
  ],
  'packages/protocol/src/calls/users.ts': [
    [
      'S2-044',
      'email, password, mfa: mfaCode.nullish()',
      'email, password, mfa: mfaCode.min(1).nullish()',
    ],
    ['S3-030', '      zip: z.string(),', ''],
    ['S3-031', 'token: z.string(), refreshToken: z.string()', 'token: z.string()'],
    ['S7-013', 'name: line(limits.nameLengthMax', 'fullName: line(limits.nameLengthMax'],
    ['S7-015', 'body: z.strictObject({ email })', 'body: z.strictObject({ address: email })'],
    ['S7-018', '      city: z.string(),', ''],
  ],
  'packages/protocol/src/calls/listings.ts': [
    ['S3-005', 'desired_term: z.int(),', 'desired_days: z.int().optional(),'],
    [
      'S7-024',
      '      pages: z.int(),\n      total: z.int().describe',
      '      total: z.int().describe',
    ],
    ['S9-009', 'max(1_000_000).default(1)', 'max(1_000_000).default(2)'],
  ],
  'packages/protocol/src/calls/offers.ts': [
    ['S5-019', 'message: message.nullish()', 'message'],
    ['S7-033', "z.enum(['DENIED', 'RESCINDED'])", "z.enum(['RESCINDED'])"],
  ],
  'packages/protocol/src/calls/transactions.ts': [
    ['S3-032', 'z.object({ uri: z.string() })', 'z.object({ url: z.string().optional() })'],
  ],
}
