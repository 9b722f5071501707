/** The variables that the processes read, and the form of each. */
import { isIP } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brand } from '@pier/protocol/brand'
import { z } from 'zod'

export const liveCryptoApi = 'https://api.nowpayments.io/v1'

const port = z.coerce.number<string>().int().min(0).max(65_535)
const key = z.base64().transform((text, context) => {
  const bytes = Buffer.from(text, 'base64')
  if (bytes.length !== 32) context.addIssue('must be 32 bytes in base64')
  return bytes
})
const json = z.string().transform((text, context): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    context.addIssue('must be JSON')
    return z.NEVER
  }
})
export const keyRing = json.pipe(z.array(z.strictObject({ id: z.string().min(1), key })).min(1))
const privateKey = z.looseObject({ kty: z.literal('OKP'), kid: z.string(), d: z.string() })

const list = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim()))
  .pipe(z.array(z.string().min(8)).min(1))
const dnsServer = z.string().transform((text, context) => {
  const colon = text.lastIndexOf(':')
  const address = text.slice(0, colon).replace(/^\[(.*)\]$/, '$1')
  const portNumber = Number(text.slice(colon + 1))
  if (isIP(address) === 0 || !Number.isInteger(portNumber) || portNumber < 1) {
    context.addIssue('must be an address and a port, as in 127.0.0.1:53')
  }
  return { address, port: portNumber }
})

export const environment = z.object({
  PIER_MODE: z.enum(['production', 'development', 'test']).default('production'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  DATABASE_ROLE: z.string().optional(),
  DATABASE_POOL_MAX: z.coerce.number<string>().int().min(2).max(200).default(20),
  PUBLIC_ORIGIN: z.url({ protocol: /^https?$/ }).transform((url) => new URL(url).origin),
  HOST: z.string().default('127.0.0.1'),
  PORT: port.default(4000),
  METRICS_PORT: port.default(4001),
  TRUSTED_PROXY_HOPS: z.coerce.number<string>().int().min(0).max(5).default(0),
  LOG_LEVEL: z.enum(['silent', 'error', 'warn', 'info', 'debug', 'trace']).default('info'),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }),
  MAIL_FROM: z.string().default(brand.mailFrom),
  PASSWORD_COST: z.enum(['full', 'light']).default('full'),
  // Rings: the first key is in use, the others are still honoured. Rotation puts a new one in front.
  ACCESS_KEYS: json.pipe(z.array(privateKey).min(1)),
  PEPPERS: keyRing,
  DATA_KEYS: keyRing,
  BLIND_INDEX_KEY: key,
  // Payments. Several secrets of a webhook are honoured, so that one can be replaced.
  STRIPE_SECRET_KEY: z.string().regex(/^(sk|rk)_(live|test)_\w+$/),
  STRIPE_WEBHOOK_SECRETS: list,
  STRIPE_API_BASE: z.url({ protocol: /^https?$/ }).optional(),
  NOWPAYMENTS_API_KEY: z.string().min(8),
  NOWPAYMENTS_IPN_SECRETS: list,
  NOWPAYMENTS_API_BASE: z.url({ protocol: /^https?$/ }).default(liveCryptoApi),
  NOWPAYMENTS_CALLBACK_URL: z.url({ protocol: /^https?$/ }).optional(),
  // Domains in custody: the registrar, DNS and RDAP, and the keys that encrypt transfer codes.
  REGISTRAR_HOST: z.string().min(1),
  REGISTRAR_PORT: port.default(700),
  REGISTRAR_USER: z.string().min(3).max(16),
  REGISTRAR_PASSWORD: z.string().min(6).optional(), // Only for the worker.
  REGISTRAR_PROFILE: z.enum(['centralnic-reseller', 'standard']).default('centralnic-reseller'),
  REGISTRAR_CONTACT: z.string().min(3).max(16),
  REGISTRAR_COMMANDS_PER_MINUTE: z.coerce.number<string>().int().min(1).max(10_000).default(60),
  REGISTRAR_CA: z.string().startsWith('-----BEGIN CERTIFICATE').optional(),
  DNS_RESOLVER: dnsServer.prefault('127.0.0.1:53'),
  DNS_STANDIN_PORT: port.optional(),
  RDAP_BOOTSTRAP_URL: z
    .url({ protocol: /^https$/ })
    .default('https://data.iana.org/rdap/dns.json')
    .transform((url) => new URL(url)),
  RDAP_STANDIN_CA: z.string().startsWith('-----BEGIN CERTIFICATE').optional(),
  CUSTODY_PUBLIC_KEY: key,
  CUSTODY_PRIVATE_KEY: key.optional(),
  // Checkpoints of the loans' chains: everybody may verify them, only the worker signs them.
  CHAIN_PUBLIC_KEYS: keyRing,
  CHAIN_PRIVATE_KEY: key.optional(),
  COMPLIANCE_MAIL: z.email().optional(),
  // The e-seal of agreements: a PKCS #12 file in base64, and the timestamp authority.
  SEAL_P12: z
    .base64()
    .transform((text) => Buffer.from(text, 'base64'))
    .optional(),
  SEAL_PASSPHRASE: z.string().min(1).optional(),
  TSA_URL: z.url({ protocol: /^https?$/ }).optional(),
  DATA_FOLDER: z.string().min(1).default(join(tmpdir(), 'pier-data')),
})
export type Environment = z.output<typeof environment>
