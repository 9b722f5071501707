import { z } from 'zod'
import { id, nothing, time } from './schemas.ts'

const tags = ['listings']
const params = z.strictObject({ id })

/** Read as money and percent by the server, so that every wrong one gets the same words. */
const typedNumber = z.union([z.number(), z.string().max(30)])

const terms = {
  desired_loan_amount: typedNumber.describe('USD'),
  desired_term: typedNumber.describe('Days'),
  desired_apy: typedNumber.describe('Percent a year, two decimals'),
  auto_accept: z
    .boolean()
    .optional()
    .describe('Accept by itself an offer that is as good as this or better'),
}

const created = z.object({
  id,
  expires_at: time,
  warnings: z.array(z.string()).describe('What is unusual about these terms, in words'),
})

export const createListingCall = {
  tags,
  summary: 'Ask for a loan against a domain',
  body: z.strictObject({ domain_id: id, ...terms }),
  response: { 201: created },
}

export const editListingCall = {
  tags,
  summary: 'Change the terms. Offers that wait stay as they are, and their lenders are told',
  params,
  body: z.strictObject(terms),
  response: { 200: created },
}

export const renewListingCall = {
  tags,
  summary: 'Show it for another 30 days',
  params,
  response: { 200: created },
}

export const removeListingCall = {
  tags,
  summary: 'Take a listing down. Offers that wait are denied',
  params,
  response: { 204: nothing },
}
