import { z } from 'zod'
import { domainStatuses } from '../../statuses.ts'
import {
  code,
  decision,
  dollars,
  hold,
  page,
  reason,
  reasons,
  tags,
  why,
  withId,
} from './operator-schemas.ts'
import { id, line, nothing, time } from '../schemas.ts'

// Dead letters

const deadJob = z.object({
  id,
  name: z.string(),
  data: z.record(z.string(), z.unknown()),
  error: z.string(),
  died_at: time,
  resolved_at: time.nullable(),
  resolution: z.enum(['retried', 'resolved']).nullable(),
  can_retry: z.boolean(),
})
export const deadJobCall = {
  tags,
  summary: 'A job that ran out of tries: what it was to do, and the error',
  params: withId,
  response: { 200: deadJob },
}
export const retryJobCall = {
  tags,
  summary: 'Put the same job in the queue again. The dead letter is settled by it',
  params: withId,
  body: why,
  response: { 200: deadJob },
}
export const resolveJobCall = {
  tags,
  summary: 'Say that a dead letter needs nothing more',
  params: withId,
  body: why,
  response: { 200: deadJob },
}

// Domains and the registrar

const command = z.object({
  id,
  number: z.int(),
  kind: z.string(),
  input: z.record(z.string(), z.unknown()),
  state: z.enum(['queued', 'sent', 'done', 'refused', 'stuck']),
  error: z.string().nullable(),
  message: z.string().nullable(),
  registrar_ref: z.string().nullable(),
  created_at: time,
  sent_at: time.nullable(),
  settled_at: time.nullable(),
  resolved_at: time.nullable(),
})
const transfer = z.object({
  id,
  direction: z.enum(['in', 'out']),
  state: z.string(),
  fee: dollars.nullable(),
  act_by: time.nullable(),
  code_at: time.nullable(),
  has_code: z.boolean().describe('Whether the code is still here, sealed, to be sent again'),
  reason: z.string().nullable(),
  needs_operator: z.string().nullable(),
  looked_at: time.nullable(),
  created_at: time,
  requested_at: time.nullable(),
  ended_at: time.nullable(),
})
const registrarEvent = z.object({
  id,
  registrar: z.string(),
  kind: z.string(),
  name: z.string().nullable(),
  detail: z.record(z.string(), z.unknown()),
  problem: z.string().nullable(),
  received_at: time,
  resolved_at: time.nullable(),
})
const alarm = z.object({
  id,
  kind: z.string(),
  detail: z.string(),
  created_at: time,
  resolved_at: time.nullable(),
})
const named = z.object({
  id,
  name: z.string(),
  unicode: z.string(),
  status: z.enum(domainStatuses),
  owner: z.object({ id, name: z.string() }),
  escrow_id: id.nullable().describe('Of the loan that it secures'),
})
export const deskDomainCall = {
  tags,
  summary: 'A domain at the registrar: how we hold it, and all that was asked and told about it',
  params: withId,
  response: {
    200: z.object({
      domain: named,
      holding: z
        .object({
          expires_at: time.nullable(),
          nameservers: z.array(z.string()),
          is_unlocked: z.boolean(),
          checked_at: time,
          seen: z
            .object({
              at: time,
              is_fresh: z.boolean().describe('It was checked within a day'),
              is_held: z.boolean().describe('With us as its registrar'),
              is_locked: z.boolean(),
              registrar: z.string().nullable(),
              statuses: z.array(z.string()),
            })
            .nullable()
            .describe('What the registry showed when it was last looked at'),
          left_at: time.nullable(),
        })
        .nullable(),
      value: z.object({ amount: dollars, source: z.string(), at: time }).nullable(),
      transfers: z.array(transfer),
      commands: z.array(command),
      alarms: z.array(alarm),
      holds: z.array(hold),
      events: z.array(registrarEvent),
    }),
  },
}
export const deskTransferCall = {
  tags,
  summary: 'A transfer with its commands, and what the registrar told about the name',
  params: withId,
  response: {
    200: z.object({
      domain: named,
      transfer,
      commands: z.array(command),
      events: z.array(registrarEvent),
      can_retry: z.boolean(),
    }),
  },
}
export const resolveTransferCall = {
  tags,
  summary: 'A person has looked: try it again, give it up, or let it go on',
  params: withId,
  body: z.strictObject({ step: z.enum(['retry', 'give_up', 'wait']), reason }),
  response: { 204: nothing },
}
export const retryCommandCall = {
  tags,
  summary: 'Send a stuck or unanswered command again. What may have been done is asked about first',
  params: withId,
  body: why,
  response: { 204: nothing },
}
export const resolveCommandCall = {
  tags,
  summary: 'Settle a stuck command by what a person found out at the registrar',
  params: withId,
  body: z.strictObject({ outcome: z.enum(['done', 'failed']), reason }),
  response: { 204: nothing },
}
export const registrarEventsCall = {
  tags,
  summary: 'Messages of the registrar that we did not understand, or could not act on',
  querystring: z.object({ page, open: z.enum(['true']).optional() }),
  response: {
    200: z.object({ events: z.array(registrarEvent), pages: z.int(), total: z.int() }),
  },
}
export const resolveEventCall = {
  tags,
  summary: 'Say that a message of the registrar was read and acted on',
  params: withId,
  body: why,
  response: { 204: nothing },
}
export const resolveAlarmCall = {
  tags,
  summary: 'Settle a difference at the registry: put right by hand, or taken over as it is now',
  params: withId,
  body: z.strictObject({ is_accepted: z.boolean(), reason }),
  response: { 204: nothing },
}
export const valueCall = {
  tags,
  summary: 'Say what a name is worth, and by whose word. Nothing that was said before is changed',
  body: z.strictObject({
    domain: line(253).min(3),
    amount: z.number().min(1).max(1_000_000_000),
    source: line(200).min(3),
    days: z.int().min(1).max(365).default(90),
    reason: reasons,
    code: code.optional().describe('First approval, where the domain secures a loan'),
  }),
  response: {
    201: z.object({
      name: z.string(),
      amount: dollars,
      source: z.string(),
      decision: decision.nullable().describe('Waiting for the second approval'),
    }),
  },
}
