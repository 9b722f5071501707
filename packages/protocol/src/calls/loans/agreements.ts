import { z } from 'zod'
import { limits } from '../../limits.ts'
import { id, line, opaqueToken, time } from '../schemas.ts'

const tags = ['agreements']
const params = z.object({ token: opaqueToken })

const toSign = z.object({
  escrow_id: id,
  code: z.string(),
  domain: z.string(),
  unicode: z.string(),
  title: z.string(),
  role: z.enum(['BORROWER', 'LENDER']),
  name: z.string().describe('Your legal name, as it has to be typed'),
  other_name: z.string(),
  amount: z.number(),
  term: z.int(),
  apy: z.number(),
  repay: z.number(),
  sha256: z.string(),
  pages: z.int(),
  is_signed: z.boolean().describe('By you'),
  is_other_signed: z.boolean(),
  is_open: z.boolean().describe('Whether it can be signed now'),
  deadline_at: time.nullable(),
  terms_version: z.int().describe('Of the terms that signing accepts'),
  consent: z.object({ version: z.string(), paragraphs: z.array(z.string()) }),
})

export const readToSignCall = {
  tags,
  summary: 'What you are asked to sign, by its link. Only for the side it was made for',
  params,
  response: { 200: toSign },
}
export const readDocumentCall = {
  tags,
  summary: 'The agreement itself as PDF, as it will be signed',
  params,
  response: { 200: z.unknown().describe('The file') },
}
export const signCall = {
  tags,
  summary: 'Sign: your typed name, your consent, and the hash of what you saw',
  params,
  body: z.strictObject({
    document_sha256: z.string().regex(/^[0-9a-f]{64}$/),
    name: line(limits.nameLengthMax),
    consent_version: line(100),
    agreed: z.literal(true),
    terms_version: z.int().optional().describe('The version of the terms that was shown'),
  }),
  response: { 200: toSign },
}
