import { z } from 'zod'
import { choosableReasons } from '../../loans/disputes.ts'
import { loanActions, lifecyclePhases } from '../../lifecycles/loan-vocabulary.ts'
import { limits } from '../../limits.ts'
import { pauseReasons } from '../../moves/pauses.ts'
import { loanStatuses, loanPhases } from '../../statuses.ts'
import { receiptSchema } from './receipt.ts'
import { id, line, paragraphs, time } from '../schemas.ts'

const tags = ['escrow']
const dollars = z.number()

export const acceptOfferCall = {
  tags,
  summary: 'Accept an offer. The loan begins with both signatures',
  body: z.strictObject({
    offerId: id,
    version: z.int().optional().describe('The version you saw'),
  }),
  response: { 201: z.object({ id }) },
}

export const loanRowSchema = z.object({
  id,
  code: z.string().describe('What to name when writing to us: LN-7F3K'),
  domain: z.string(),
  unicode: z.string(),
  status: z.enum(loanStatuses),
  phase: z.enum([...lifecyclePhases, ...loanPhases]).describe('The finer step within the status'),
  amount: dollars,
  term: z.int(),
  apy: z.number(),
  created_at: time,
  borrower_id: id,
  lender_id: id,
  repay: dollars.describe('What ends the loan on the due date, or today where that has passed'),
  paid: dollars.describe('What came in parts and was confirmed'),
  due_at: time.nullable(),
  your_move: z.boolean(),
  move: z.string().describe('Whose move it is and what, in words'),
  deadline_at: time.nullable(),
  on_deadline: z.string().describe('What happens if nobody acts'),
  clock_stopped: z.boolean().describe('Its dates are at the earliest these'),
})

const party = z.enum(['BORROWER', 'LENDER'])
const date = z.iso.date()
const owed = z.object({
  date,
  amount: dollars.describe('The three below together'),
  principal: dollars,
  interest: dollars,
  advances: dollars,
})

/** A whole loan, as one of its parties sees it. */
export const loanSchema = loanRowSchema.omit({ move: true }).extend({
  version: z.int(),
  domain_id: id,
  role: party.describe('Which side you are'),
  borrower_name: z.string(),
  lender_name: z.string(),
  borrower_signed: z.boolean(),
  lender_signed: z.boolean(),
  borrower_contract_url: z.string().nullable().describe('Where you sign. Only your own'),
  lender_contract_url: z.string().nullable(),
  contract: z.int(),
  adjusted: z.number(),
  per_diem: dollars,
  interest: dollars.describe('For the whole term'),
  ltv: z.int().nullable(),
  move: z.object({
    whose: z.enum(['YOU', 'OTHER', 'OPERATORS', 'NOBODY']),
    action: z
      .enum([...loanActions, 'addPayee', 'addAddress', 'transferIn'])
      .nullable()
      .describe('What answers it, where it is yours'),
    title: z.string(),
    note: z.string(),
    otherwise_note: z.string(),
  }),
  actions: z
    .array(
      z.object({
        action: z.enum(loanActions),
        open: z.boolean(),
        why_not: z.string().nullable(),
      }),
    )
    .describe('What you may do now, and why not'),
  borrower_signed_at: time.nullable(),
  lender_signed_at: time.nullable(),
  custody_at: time.nullable(),
  pay_by: time.nullable(),
  value_date: date.nullable(),
  grace_until: time.nullable(),
  noticed_at: time.nullable(),
  objection_until: time.nullable(),
  ended_at: time.nullable(),
  end_reason: z.string().nullable(),
  on_hold: z.boolean(),
  pause: z
    .object({ reason: z.enum(pauseReasons), since: time, title: z.string(), note: z.string() })
    .nullable()
    .describe('Why the clock is stopped, and what restarts it'),
  asks: z
    .array(z.object({ what: z.enum(['PAYEE']), title: z.string(), note: z.string() }))
    .describe('What we still need from you besides the next action'),
  claim: z
    .object({ amount: dollars, owed: dollars.nullable(), short: dollars, paid_on: date })
    .nullable()
    .describe('The payment that waits to be confirmed, and what was owed that day'),
  runway_short_days: z.int().nullable(),
  reference_in: z.string().describe('What the lender quotes'),
  reference_out: z.string().describe('What the borrower quotes'),
  payoff: z
    .object({
      today: owed,
      due: owed,
      grace: owed,
      difference: dollars,
      least_interest: dollars,
      notice_ends_on: date.describe(
        'Of the notice that was sent, or of one sent as early as can be',
      ),
    })
    .nullable()
    .describe('What ends the loan today, on the due date and on the last day of grace'),
  payments: z.array(
    z.object({
      id,
      kind: z.enum(['FUNDING', 'PARTIAL', 'FULL']),
      by: party,
      amount: dollars.nullable(),
      paid_on: date,
      reference: z.string().nullable(),
      status: z.enum(['CLAIMED', 'CONFIRMED', 'DENIED', 'WITHDRAWN']),
      advance: dollars.describe('How much of it went to what the lender advanced'),
      interest: dollars.nullable(),
      principal: dollars.nullable(),
      created_at: time,
    }),
  ),
  advances: z
    .array(
      z.object({
        id,
        amount: dollars,
        state: z.enum(['asked', 'done', 'void']),
        advanced_on: date.nullable().describe('From when on it is owed'),
        created_at: time,
      }),
    )
    .describe('What the lender paid the registry to keep the name. Without interest'),
  advance: z
    .object({
      open: z.boolean(),
      why_not: z.string().nullable(),
      reason: z.string(),
      expires_on: date,
    })
    .nullable()
    .describe('For the lender: whether they may renew the domain from their own balance'),
  proposals: z
    .array(
      z.object({
        id,
        kind: z.enum(['EXTENSION', 'SETTLEMENT']),
        by: party,
        due_on: date.nullable(),
        value_date: date.nullable().describe('When the money came, as a settlement has it'),
        outcome: z.string().nullable(),
        pays_interest: z.boolean(),
        statement: z.string().nullable(),
        created_at: time,
      }),
    )
    .describe('Those that wait for an answer'),
  dispute: z
    .object({
      reason: z.string(),
      words: z.string(),
      statement: z.string().nullable(),
      by: z.enum(['BORROWER', 'LENDER', 'SYSTEM']),
      opened_at: time,
    })
    .nullable(),
  agreement: z
    .object({
      state: z.enum(['address_needed', 'preparing', 'ready', 'signed', 'sealing', 'sealed']),
      sha256: z.string().nullable(),
      your_address_missing: z.boolean(),
    })
    .describe('How far the agreement is'),
  payee: z
    .object({
      state: z.enum(['ready', 'changing', 'missing']),
      locked_since: time.nullable(),
      revealed_at: time.nullable(),
    })
    .describe('Where you pay the other side, as far as you may know it'),
  your_payee: z.enum(['ready', 'changing', 'missing']).describe('Whether they can pay you'),
  refinances_id: id.nullable(),
  successor: z
    .object({ lender_name: z.string(), amount: dollars, payoff: dollars, is_ready: z.boolean() })
    .nullable()
    .describe('The loan that will replace this one'),
  receipt: receiptSchema
    .nullable()
    .describe('Final sums and next steps. Null before the loan has ended'),
})

