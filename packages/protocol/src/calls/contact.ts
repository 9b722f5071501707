import { z } from 'zod'
import { type ContactTopic, contactTopics } from '../labels.ts'
import { why, withId } from './operator/operator-schemas.ts'
import { email, id, line, nothing, paragraphs, time } from './schemas.ts'

const topic = z.enum(Object.keys(contactTopics) as [ContactTopic, ...ContactTopic[]])
const tags = ['operator']

/** Counts characters, as the table does: an emoji is two units of a string, and one character. */
const hasAtLeast = (lengthMin: number) => (text: string) => Array.from(text).length >= lengthMin

export const contactCall = {
  tags: ['contact'],
  summary: 'Write to us. Needs no login',
  body: z.strictObject({
    name: line(100).trim().refine(hasAtLeast(2), 'Enter your name'),
    email,
    topic,
    message: paragraphs(4000).refine(hasAtLeast(20), 'Write a sentence or more'),
    website: z
      .string()
      .max(200)
      .default('')
      .describe('A field that people do not see. What is filled in by a machine is not kept'),
  }),
  response: { 204: nothing },
}
export const readContactCall = {
  tags,
  summary: 'A message from the contact form',
  params: withId,
  response: {
    200: z.object({
      id,
      name: z.string(),
      email: z.string(),
      topic,
      message: z.string(),
      created_at: time,
      others: z.int().describe('Other messages from this address'),
      closed_at: time.nullable(),
      closed_by: z.string().nullable(),
      answer: z.string().nullable().describe('What was mailed, if anything'),
    }),
  },
}
export const answerContactCall = {
  tags,
  summary: 'Answer a message by mail, and close it',
  params: withId,
  body: why.extend({ text: paragraphs(4000).refine(hasAtLeast(10), 'At least 10 characters') }),
  response: { 204: nothing },
}
export const closeContactCall = {
  tags,
  summary: 'Close a message without an answer',
  params: withId,
  body: why,
  response: { 204: nothing },
}
