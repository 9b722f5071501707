/** Other calls of the two parties: partial payments, extensions, settlements, files, and more. */
import { z } from 'zod'
import { outcomes } from '../../lifecycles/loan-vocabulary.ts'
import { limits } from '../../limits.ts'
import { loanSchema, waivesRunway } from './loan.ts'
import { id, line, paragraphs, time } from '../schemas.ts'

const tags = ['escrow']
const params = z.object({ id })
const dollars = z.number()
const date = z.iso.date()
const version = z.int().min(0).optional().describe('The state you saw')
const loanReply = { 200: loanSchema }
const statement = paragraphs(limits.statementLengthMax).optional()
const needed = version.describe('The state you saw. Needed: what waits may have been swapped')
const seenOnly = z.strictObject({ version: needed }).nullish()
const versionOnly = z.strictObject({ version }).nullish()

export const revealPayeeCall = {
  tags,
  summary: 'Show where to pay. For the lender this freezes Cancel for 72 hours',
  params,
  body: z
    .strictObject({
      version,
      waives_runway: waivesRunway,
    })
    .nullish(),
  response: {
    200: z.object({
      rail: z.int(),
      payee: z.string().describe('Whose name the account is in'),
      lines: z.array(z.object({ label: z.string(), value: z.string() })),
      locked_since: time,
      amount: dollars,
      reference: z.string(),
      rest: z
        .object({
          payee: z.string(),
          lines: z.array(z.object({ label: z.string(), value: z.string() })),
          amount: dollars,
        })
        .nullable()
        .describe('What the borrower gets after another lender was paid out'),
    }),
  },
}

export const recordPartialPaymentCall = {
  tags,
  summary: 'Record a partial payment (borrower)',
  params,
  body: z.strictObject({
    version,
    amount: dollars.min(0.01).max(10_000_000),
    paid_on: date.optional(),
    reference: line(200).optional(),
  }),
  response: loanReply,
}
export const confirmPartialPaymentCall = {
  tags,
  summary: 'Confirm a partial payment (lender)',
  params,
  body: seenOnly,
  response: loanReply,
}
export const denyPartialPaymentCall = {
  tags,
  summary: 'Contest a partial payment (lender)',
  params,
  body: versionOnly,
  response: loanReply,
}

export const quotePayoffCall = {
  tags,
  summary: 'What ends the loan on a day',
  params,
  querystring: z.object({ date: date.optional() }),
  response: {
    200: z.object({
      date,
      principal: dollars,
      interest: dollars,
      advances: dollars,
      amount: dollars.describe('The three above together'),
      per_diem: dollars,
    }),
  },
}

export const quoteAdvanceCall = {
  tags,
  summary: 'What renewing the domain costs the lender. Ask again while it is asking',
  params,
  response: {
    200: z.object({
      state: z.enum(['asking', 'ready', 'refused']),
      quote_id: id.nullable(),
      amount: dollars.nullable(),
      is_premium: z.boolean(),
      valid_until: time.nullable(),
      message: z.string().nullable(),
      available: dollars.describe('What the lender can spend'),
    }),
  },
}
export const advanceCall = {
  tags,
  summary: 'The lender renews the domain from their own balance. It is added to the debt',
  params,
  body: z.strictObject({ quote_id: id }),
  response: loanReply,
}

export const proposeExtensionCall = {
  tags,
  summary: 'Propose a later due date',
  params,
  body: z.strictObject({
    version,
    due_on: date,
    pays_interest: z.boolean().optional().describe('Interest so far is paid at once'),
    statement,
  }),
  response: loanReply,
}
export const acceptExtensionCall = {
  tags,
  summary: 'Agree to the later due date that the other side proposed',
  params,
  body: seenOnly,
  response: loanReply,
}
export const declineExtensionCall = {
  tags,
  summary: 'Decline the other side’s proposal, or withdraw your own',
  params,
  body: versionOnly,
  response: loanReply,
}

