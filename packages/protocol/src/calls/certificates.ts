import { z } from 'zod'
import { id, nothing, time } from './schemas.ts'

const params = z.strictObject({ id })
/** As it is printed, or typed by hand: without dashes, in small letters. */
const code = z.string().min(1).max(40)
const codeParams = z.strictObject({ code })

export const getOwnCertificateCall = {
  tags: ['domains'],
  summary: 'Whether a domain of yours has a public custody certificate',
  params,
  response: {
    200: z.object({
      certificate: z
        .object({ code: z.string(), public_at: time, with_handle: z.boolean() })
        .nullable(),
      handle: z.string().nullable().describe('What it would name you by'),
    }),
  },
}

export const putCertificateCall = {
  tags: ['domains'],
  summary: 'Make the certificate of a domain in custody public, or say whether it names you',
  params,
  body: z.strictObject({ with_handle: z.boolean().default(false) }),
  response: { 200: z.object({ code: z.string() }) },
}

export const deleteCertificateCall = {
  tags: ['domains'],
  summary: 'Withdraw the certificate. Its address answers "No certificate" from then on',
  params,
  response: { 204: nothing },
}

/** The text of the signed file, read as JSON. It names no owner by name, no value and no loan. */
export const certificateSchema = z.object({
  type: z.literal('custody-certificate'),
  version: z.literal(1),
  issuer: z.string(),
  address: z.url().describe('Where the certificate is, live'),
  code: z.string(),
  domain: z.string().describe('As the DNS has it'),
  unicode: z.string().describe('As its owner reads it'),
  owner_handle: z.string().nullable().describe('Only if the owner wants it shown'),
  held_since: time.describe('For this owner'),
  public_since: time,
  on_hold: z.boolean().describe('A court, the registry or a report of theft stops it'),
  registry: z
    .object({
      read_at: time,
      with_us: z.boolean().describe('The registry shows us as the registrar'),
      registrar: z.string().nullable(),
      statuses: z.array(z.string()).describe('As RDAP spells them'),
      transfer_locked: z.boolean(),
      delete_locked: z.boolean(),
      registered_at: time.nullable(),
      expires_at: time.nullable(),
      transferred_at: time.nullable(),
      changed_at: time.nullable(),
      nameservers: z.array(z.string()),
      ds_records: z.array(z.object({ key_tag: z.int(), algorithm: z.int() })).nullable(),
    })
    .nullable()
    .describe('What we read at the registry, and when. Null until we have'),
  rdap: z.url().nullable().describe('Where anybody can ask the registry about it'),
  signed_at: time,
  key: z.object({
    id: z.string(),
    algorithm: z.literal('Ed25519'),
    fingerprint: z.string().describe('SHA-256 of the public key in DER'),
  }),
})

const keySchema = z.object({
  id: z.string(),
  pem: z.string(),
  fingerprint: z.string(),
  dns_host: z.string().describe('Where the DNS has the key, once the operator has put it there'),
  dns_text: z.string(),
})

export const getCertificateCall = {
  tags: ['public'],
  summary: 'A custody certificate that its owner has made public',
  params: codeParams,
  response: {
    200: z.object({
      code: z.string(),
      is_asked: z.boolean().describe('A fresh look or a signature is on its way'),
      signed: z
        .object({
          certificate: certificateSchema,
          text: z.string().describe('The exact bytes of the signed file, in UTF-8'),
          signature: z.base64().describe('A detached Ed25519 signature over them'),
          sha256: z.string(),
          is_key_in_dns: z.boolean(),
        })
        .nullable()
        .describe('Null for the moment before the first signature'),
      key: keySchema,
    }),
  },
}

export const checkCertificateCall = {
  tags: ['public'],
  summary: 'Ask for a fresh look at the registry. The certificate then has a new time',
  params: codeParams,
  response: { 204: nothing },
}

export const certificateKeyCall = {
  tags: ['public'],
  summary: 'The key that signs custody certificates',
  response: { 200: keySchema },
}
