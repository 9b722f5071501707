import { z } from 'zod'
import { disputeReasons, type DisputeReason } from '../../loans/disputes.ts'
import { caseStages } from '../../lifecycles/dispute-case.ts'
import { outcomes } from '../../lifecycles/loan-vocabulary.ts'
import { limits } from '../../limits.ts'
import { decisionStates } from '../../operators.ts'
import {
  check,
  decision,
  exhibit,
  keysOf,
  party,
  person,
  question,
  reason,
  statement,
  tags,
  withId,
} from './operator-schemas.ts'
import { id, line, paragraphs, time } from '../schemas.ts'

const disputeReason = z.enum(keysOf<DisputeReason>(disputeReasons))

// A case

const choice = z.object({
  outcome: z.enum([...outcomes, 'REFINANCED']),
  title: z.string(),
  note: z.string(),
  is_open: z.boolean(),
  template: z.string().describe('Reasons to begin with, the same for the same kind of case'),
})
export const caseCall = {
  tags,
  summary: 'One dispute: both statements, exhibits, questions, timeline, proposals and rulings',
  params: withId,
  response: {
    200: z.object({
      id,
      number: z.int(),
      escrow_id: id,
      code: z.string(),
      version: z.int().describe('Of the loan'),
      domain: z.string(),
      unicode: z.string(),
      reason: disputeReason,
      reason_words: z.string(),
      opened_by: z.enum(['BORROWER', 'LENDER', 'SYSTEM']),
      opened_at: time,
      closed_at: time.nullable(),
      outcome: z.string().nullable(),
      stage: z.enum(caseStages),
      stage_words: z.string(),
      move: z.object({
        whose: z.enum(['YOU', 'BORROWER', 'LENDER', 'BOTH', 'OPERATORS', 'NOBODY']),
        title: z.string(),
        note: z.string(),
        by: time.nullable(),
        otherwise: z.string(),
        otherwise_note: z.string(),
      }),
      senior_review_at: time,
      facts: z.array(z.object({ label: z.string(), value: z.string() })),
      borrower: person,
      lender: person,
      statements: z.array(statement),
      questions: z.array(question),
      rail: z.string(),
      exhibits: z.array(exhibit),
      timeline: z.array(
        z.object({
          words: z.string(),
          at: time.nullable(),
          state: z.enum(['done', 'now', 'ahead']),
          note: z.string().nullable(),
        }),
      ),
      settlements: z.array(
        z.object({
          by: party,
          words: z.string(),
          statement: z.string().nullable(),
          at: time,
        }),
      ),
      choices: z.array(choice),
      checks: z.array(check),
      decisions: z.array(decision),
      can_propose: z.boolean(),
      why_not: z.string().nullable().describe('Why you may not propose a ruling'),
      is_open: z.boolean(),
      assigned_to: z.object({ id, name: z.string() }).nullable(),
    }),
  },
}
export const askPartyCall = {
  tags,
  summary: 'Ask one side a question, to be answered by a date',
  params: withId,
  body: z.strictObject({
    party,
    question: paragraphs(2000).pipe(z.string().min(10)),
    hours: z.int().min(limits.answerHoursMin).max(limits.answerHoursMax).default(48),
    reason,
  }),
  response: { 201: question },
}
export const markExhibitCall = {
  tags,
  summary: 'Weigh an exhibit by the rules of its rail, and note what was checked',
  params: z.object({ id, number: z.coerce.number().int().min(1) }),
  body: z.strictObject({
    weight: z.enum(['decisive', 'supporting', 'not_alone']),
    check_note: line(200).min(1),
    is_good: z.boolean().nullable(),
    reason,
  }),
  response: { 200: exhibit },
}
export const exhibitFileCall = {
  tags,
  summary: 'An exhibit itself',
  params: z.object({ id, number: z.coerce.number().int().min(1) }),
  response: { 200: z.any().describe('The file') },
}

// The case, for its two sides

const ruling = z.object({
  id,
  outcome: z.string(),
  words: z.string(),
  reasons: z.string(),
  exhibits: z.array(z.int()),
  operators: z.array(z.string()),
  announced_at: time,
  takes_effect_at: time.nullable(),
  state: z.enum(decisionStates),
  accepted_by: z.array(party),
  appealed_by: party.nullable(),
  can_accept: z.boolean(),
  can_appeal: z.boolean(),
})
export const ownCaseSchema = z.object({
  number: z.int(),
  reason: disputeReason,
  opened_by: z.enum(['BORROWER', 'LENDER', 'SYSTEM']),
  opened_at: time,
  closed_at: time.nullable(),
  stage: z.enum(caseStages),
  stage_words: z.string(),
  by: time.nullable(),
  senior_review_at: time,
  statements: z.array(statement),
  questions: z.array(question),
  can_state: z.enum(['statement', 'reply']).nullable().describe('What you can still say'),
  rulings: z.array(ruling),
})
export const getOwnCaseCall = {
  tags: ['escrow'],
  summary: 'The dispute of a loan of yours, open or the last one',
  params: withId,
  response: { 200: z.object({ case: ownCaseSchema.nullable() }) },
}
export const stateCall = {
  tags: ['escrow'],
  summary: 'Say what happened, or answer what the other side said. Once each, and it stands',
  params: withId,
  body: z.strictObject({
    kind: z.enum(['statement', 'reply']),
    text: paragraphs(4000).pipe(z.string().min(1)),
  }),
  response: { 201: ownCaseSchema },
}
export const answerCall = {
  tags: ['escrow'],
  summary: 'Answer a question of the operators',
  params: z.object({ id, question: id }),
  body: z.strictObject({ text: paragraphs(4000).pipe(z.string().min(1)) }),
  response: { 200: ownCaseSchema },
}
export const acceptRulingCall = {
  tags: ['escrow'],
  summary: 'Accept a ruling: once everybody it goes against has, it takes effect at once',
  params: z.object({ id, ruling: id }),
  response: { 200: ownCaseSchema },
}
export const appealCall = {
  tags: ['escrow'],
  summary: 'Appeal a ruling. Two other operators look at it',
  params: z.object({ id, ruling: id }),
  body: z.strictObject({ text: paragraphs(4000).pipe(z.string().min(20)) }),
  response: { 200: ownCaseSchema },
}