export const proposeSettlementCall = {
  tags,
  summary: 'Propose a settlement of a dispute',
  params,
  body: z.strictObject({
    version,
    outcome: z.enum(outcomes),
    value_date: date.optional().describe('When the money came, for FUNDED'),
    due_on: date.optional().describe('Until when to repay, for CURE'),
    statement,
  }),
  response: loanReply,
}
export const acceptSettlementCall = {
  tags,
  summary: 'Accept the settlement that the other side proposed',
  params,
  body: seenOnly,
  response: loanReply,
}
export const declineSettlementCall = {
  tags,
  summary: 'Decline the other side’s settlement, or withdraw your own',
  params,
  body: versionOnly,
  response: loanReply,
}

export const readCalendarCall = {
  tags,
  summary: 'The dates of a loan as a calendar file',
  params,
  response: { 200: z.unknown().describe('The file') },
}

const file = z.object({
  id,
  kind: z.enum(['agreement', 'signed', 'annex', 'receipt', 'exhibit', 'letter']),
  number: z.int().nullable(),
  name: z.string(),
  type: z.string(),
  size: z.int(),
  sha256: z.string(),
  by: z.string(),
  created_at: time,
})

export const listFilesCall = {
  tags,
  summary: 'Documents and exhibits of a loan',
  params,
  response: { 200: z.object({ files: z.array(file) }) },
}
export const addEvidenceCall = {
  tags,
  summary: 'Add an exhibit: the file itself is the body, its name a header',
  params,
  headers: z.object({
    'x-file-name': z.string().max(1000).optional().describe('Percent-encoded, as in an address'),
  }),
  response: { 201: file },
}
export const readFileCall = {
  tags,
  summary: 'One document or exhibit',
  params: z.object({ id, fileId: id }),
  response: { 200: z.unknown().describe('The file') },
}
export const readAgreementCall = {
  tags,
  summary: 'The agreement as PDF: sealed once both have signed, as printed before',
  params,
  response: { 200: z.unknown().describe('The file') },
}
export const readLoanFileCall = {
  tags,
  summary: 'The whole loan file: events, agreement, exhibits, messages, and how to check them',
  params,
  response: { 200: z.unknown().describe('The file') },
}

export const readLoanNameserversCall = {
  tags,
  summary: 'Nameservers of a domain in escrow, and their history',
  params,
  response: {
    200: z.object({
      nameservers: z.array(z.string()),
      can_edit: z.boolean(),
      frozen: z.string().nullable().describe('Why they cannot be changed now'),
      last_changed_at: time.nullable(),
      can_undo: z.boolean(),
      changes_left: z.int(),
    }),
  },
}
export const editLoanNameserversCall = {
  tags,
  summary: 'Change the nameservers of a domain in escrow. The borrower keeps DNS',
  params,
  body: z.strictObject({
    nameservers: z.array(z.string().max(255)).min(2).max(limits.nameserversMax),
  }),
  response: { 200: z.object({ state: z.string() }) },
}
export const undoLoanNameserversCall = {
  tags,
  summary: 'Go back to the nameservers before the last change',
  params,
  response: { 200: z.object({ state: z.string() }) },
}

export const seekRefinanceCall = {
  tags,
  summary: 'List the domain to refinance the loan with another lender',
  params,
  body: z.strictObject({
    version,
    desired_loan_amount: dollars,
    desired_term: z.int(),
    desired_apy: dollars,
    confirmed_rate: dollars.optional().describe('The same rate again. Required above 36% a year'),
  }),
  response: loanReply,
}
export const confirmRefinanceCall = {
  tags,
  summary: 'The paid-out lender confirms receipt, and the new loan replaces the old one',
  params,
  body: versionOnly,
  response: loanReply,
}
export const confirmRestCall = {
  tags,
  summary: 'The borrower confirms receipt of the rest after the payout',
  params,
  body: versionOnly,
  response: loanReply,
}
