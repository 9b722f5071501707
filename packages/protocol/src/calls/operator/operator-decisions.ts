import { z } from 'zod'
import { lifecyclePhases, outcomes } from '../../lifecycles/loan-vocabulary.ts'
import { loanPhases, loanStatuses } from '../../statuses.ts'
import {
  check,
  code,
  date,
  decision,
  exhibit,
  keyReason,
  kind,
  page,
  person,
  reasons,
  tags,
  why,
  withId,
} from './operator-schemas.ts'
import { id, line, time } from '../schemas.ts'

// Decisions that need two approvals

export const decisionsCall = {
  tags,
  summary: 'Decisions that wait for the second approval, and the last that were made',
  querystring: z.object({ page, kind: kind.optional(), open: z.enum(['true']).optional() }),
  response: { 200: z.object({ decisions: z.array(decision), pages: z.int(), total: z.int() }) },
}
export const ruleCall = {
  tags,
  summary: 'First approval: propose a ruling on a dispute',
  params: withId,
  body: z.strictObject({
    outcome: z.enum([...outcomes, 'REFINANCED']),
    value_date: date.optional().describe('When the loan money came, for FUNDED'),
    due_on: date.optional().describe('Until when there is time, for CURE'),
    exhibits: z.array(z.int().min(1)).max(50).default([]),
    version: z.int().describe('The version of the loan you saw'),
    reason: reasons,
    code,
  }),
  response: { 201: decision },
}
export const seizeCall = {
  tags,
  summary:
    'First approval: propose that the domain goes to the lender, after a notice nobody answered',
  params: withId,
  body: z.strictObject({ version: z.int(), reason: reasons, code }),
  response: { 201: decision },
}
export const seizeForPlatformCall = {
  tags,
  summary: 'First approval: propose to take the domain from both sides, by order or for theft',
  params: withId,
  body: z.strictObject({ version: z.int(), document_id: id, reason: reasons, code }),
  response: { 201: decision },
}
export const confirmCall = {
  tags,
  summary: 'Second approval: confirm what another operator proposed',
  params: withId,
  body: z.strictObject({
    reason: keyReason,
    code,
    name: line(253).optional().describe('The domain, typed, where it moves or its loan ends'),
  }),
  response: { 200: decision },
}
const lastWord = z.object({
  body: z.string(),
  at: time,
  what: z.enum(['statement', 'message']),
})
export const decisionCall = {
  tags,
  summary: 'One decision, with all that whoever gives the second approval has to see',
  params: withId,
  response: {
    200: z.object({
      decision,
      loan: z
        .object({
          id,
          code: z.string(),
          unicode: z.string(),
          status: z.enum(loanStatuses),
          phase: z.enum([...lifecyclePhases, ...loanPhases]),
          is_open: z.boolean().describe('Whether you have opened the restricted parts'),
          figures: z.array(z.object({ label: z.string(), value: z.string(), note: z.string() })),
          borrower: person.extend({ said: lastWord.nullable() }),
          lender: person.extend({ said: lastWord.nullable() }),
          open_question: z.string().nullable(),
          notices: z.array(
            z.object({
              at: time,
              what: z.string(),
              delivery: z.string(),
              is_good: z.boolean(),
              read_at: time.nullable().describe('In the app'),
            }),
          ),
          checks: z.array(check),
          exhibits: z.array(exhibit),
        })
        .nullable(),
    }),
  },
}
export const declineCall = {
  tags,
  summary: 'Decline a proposal, or withdraw your own',
  params: withId,
  body: why,
  response: { 200: decision },
}