const pageBody = z.strictObject({
  page: z.int().min(1).max(1_000_000).default(1),
  limit: z.int().min(1).max(limits.pageSizeMax).default(limits.offersPerPage),
})
const loanPage = {
  200: z.object({
    escrows: z.array(loanRowSchema),
    pages: z.int(),
    outstanding: dollars.describe('Principal of all that run'),
    moves: z.int().describe('How many wait for you'),
  }),
}

export const listBorrowedCall = {
  tags,
  summary: 'Loans you have taken, newest first',
  body: pageBody,
  response: loanPage,
}

export const listLentCall = {
  tags,
  summary: 'Loans you have given, newest first',
  body: pageBody,
  response: loanPage,
}

export const exportLoansCall = {
  tags,
  summary: 'All your loans as CSV',
  response: { 200: z.unknown().describe('The file') },
}

const params = z.object({ id })
const version = z.int().min(0).optional().describe('The state you saw')
/** The body is optional, for compatibility. */
const body = <T extends z.ZodRawShape>(shape: T) => z.strictObject({ version, ...shape }).nullish()
const loanReply = { 200: loanSchema }
const payment = {
  amount: dollars.min(0.01).max(10_000_000).optional(),
  paid_on: date.optional().describe('When it was sent, or when it came'),
  reference: line(200).optional(),
}
const act = <T extends z.ZodRawShape>(summary: string, shape: T) => ({
  tags,
  summary,
  params,
  body: body(shape),
  response: loanReply,
})

export const readLoanCall = { tags, summary: 'One loan', params, response: loanReply }
export const cancelLoanCall = act('Cancel before the loan is paid', {})
export const waivesRunway = z
  .boolean()
  .optional()
  .describe('Pays although the registration ends early')
export const markPaidCall = act('The lender says it is sent, the borrower that it came', {
  ...payment,
  waives_runway: waivesRunway,
})
export const confirmReceiptCall = act('Confirm receipt of the loan money', payment)
export const withdrawClaimCall = act('Withdraw the claim that the money was sent', {})
export const finalizeCall = act('The loan is repaid; or it is not, after the days of grace', {
  outcome: z.enum(['REPAID', 'DEFAULT', 'SURRENDER']).optional(),
  domain: line(limits.domainTypedLengthMax).optional().describe('Typed, to surrender it'),
  ...payment,
})
export const tenderCall = act('You tried to repay and could not: no interest from that day', {})
export const surrenderCall = act('Surrender the domain for the debt', {
  domain: line(limits.domainTypedLengthMax),
})
export const askToSellCall = act('Ask for time to sell the domain and settle the debt', {})
const escalation = {
  reason: z.enum(choosableReasons as [string, ...string[]]).optional(),
  statement: paragraphs(limits.statementLengthMax).optional(),
}
export const escalateCall = act('Freeze the loan and escalate it to operators', escalation)
export const contestCall = act('Contest a claim of the other side', escalation)
