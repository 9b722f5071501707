/** The chat of a loan. */
import { z } from 'zod'
import { limits } from '../../limits.ts'
import { isVisible } from '../../text.ts'
import { id, nothing, paragraphs, time } from '../schemas.ts'

const params = z.object({ id })

export const listMessagesCall = {
  tags: ['messages'],
  summary: 'The chat of a loan, oldest first',
  params,
  response: {
    200: z.object({
      messages: z.array(
        z.object({
          id,
          message: z.string(),
          name: z.string(),
          created_at: time,
          is_own: z.boolean(),
          file: z.object({ id, name: z.string(), number: z.int().nullable() }).nullable(),
        }),
      ),
      unread: z.int(),
      other_read_until: time.nullable().describe('How far the other side has read'),
    }),
  },
}
export const sendMessageCall = {
  tags: ['messages'],
  summary: 'Write to the other side. Messages stay as they are and are part of the loan file',
  params,
  body: z.strictObject({
    message: paragraphs(limits.chatLengthMax).refine(isVisible, 'Write something first'),
    file_id: id.optional().describe('An exhibit that goes with it'),
  }),
  response: { 201: z.object({ id }) },
}
export const readMessagesCall = {
  tags: ['messages'],
  summary: 'Everything so far has been read',
  params,
  response: { 204: nothing },
}
