import { z } from 'zod'
import { limits } from '../limits.ts'
import { domainStatuses } from '../statuses.ts'
import {
  ownListingSchema,
  registryFeeSchema,
  transferOutSchema,
  transferSchema,
} from './owned-domain.ts'
import { id, line, nothing, opaqueToken, time } from './schemas.ts'

const tags = ['domains']
const dollars = z.number()
const params = z.strictObject({ id })
const page = z.coerce.number<string>().int().min(1).max(1_000_000).default(1)

export const domainFilters = ['all', 'listed', 'in_escrow', 'in_custody', 'not_verified'] as const

export const domainSchema = z.object({
  id,
  domain: z.string().describe('As the DNS has it: bücherhafen.de is xn--bcherhafen-9db.de'),
  unicode: z.string().describe('As its owner reads it. Shown beside the other, never instead'),
  looks_like: z.string().nullable().describe('The plain domain name it resembles'),
  status: z.enum(domainStatuses),
  estimated_value: dollars.nullable(),
  verification_record: z
    .string()
    .nullable()
    .describe('The value of the TXT record that verifies it'),
  pending_transfer: z.boolean(),
  listed: z.boolean(),
  listing_id: id.nullable(),
  listing: ownListingSchema.nullable().describe('What you ask, while it is listed'),
  offers: z.int(),
  open_escrow_id: id.nullable(),
  transfer_out_available_at: time.nullable(),
  on_hold: z.boolean(),
  expires_at: time.nullable().describe('When the registration ends, as far as we know'),
  transfer: transferSchema.nullable().describe('A transfer in that is under way'),
  transfer_out: transferOutSchema.nullable(),
  transfer_refusal: z.string().nullable().describe('Why the last transfer in failed'),
  registry_fee: registryFeeSchema.nullable(),
})

export const pricesCall = {
  tags: ['public'],
  summary: 'What moving a name here and renewing it costs, by ending. Premium names cost more',
  response: {
    200: z.object({
      prices: z.array(
        z.object({
          suffix: z.string().describe('Without the dot'),
          transfer: dollars.describe('At most TLDs with a year'),
          renewal: dollars.describe('A year'),
          since: time,
        }),
      ),
    }),
  },
}
export const listDomainsCall = {
  tags,
  summary: 'Your domains, newest first',
  querystring: z.object({
    page,
    limit: z.coerce
      .number<string>()
      .int()
      .min(1)
      .max(limits.pageSizeMax)
      .default(limits.domainsPerPage),
    filter: z.enum(domainFilters).default('all'),
    search: line(100).optional().describe('Part of a name'),
  }),
  response: {
    200: z.object({
      domains: z.array(domainSchema),
      pages: z.int(),
      counts: z.record(z.enum(domainFilters), z.int()),
      estimated_total: dollars,
      without_value: z.int(),
    }),
  },
}

export const exportDomainsCall = {
  tags,
  summary: 'All your domains as CSV',
  response: { 200: z.unknown().describe('The file') },
}

const recordSchema = z.object({
  verificationRecord: z.string().describe('The value of the TXT record to place'),
  verificationHost: z.string().describe('Where to place it, below the name: _pier-challenge'),
})

export const addDomainCall = {
  tags,
  summary: 'Add a domain. The record proves that you control it',
  body: z.strictObject({ domain: line(limits.domainTypedLengthMax, 'Invalid domain') }),
  response: {
    200: recordSchema.extend({
      id,
      domain: z.string(),
      cleaned_from: z.string().nullable().describe('What was typed, where it was more than a name'),
    }),
  },
}

export const importDomainsCall = {
  tags,
  summary: 'Add many domains at once, pasted or from a CSV. One record proves all of them',
  body: z.strictObject({ names: z.string().max(limits.importLengthMax).describe('The list') }),
  response: {
    200: recordSchema.extend({
      added: z.array(
        z.object({
          id,
          domain: z.string(),
          unicode: z.string(),
          cleaned_from: z.string().nullable(),
        }),
      ),
      refused: z.array(z.object({ line: z.int(), typed: z.string(), message: z.string() })),
      left_out: z.int().describe('How many stand after the first thousand'),
    }),
  },
}

