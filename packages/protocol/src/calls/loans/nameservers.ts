/** The nameservers of a domain in our custody. */
import { z } from 'zod'
import { limits } from '../../limits.ts'
import { id, line, time } from '../schemas.ts'

const tags = ['domains']
const params = z.strictObject({ id })
const outcome = z.object({
  state: z.enum(['done', 'waiting']).describe('Waiting: the registry has not answered yet'),
})

export const editNameserversCall = {
  tags,
  summary: 'Change the nameservers of a domain in custody',
  params,
  body: z.strictObject({
    nameservers: z.array(line(253)).min(2).max(limits.nameserversMax),
    ds: z
      .enum(['remove', 'keep'])
      .optional()
      .describe('What becomes of DNSSEC. Removed if left out: new servers sign with other keys'),
  }),
  response: { 200: outcome },
}

export const getNameserversCall = {
  tags,
  summary: 'The nameservers of a domain in custody, and how they changed',
  params,
  response: {
    200: z.object({
      nameservers: z.array(z.string()),
      is_signed: z.boolean().describe('DNSSEC is on: the registry has a DS record'),
      changes_left: z.int().describe('Today'),
      frozen: z.string().nullable().describe('Why they cannot be changed now'),
      changes: z.array(
        z.object({
          id,
          at: time,
          from: z.array(z.string()),
          to: z.array(z.string()),
          state: z.enum(['waiting', 'done', 'refused']),
          message: z.string().nullable(),
          can_undo: z.boolean(),
        }),
      ),
    }),
  },
}

export const undoNameserversCall = {
  tags,
  summary: 'Put back the nameservers from before a change, DNSSEC included',
  params,
  body: z.strictObject({ change_id: id }),
  response: { 200: outcome },
}
