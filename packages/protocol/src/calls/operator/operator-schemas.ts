import { z } from 'zod'
import { limits } from '../../limits.ts'
import { decisionKinds, decisionStates, operatorRoles } from '../../operators.ts'
import type { DecisionKind, OperatorRole } from '../../operators.ts'
import { id, paragraphs, time } from '../schemas.ts'

export const tags = ['operator']
export const dollars = z.number()
export const date = z.iso.date()
export const party = z.enum(['BORROWER', 'LENDER'])
export const keysOf = <T extends string>(record: Record<T, unknown>) =>
  Object.keys(record) as [T, ...T[]]

export const role = z.enum(keysOf<OperatorRole>(operatorRoles))
export const kind = z.enum(keysOf<DecisionKind>(decisionKinds))

/** Every change by an operator needs a reason, which goes into the audit log. */
export const reason = paragraphs(1000).pipe(z.string().min(10, 'Say why, in ten letters or more'))
/** The second operator's own reason for the approval. */
export const keyReason = paragraphs(1000).pipe(
  z
    .string()
    .min(
      limits.keyReasonLengthMin,
      `What you checked, in ${limits.keyReasonLengthMin} letters or more`,
    ),
)
/** Reasons shown to the people concerned. */
export const reasons = paragraphs(4000).pipe(
  z.string().min(20, 'Reasons, in words that both sides can follow'),
)
/** A fresh code from the authenticator app; each approval needs one. */
export const code = z.string().regex(/^\d{6}$/, 'Six digits from your app')
export const why = z.strictObject({ reason })
export const withId = z.object({ id })
export const page = z.coerce.number().int().min(1).max(100_000).default(1)

export const decision = z.object({
  id,
  number: z.int(),
  kind,
  words: z.string(),
  subject: z.string().describe('The domain, the person or the setting it is about'),
  sum: dollars.nullable().describe('What is at stake, where that is money'),
  state: z.enum(decisionStates),
  escrow_id: id.nullable(),
  subject_id: id,
  terms: z.record(z.string(), z.unknown()),
  reasons: z.string(),
  exhibits: z.array(z.int()),
  document_id: id.nullable(),
  appeal_of: id.nullable(),
  proposed_by: z.object({ id, name: z.string() }),
  proposed_at: time,
  lapses_at: time.describe('Without a second approval by then nothing happens'),
  decided_by: z.object({ id, name: z.string() }).nullable(),
  decided_at: time.nullable(),
  decided_note: z.string().nullable(),
  takes_effect_at: time.nullable(),
  accepted_by: z.array(party),
  appealed_by: party.nullable(),
  appeal: z.string().nullable(),
  can_confirm: z.boolean().describe('Whether you may give the second approval'),
  why_not: z.string().nullable(),
})
export const person = z.object({
  id,
  name: z.string(),
  email: z.string().describe('Masked until the file is opened with a reason'),
  record: z.string().describe('As "4 loans repaid"'),
})
export const hold = z.object({
  id,
  kind: z.string(),
  note: z.string(),
  is_secret: z.boolean(),
  since: time,
  lifted_at: time.nullable(),
  review_at: time.nullable(),
})
export const check = z.object({
  words: z.string(),
  is_met: z.boolean(),
  note: z.string().nullable(),
})
export const statement = z.object({
  party,
  kind: z.enum(['statement', 'reply']),
  body: z.string(),
  at: time,
})
export const question = z.object({
  id,
  party,
  question: z.string(),
  asked_by: z.string(),
  asked_at: time,
  answer_by: time,
  answer: z.string().nullable(),
  answered_at: time.nullable(),
})
export const exhibit = z.object({
  id,
  number: z.int(),
  name: z.string(),
  from: z.string(),
  at: time,
  type: z.string(),
  size: z.int(),
  hash: z.string(),
  weight: z.enum(['decisive', 'supporting', 'not_alone']).nullable(),
  check_note: z.string().nullable(),
  is_good: z.boolean().nullable(),
})
