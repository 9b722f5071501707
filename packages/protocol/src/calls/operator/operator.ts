import { z } from 'zod'
import { operatorQueues, type OperatorQueue } from '../../operators.ts'
import {
  date,
  dollars,
  keysOf,
  page,
  reason,
  role,
  code,
  decision,
  reasons,
  tags,
  why,
  withId,
} from './operator-schemas.ts'
import { email, id, line, nothing, opaqueToken, password, time } from '../schemas.ts'

const queueName = z.enum(keysOf<OperatorQueue>(operatorQueues))

const operator = z.object({
  id,
  name: z.string(),
  email: z.string(),
  roles: z.array(role),
  has_joined: z.boolean(),
  is_ended: z.boolean(),
  keys_from: time.nullable().describe('Can approve decisions from then on'),
})

// Operators

export const loginCall = {
  tags,
  summary: 'Log in as an operator, with password and code',
  body: z.strictObject({ email, password, code }),
  response: { 200: operator },
}
export const logoutCall = { tags, summary: 'End this session', response: { 204: nothing } }
export const selfCall = {
  tags,
  summary: 'Who is logged in, what they may do, and whether clocks run',
  response: {
    200: operator.extend({
      now: time,
      calls: z.array(z.string()).describe('What the roles allow, by method and path'),
      is_clock_stopped: z.boolean().describe('For everybody'),
    }),
  },
}
export const startJoinCall = {
  tags,
  summary: 'Open an invitation: gives the secret for the code app',
  body: z.strictObject({ token: opaqueToken }),
  response: {
    200: z.object({ name: z.string(), email: z.string(), secret: z.string(), uri: z.string() }),
  },
}
export const joinCall = {
  tags,
  summary: 'Accept an invitation with a password and a first code',
  body: z.strictObject({ token: opaqueToken, password, code }),
  response: { 204: nothing },
}
export const docsCall = {
  tags,
  summary: 'The calls of operators, as OpenAPI',
  response: { 200: z.record(z.string(), z.unknown()) },
}
export const listOperatorsCall = {
  tags,
  summary: 'All operators, active and former',
  response: { 200: z.object({ operators: z.array(operator) }) },
}
export const inviteCall = {
  tags,
  summary: 'First approval: invite an operator, or one again who lost their authenticator app',
  body: z.strictObject({
    name: line(100).min(1),
    email,
    roles: z.array(role).min(1),
    reason: reasons,
    code,
  }),
  response: { 201: decision },
}
export const setRolesCall = {
  tags,
  summary: 'First approval: change the roles of an operator',
  params: withId,
  body: z.strictObject({ roles: z.array(role).min(1), reason: reasons, code }),
  response: { 201: decision },
}
export const endOperatorCall = {
  tags,
  summary: 'End the access of an operator and all their sessions',
  params: withId,
  body: why,
  response: { 200: operator },
}

// The audit log

const auditLine = z.object({
  seq: z.int(),
  at: time,
  operator: z.string().nullable(),
  action: z.string(),
  subject: z.string().nullable(),
  reason: z.string(),
  data: z.record(z.string(), z.unknown()),
  network: z.string().nullable(),
  hash: z.string(),
})
export const auditCall = {
  tags,
  summary: 'The audit log, newest first',
  querystring: z.object({
    page,
    operator: id.optional(),
    subject: line(200).optional(),
    action: line(100).optional(),
    from: date.optional(),
    to: date.optional(),
  }),
  response: { 200: z.object({ lines: z.array(auditLine), pages: z.int(), total: z.int() }) },
}
export const auditFileCall = {
  tags,
  summary: 'The same lines as a file for a spreadsheet',
  querystring: auditCall.querystring.omit({ page: true }).extend({ reason }),
  response: { 200: z.any().describe('text/csv') },
}

// Queues

const queueRow = z.object({
  id: z.string().describe('Within the queue'),
  title: z.string(),
  detail: z.string(),
  state: z.string().describe('Where it stands, in words'),
  since: time,
  deadline_at: time.nullable(),
  at_risk: dollars.nullable().describe('What can be lost'),
  next_step: z.string(),
  link: z.string().nullable().describe('The page of the console that works on it'),
  assigned_to: z.object({ id, name: z.string() }).nullable(),
  can_dismiss: z.boolean().describe('Whether it goes once somebody has looked'),
})
export const queuesCall = {
  tags,
  summary: 'The number of lines in each queue, and how many are late',
  response: {
    200: z.object({
      queues: z.array(z.object({ queue: queueName, count: z.int(), late: z.int() })),
    }),
  },
}
export const queueCall = {
  tags,
  summary: 'One queue, the most urgent first',
  params: z.object({ queue: queueName }),
  querystring: z.object({
    page,
    state: line(40).optional(),
    mine: z.enum(['true']).optional(),
    search: line(100).optional(),
  }),
  response: {
    200: z.object({
      rows: z.array(queueRow),
      states: z.array(z.string()).describe('What there is to filter by'),
      total: z.int(),
      pages: z.int(),
    }),
  },
}
export const assignCall = {
  tags,
  summary: 'Take a queue line, assign it to someone, or release it',
  params: z.object({ queue: queueName, id: line(200) }),
  body: z.strictObject({ operator_id: id.nullable(), reason }),
  response: { 204: nothing },
}
export const dismissCall = {
  tags,
  summary: 'Close a queue line after review, with a reason',
  params: assignCall.params,
  body: why,
  response: { 204: nothing },
}
