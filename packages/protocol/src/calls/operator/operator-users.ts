import { z } from 'zod'
import { lifecyclePhases } from '../../lifecycles/loan-vocabulary.ts'
import { loanPhases, loanStatuses } from '../../statuses.ts'
import { dollars, page, party, reason, tags, why, withId } from './operator-schemas.ts'
import { email, id, line, nothing, paragraphs, time } from '../schemas.ts'

const found = z.object({
  id,
  name: z.string(),
  handle: z.string().nullable(),
  email: z.string().describe('Masked'),
  created_at: time,
  is_frozen: z.boolean(),
})
export const findUsersCall = {
  tags,
  summary: 'Find users by handle, part of a name, whole e-mail address or id',
  querystring: z.object({ search: line(254).min(2), page }),
  response: { 200: z.object({ users: z.array(found), pages: z.int(), total: z.int() }) },
}
export const userCall = {
  tags,
  summary: 'One user. The address and where they live are masked until the file is opened',
  params: withId,
  response: {
    200: z.object({
      id,
      name: z.string(),
      handle: z.string().nullable(),
      email: z.string(),
      is_open: z.boolean().describe('Whether you have opened the restricted parts'),
      address: z.array(z.string()).nullable().describe('In lines, once opened'),
      created_at: time,
      email_verified: z.boolean(),
      has_mfa: z.boolean(),
      sessions: z.int(),
      frozen_at: time.nullable(),
      restricted_until: time.nullable(),
      deletion_at: time.nullable(),
      email_change_at: time.nullable().describe('When a new address takes effect'),
      balance: z.object({ available: dollars, held: dollars }),
      loans: z.array(
        z.object({
          id,
          code: z.string(),
          domain: z.string(),
          party,
          status: z.enum(loanStatuses),
          phase: z.enum([...lifecyclePhases, ...loanPhases]),
          amount: dollars,
          created_at: time,
        }),
      ),
      domains: z.array(z.object({ id, unicode: z.string(), status: z.string() })),
      holds: z.array(
        z.object({ id, domain: z.string(), kind: z.string(), note: z.string(), since: time }),
      ),
      events: z
        .array(z.object({ at: time, kind: z.string(), network: z.string().nullable() }))
        .nullable()
        .describe('The security log, once opened'),
    }),
  },
}
export const openUserCall = {
  tags,
  summary: 'Open the restricted parts of a user, for this session',
  params: withId,
  body: why,
  response: { 204: nothing },
}
export const freezeUserCall = {
  tags,
  summary: 'Freeze an account: all sessions end and dangerous actions are blocked',
  params: withId,
  body: why,
  response: { 204: nothing },
}
export const unfreezeUserCall = {
  tags,
  summary: 'Unfreeze an account',
  params: withId,
  body: why,
  response: { 204: nothing },
}
export const writeToUserCall = {
  tags,
  summary: 'Write to a user, in the app and by mail',
  params: withId,
  body: z.strictObject({
    subject: line(120).min(3),
    text: paragraphs(4000).pipe(z.string().min(10)),
    reason,
  }),
  response: { 204: nothing },
}
export const changeEmailCall = {
  tags,
  summary: 'Give a user another address, after 72 hours in which the old one can stop it',
  params: withId,
  body: z.strictObject({ email, reason }),
  response: { 200: z.object({ takes_effect_at: time }) },
}
export const keepEmailCall = {
  tags,
  summary: 'Cancel a pending change of address',
  params: withId,
  body: why,
  response: { 204: nothing },
}

// Reports from outside

const kind = z.enum(['theft', 'abuse'])
export const reportCall = {
  tags: ['reports'],
  summary: 'Report a stolen domain, or one that is misused. Needs no login',
  body: z.strictObject({
    kind,
    domain: line(253).min(3),
    contact: email,
    statement: paragraphs(4000).pipe(
      z.string().min(20, 'Say what happened, in a sentence or more'),
    ),
  }),
  response: { 204: nothing },
}
export const readReportCall = {
  tags,
  summary: 'A report, and what we know of the domain it is about',
  params: withId,
  response: {
    200: z.object({
      id,
      kind,
      domain: z.string(),
      contact: z.string(),
      statement: z.string(),
      created_at: time,
      closed_at: time.nullable(),
      closed_by: z.string().nullable(),
      domains: z
        .array(z.object({ id, owner_id: id, owner: z.string(), status: z.string() }))
        .describe('Whoever says that it is theirs'),
      escrow_id: id.nullable(),
      others: z.int().describe('Other reports about the same name'),
    }),
  },
}
export const closeReportCall = {
  tags,
  summary: 'Close a report with its outcome',
  params: withId,
  body: why,
  response: { 204: nothing },
}
