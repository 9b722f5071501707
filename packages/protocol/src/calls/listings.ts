import { z } from 'zod'
import { limits } from '../limits.ts'
import { id, line, nothing, time } from './schemas.ts'

const tags = ['listings']
const params = z.strictObject({ id })

/** Parsed by the server, so that every invalid value gets the same message. */
const typedNumber = z.union([z.number(), z.string().max(30)])

const terms = {
  desired_loan_amount: typedNumber.describe('USD'),
  desired_term: typedNumber.describe('Days'),
  desired_apy: typedNumber.describe('Percent a year, two decimals'),
  auto_accept: z.boolean().optional().describe('Auto-accept offers that meet your ask'),
}

const confirmedRate = typedNumber
  .optional()
  .describe('The same rate again. Required above 36% a year')

const created = z.object({
  id,
  expires_at: time,
  warnings: z.array(z.string()).describe('What is unusual about these terms, in words'),
})

export const createListingCall = {
  tags,
  summary: 'Ask for a loan against a domain',
  body: z.strictObject({
    domain_id: id,
    ...terms,
    confirmed_rate: confirmedRate,
    confirmed_fee: typedNumber
      .optional()
      .describe('What the registry charges a year, in USD. Required for a premium domain'),
  }),
  response: { 201: created },
}

export const editListingCall = {
  tags,
  summary: 'Change the terms. Pending offers stay unchanged, and their lenders are notified',
  params,
  body: z.strictObject({
    ...terms,
    confirmed_rate: confirmedRate,
    renew: z.boolean().optional().describe('Show it for another 30 days as well'),
  }),
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
  summary: 'Remove a listing. Pending offers are denied',
  params,
  response: { 204: nothing },
}

const dollars = z.number()
const count = z.coerce.number<string>().int().min(0).max(1_000_000_000)
const flag = z.enum(['true', 'false']).transform((text) => text === 'true')

export const listingSorts = ['newest', 'adjusted', 'amount', 'ending'] as const

/** A lender's search filters. They are all in the URL, so that a search can be shared. */
const filters = {
  search: line(100).optional().describe('Part of a name'),
  tld: line(63).optional(),
  amount_min: count.optional().describe('USD'),
  amount_max: count.optional(),
  apr_min: z.coerce.number<string>().min(0).max(100).optional().describe('Percent'),
  apr_max: z.coerce.number<string>().min(0).max(100).optional(),
  term_min: count.optional().describe('Days'),
  term_max: count.optional(),
  length_min: count.optional().describe('Characters of the name before its TLD'),
  length_max: count.optional(),
  ltv_max: count.optional().describe('Percent. Leaves out what has no value'),
  age_min: count.optional().describe('Years since it was registered'),
  custody_ready: flag.optional(),
}

export const listingSchema = z.object({
  id,
  domain: z.string(),
  domain_id: id,
  estimated_value: dollars.nullable(),
  desired_term: z.int(),
  desired_loan_amount: dollars,
  desired_apy: z.number().describe('Percent a year'),
  unicode: z.string(),
  looks_like: z.string().nullable(),
  adjusted: z.number().describe('Percent over the term: APR × days ÷ 365'),
  ltv: z.int().nullable().describe('Percent'),
  custody_ready: z.boolean(),
  registered_on: z.iso.date().nullable(),
  expires_at: time,
})

const pageOf = {
  limit: z.coerce
    .number<string>()
    .int()
    .min(1)
    .max(limits.pageSizeMax)
    .default(limits.listingsPerPage),
  page: z.coerce.number<string>().int().min(1).max(1_000_000).default(1),
}

export const listListingsCall = {
  tags,
  summary: 'The directory: what borrowers ask, open to everybody',
  querystring: z.object({
    ...pageOf,
    sort: z.enum(listingSorts).default('newest'),
    ...filters,
  }),
  response: {
    200: z.object({
      listings: z.array(listingSchema),
      pages: z.int(),
      total: z.int().describe('How many match'),
      is_capped: z.boolean().describe('There are more than can be counted quickly'),
    }),
  },
}

export const getListingCall = {
  tags,
  summary: 'One listing with its passport, open to everybody',
  params,
  response: {
    200: listingSchema.extend({
      created_at: time,
      is_open: z.boolean().describe('Offers can be made'),
      is_own: z.boolean().describe('It is yours. Always false without a login'),
      version: z.int(),
      owner: z.object({
        handle: z.string(),
        loans_repaid: z.int(),
        loans_ended: z.int(),
        on_time: z.int(),
        disputes_lost: z.int(),
        lapses: z
          .int()
          .describe('Lapses: agreed, then missed the deadline to sign, transfer or pay'),
        since: z.iso.date(),
      }),
      passport: z.object({
        fetched_at: time.nullable(),
        is_fresh: z.boolean().describe('It was checked within a day'),
        is_held: z.boolean().describe('The registry showed it with us as its registrar'),
        is_locked: z.boolean().nullable().describe('Against transfers'),
        source: z.string().nullable(),
        registered_at: time.nullable(),
        expires_at: time.nullable(),
        transferred_at: time.nullable(),
        registrar: z.string().nullable(),
        locks: z.array(z.string()),
        nameservers: z.array(z.string()),
        nameservers_changed_at: time.nullable(),
        is_signed: z.boolean().nullable(),
        in_custody_since: time.nullable(),
        renewal_price: dollars.nullable(),
        warnings: z.array(z.string()),
      }),
      value: z.object({ amount: dollars, source: z.string(), at: time }).nullable(),
      pending_offers: z.int(),
    }),
  },
}

const searchSchema = z.object({
  id,
  query: z.string().describe('As it stands in the address of the directory'),
  label: z.string().describe('In words'),
  created_at: time,
  looked_at: time.nullable().describe('When its owner last viewed the results'),
})

const watchedSearchSchema = searchSchema.extend({
  new_count: z.int().describe('Found since the last view, counted up to 100'),
})

export const listSearchesCall = {
  tags,
  summary: 'Your search alerts',
  response: { 200: z.object({ searches: z.array(watchedSearchSchema) }) },
}

export const saveSearchCall = {
  tags,
  summary: 'Set an alert for new listings like these, in the app and by email',
  querystring: z.object(filters),
  response: { 201: searchSchema },
}

export const editSearchCall = {
  tags,
  summary: 'Change what an alert searches for',
  params,
  querystring: z.object(filters),
  response: { 200: searchSchema },
}

export const listFoundCall = {
  tags,
  summary: 'What a search has found since it was saved and is still listed, last found first',
  params,
  querystring: z.object(pageOf),
  response: {
    200: z.object({
      listings: z.array(listingSchema.extend({ found_at: time, is_new: z.boolean() })),
      pages: z.int(),
      total: z.int(),
    }),
  },
}

export const lookAtSearchCall = {
  tags,
  summary: 'Mark the results of an alert as seen',
  params,
  response: { 204: nothing },
}

export const deleteSearchCall = {
  tags,
  summary: 'Delete an alert',
  params,
  response: { 204: nothing },
}
