import { z } from 'zod'
import { lifecyclePhases } from '../../lifecycles/loan-vocabulary.ts'
import { loanStatuses, loanPhases } from '../../statuses.ts'
import {
  check,
  code,
  date,
  decision,
  dollars,
  hold,
  party,
  person,
  reason,
  reasons,
  tags,
  why,
  withId,
} from './operator-schemas.ts'
import { id, line, nothing, time } from '../schemas.ts'

// A loan, as operators see it

const loanEvent = z.object({
  seq: z.int(),
  at: time,
  action: z.string(),
  actor: z.string(),
  words: z.string(),
  from: z.string().nullable(),
  to: z.string(),
  data: z.record(z.string(), z.unknown()),
  hash: z.string(),
})
export const openFileCall = {
  tags,
  summary: 'Open the restricted parts of a loan (chat, files, addresses), for this session',
  params: withId,
  body: why,
  response: { 204: nothing },
}
export const loanCall = {
  tags,
  summary: 'One loan: terms, people, dates, holds, stops, decisions, and its chain, checked',
  params: withId,
  response: {
    200: z.object({
      id,
      code: z.string(),
      version: z.int(),
      domain: z.string(),
      domain_id: id,
      unicode: z.string(),
      status: z.enum(loanStatuses),
      phase: z.enum([...lifecyclePhases, ...loanPhases]),
      amount: dollars,
      rate: z.number(),
      term: z.int(),
      contract: z.int(),
      payoff: dollars.nullable(),
      value: dollars.nullable().describe('By the last estimate'),
      funding: z.string().describe('As "admitted 8 Jul" or "not admitted"'),
      due_at: time.nullable(),
      grace_until: time.nullable(),
      objection_until: time.nullable(),
      deadline_at: time.nullable(),
      borrower: person,
      lender: person,
      is_open: z.boolean().describe('Whether you have opened the restricted parts'),
      is_held: z.boolean(),
      is_clock_stopped: z.boolean(),
      linked_id: id.nullable().describe('The loan it replaces, or that is to replace it'),
      holds: z.array(hold),
      stops: z.array(
        z.object({
          id,
          scope: z.enum(['loan', 'tld', 'way', 'all']),
          reason: z.string(),
          since: time,
          ended_at: time.nullable(),
        }),
      ),
      payments: z.array(
        z.object({
          kind: z.string(),
          claimed_by: party,
          amount: dollars.nullable(),
          paid_on: date,
          reference: z.string().nullable(),
          status: z.string(),
        }),
      ),
      decisions: z.array(decision),
      seizure_checks: z.array(check).describe('Checks before a seizure'),
      chain: z.object({
        is_whole: z.boolean(),
        problem: z.string().nullable(),
        count: z.int(),
        head: z.string().nullable(),
      }),
      events: z.array(loanEvent),
      terms_changes: z.array(
        z.object({ at: time, what: z.string(), before: z.string(), after: z.string() }),
      ),
      case_id: id.nullable().describe('Of the dispute that is open'),
      restricted: z
        .object({
          addresses: z.array(z.object({ party, name: z.string(), address: z.string() })),
          messages: z.array(
            z.object({ from: z.string(), at: time, text: z.string(), exhibit: z.int().nullable() }),
          ),
        })
        .nullable()
        .describe('Nothing until the file is opened'),
    }),
  },
}
export const loanAsCall = {
  tags,
  summary:
    'The loan as one of its sides sees it. Nothing can be pressed from here, and it is noted',
  params: z.object({ id, party }),
  querystring: z.object({ reason }),
  response: { 200: z.any().describe('As GET /escrow/:id') },
}
export const cancelLoanCall = {
  tags,
  summary: 'Cancel a loan before it is paid',
  params: withId,
  body: z.strictObject({ version: z.int(), reason: reasons }),
  response: { 204: nothing },
}

// Holds, clocks and documents

export const addDocumentCall = {
  tags,
  summary: 'Keep a document that a decision relies on: PDF, PNG or JPEG',
  body: z.strictObject({
    name: line(200).min(1),
    data: z.string().max(14_000_000).describe('The file in base64'),
    reason,
  }),
  response: { 201: z.object({ id, name: z.string(), sha256: z.string() }) },
}
export const readDocumentCall = {
  tags,
  summary: 'A document itself',
  params: withId,
  querystring: z.object({ reason }),
  response: { 200: z.any().describe('The file') },
}
export const placeHoldCall = {
  tags,
  summary: 'Place a hold on a domain. It cannot be moved, and its DNS continues',
  body: z.strictObject({
    domain: line(253).min(3),
    kind: z.enum(['court', 'udrp', 'theft', 'abuse', 'dispute']),
    document_id: id.nullable(),
    is_secret: z.boolean().default(false),
    review_on: date.optional(),
    reason: reasons,
  }),
  response: { 201: z.object({ id }) },
}
export const liftHoldCall = {
  tags,
  summary: 'First approval: propose to lift a hold',
  params: withId,
  body: z.strictObject({
    document_id: id.nullable().default(null),
    owner_id: id.optional().describe('Whose it is from now on, where an order took it from both'),
    reason: reasons,
    code,
  }),
  response: { 201: decision },
}
export const stopClockCall = {
  tags,
  summary: 'Stop clocks: of one loan, of a TLD, or all. Seizure clocks always stop too',
  body: z.strictObject({
    escrow_id: id.optional(),
    suffix: line(63).optional(),
    reason,
  }),
  response: { 201: z.object({ id }) },
}
export const startClockCall = {
  tags,
  summary: 'Restart clocks. The stopped time is added to later dates',
  params: withId,
  /** For an outage: whether the time before we noticed it counts too. True by default. */
  body: z.strictObject({ reason, counts: z.boolean().optional() }),
  response: { 204: nothing },
}
export const stopsCall = {
  tags,
  summary: 'Stopped clocks',
  response: {
    200: z.object({
      stops: z.array(
        z.object({
          id,
          scope: z.enum(['loan', 'tld', 'way', 'all']),
          what: z.string(),
          reason: z.string(),
          since: time,
          by: z.string().nullable(),
          outage: z.object({ noticed_at: time, over_at: time.nullable() }).nullable(),
        }),
      ),
    }),
  },
}