const verificationSchema = z.object({
  host: z.string().describe('The whole name of the record'),
  type: z.literal('TXT'),
  value: z.string(),
  expires_at: time.describe('When the record expires if it is not found'),
  is_checking: z.boolean(),
  next_check_at: time.nullable(),
  last_check: z
    .object({
      at: time,
      found: z.boolean(),
      message: z.string().describe('What we saw, in words'),
      seen: z.array(z.string()).describe('Other values that stand there'),
      nameservers: z.array(z.string()).describe('The servers that answered'),
    })
    .nullable(),
})

export const getDomainCall = {
  tags,
  summary: 'One of your domains, with how its proof stands',
  params,
  response: { 200: domainSchema.extend({ verification: verificationSchema.nullable() }) },
}

export const removeDomainCall = {
  tags,
  summary: 'Remove a domain from your list. One in custody has to be transferred out',
  params,
  response: { 204: nothing },
}

export const verifyDomainCall = {
  tags,
  summary: 'Check for the record now, or get a new one when the old one has expired',
  params,
  response: { 200: verificationSchema },
}

export const quoteDomainCall = {
  tags,
  summary:
    'What a transfer in or a renewal costs. The registry is asked; call again for its answer',
  params,
  body: z.strictObject({ operation: z.enum(['transfer', 'renew']) }),
  response: {
    200: z.object({
      state: z.enum(['asking', 'ready', 'refused']),
      quote_id: id.nullable(),
      amount: dollars.nullable(),
      renewal: dollars.nullable().describe('What each further year costs'),
      is_premium: z.boolean(),
      valid_until: time.nullable(),
      message: z.string().nullable().describe('Why there is no price, or what stands in the way'),
      available: dollars.describe('Your balance'),
      days: z.string().describe('How long a transfer of this TLD takes, in words'),
      lock_days: z.int().describe('How long it cannot leave again afterwards'),
    }),
  },
}

export const transferInCall = {
  tags,
  summary: 'Move a domain into custody, at the price that was quoted',
  params,
  body: z.strictObject({
    transferCode: line(limits.transferCodeLengthMax, 'Invalid authorization code'),
    quote_id: id.optional().describe('The quote you saw; without it the last one'),
  }),
  response: { 200: transferSchema },
}

export const cancelTransferInCall = {
  tags,
  summary: 'Cancel a transfer in while the registry has not completed it',
  params,
  response: { 204: nothing },
}

export const transferOutCall = {
  tags,
  summary: 'Request the authorization code for a transfer out. It is emailed within 24 hours',
  params,
  response: { 200: transferOutSchema },
}

export const cancelTransferOutCall = {
  tags,
  summary: 'Cancel a transfer out',
  params,
  response: { 204: nothing },
}

export const stopTransferOutCall = {
  tags,
  summary: 'Stop a transfer out with the link in its email',
  body: z.strictObject({ token: opaqueToken }),
  response: { 200: z.object({ domain: z.string() }) },
}

const outcome = z.object({
  state: z.enum(['done', 'waiting']).describe('Waiting: the registry has not answered yet'),
})

export const renewDomainCall = {
  tags,
  summary: 'Renew a domain in custody for one more year, at the price that was quoted',
  params,
  body: z.strictObject({ quote_id: id }),
  response: { 200: outcome },
}

export const getPassportCall = {
  tags,
  summary: 'What the registry says about a domain',
  params,
  response: {
    200: z.object({
      domain: z.string(),
      state: z.enum(['asking', 'known', 'unregistered', 'unknown']),
      source: z.string().nullable().describe('The source of the data'),
      fetched_at: time.nullable(),
      is_fresh: z.boolean().describe('It was checked within a day'),
      is_asked: z.boolean().describe('A new check is in progress'),
      is_held: z.boolean().describe('The registry showed it with us as its registrar'),
      is_locked: z.boolean().nullable().describe('Against transfers'),
      registered_at: time.nullable(),
      expires_at: time.nullable(),
      transferred_at: time.nullable(),
      registrar: z.string().nullable(),
      registrar_iana_id: z.string().nullable(),
      locks: z.array(z.string()).describe('In words'),
      nameservers: z.array(z.string()),
      is_signed: z.boolean().nullable(),
      warnings: z.array(z.string()).describe('What stands in the way of a transfer or a loan'),
      value: z.object({ amount: dollars, source: z.string(), at: time }).nullable(),
      changes: z.array(
        z.object({ at: time, what: z.string(), before: z.string(), after: z.string() }),
      ),
    }),
  },
}
