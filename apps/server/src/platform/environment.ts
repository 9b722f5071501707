/** The variables that the processes read, and the form of each. */
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brand } from '@pier/protocol/brand'
import { z } from 'zod'
import { company } from './variables/company.ts'
import {
  certificate,
  dkimKey,
  dnsServer,
  json,
  key,
  keyRing,
  list,
  port,
  privateKey,
  socket,
  standIn,
} from './variables/forms.ts'

export const liveCryptoApi = 'https://api.nowpayments.io/v1'

/** Of both processes. */
const general = {
  PIER_MODE: z
    .enum(['production', 'development', 'test'])
    .default('production')
    .describe('Production refuses stand-ins, weak settings and powerful logins.'),
  PUBLIC_ORIGIN: z
    .url({ protocol: /^https?$/ })
    .transform((url) => new URL(url).origin)
    .describe('The address that people open, as in mails. https in production.'),
  HOST: z.string().min(1).default('127.0.0.1').describe('The address on which the API listens.'),
  PORT: port.default(4000).describe('The port on which the API listens.'),
  METRICS_HOST: z
    .string()
    .min(1)
    .default('127.0.0.1')
    .describe('The address on which metrics are read. In production another needs METRICS_TOKEN.'),
  METRICS_TOKEN: z
    .string()
    .min(16)
    .optional()
    .describe('Whoever reads metrics sends it as a bearer token.'),
  METRICS_PORT: port.default(4001).describe('One for each process on a machine.'),
  TRUSTED_PROXY_HOPS: z.coerce
    .number<string>()
    .int()
    .min(0)
    .max(5)
    .default(0)
    .describe('How many proxies add to x-forwarded-for: 1 behind our web server.'),
  DRAIN_SECONDS: z.coerce
    .number<string>()
    .min(0)
    .max(15)
    .optional()
    .describe('How long a node that stops still answers, so that others are asked: 5 unless said.'),
  LOG_LEVEL: z.enum(['silent', 'error', 'warn', 'info', 'debug', 'trace']).default('info'),
  ACCESS_LOG: z
    .enum(['on', 'off'])
    .default('on')
    .describe('A line for each request to the API, at level info, without paths and addresses.'),
  DATA_FOLDER: z
    .string()
    .min(1)
    .default(join(tmpdir(), 'pier-data'))
    .describe(
      'For copies of files that others publish; may be lost. In production a folder of our own.',
    ),
}

/** Under the names that every tool of OpenTelemetry reads. */
const traces = {
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'A collector of traces, by OTLP/HTTP: http://127.0.0.1:4318. Without one there are none.',
    ),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .regex(/^[\w-]+=[^,=]*(,[\w-]+=[^,=]*)*$/)
    .optional()
    .describe('What the collector wants to be sent, as in authorization=Bearer%20…'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number<string>()
    .min(0)
    .max(1)
    .default(1)
    .describe('Of the traces that begin here, the part that is recorded.'),
}

const database = {
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/ })
    .describe(
      'A login that is a member of pier_api or of pier_worker, and of nothing else. With ' +
        'sslmode=verify-full where the database is on another machine.',
    ),
  DATABASE_DIRECT_URL: z
    .url({ protocol: /^postgres(ql)?$/ })
    .optional()
    .describe(
      'Where DATABASE_URL leads to a pooler in transaction mode: the same database past it, for ' +
        'LISTEN and locks. The login then has its time-outs by itself, as pier setup makes it.',
    ),
  DATABASE_ROLE: z
    .string()
    .optional()
    .describe('A role to become after connecting, where the login may do more.'),
  DATABASE_POOL_MAX: z.coerce
    .number<string>()
    .int()
    .min(2)
    .max(200)
    .default(7)
    .describe('The most connections of a process, besides its direct ones. Writes get two thirds.'),
}

const mail = {
  SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .describe('The relay: smtp://user:password@host:587 or smtps://user:password@host:465.'),
  MAIL_FROM: z.string().default(brand.mailFrom),
  MAIL_BOUNCES: z
    .email()
    .optional()
    .describe(
      'Where bounces go: bounces@pier.example has each mail sent by bounces+ID@pier.example.',
    ),
  MAIL_REPORT_SECRETS: list
    .optional()
    .describe('Bearer tokens, separated by commas, of who hands in bounces and complaints.'),
  MAIL_DKIM_DOMAIN: z
    .string()
    .min(1)
    .optional()
    .describe('Only where the relay does not sign: the domain of MAIL_FROM, or one above it.'),
  MAIL_DKIM_SELECTOR: z
    .string()
    .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)*$/i)
    .optional()
    .describe('The name of the key: its public half is at SELECTOR._domainkey.DOMAIN.'),
  COMPLIANCE_MAIL: z
    .email()
    .optional()
    .describe('A mailbox that keeps a copy of each seal, better one that we cannot delete from.'),
}

/** In a ring the first key is in use and the others are still honoured: a new one goes in front. */
const keys = {
  ACCESS_KEYS: json
    .pipe(z.array(privateKey).min(1))
    .describe('JSON array of Ed25519 private JWKs with a kid, the newest first.'),
  PEPPERS: keyRing.describe('JSON array of { "id", "key" }, 32 bytes in base64, the newest first.'),
  DATA_KEYS: keyRing.describe('Likewise. They encrypt what is personal.'),
  BLIND_INDEX_KEY: key.describe('32 bytes in base64. To change it, every address is indexed anew.'),
  PASSWORD_COST: z
    .enum(['full', 'light'])
    .default('full')
    .describe('Light is for tests; production refuses it.'),
  CUSTODY_PUBLIC_KEY: key.describe('X25519, 32 bytes in base64: transfer codes are sealed to it.'),
  CHAIN_PUBLIC_KEYS: keyRing.describe(
    'Ed25519, in the form of PEPPERS: they verify seals of chains and custody certificates.',
  ),
}

const payments = {
  STRIPE_SECRET_KEY: z.string().regex(/^(sk|rk)_(live|test)_\w+$/),
  STRIPE_WEBHOOK_SECRETS: list.describe(
    'Separated by commas: several are honoured, so that one can be replaced.',
  ),
  STRIPE_API_BASE: standIn(z.url({ protocol: /^https?$/ })),
  NOWPAYMENTS_API_KEY: z.string().min(8),
  NOWPAYMENTS_IPN_SECRETS: list.describe('Separated by commas, likewise.'),
  NOWPAYMENTS_API_BASE: z
    .url({ protocol: /^https?$/ })
    .default(liveCryptoApi)
    .describe('Production refuses another.'),
  NOWPAYMENTS_CALLBACK_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('Where it reports to: PUBLIC_ORIGIN/api/webhooks/nowpayments unless said.'),
}

const registrar = {
  REGISTRAR_HOST: z.string().min(1).describe('The EPP gateway.'),
  REGISTRAR_PORT: port.default(700),
  REGISTRAR_USER: z.string().min(3).max(16).describe('Our account there.'),
  REGISTRAR_PROFILE: z.enum(['centralnic-reseller', 'standard']).default('centralnic-reseller'),
  REGISTRAR_CONTACT: z
    .string()
    .min(3)
    .max(16)
    .describe('The handle of the contact that is the registrant of record while we hold a name.'),
  REGISTRAR_COMMANDS_PER_MINUTE: z.coerce
    .number<string>()
    .int()
    .min(1)
    .max(10_000)
    .default(60)
    .describe('What the gateway allows.'),
  REGISTRAR_CA: standIn(certificate),
  DNS_RESOLVER: dnsServer
    .prefault('127.0.0.1:53')
    .describe('Our own resolver, which validates DNSSEC.'),
  DNS_STANDIN_PORT: standIn(port),
  RDAP_BOOTSTRAP_URL: z
    .url({ protocol: /^https$/ })
    .default('https://data.iana.org/rdap/dns.json')
    .transform((url) => new URL(url))
    .describe('The list of RDAP servers.'),
  RDAP_STANDIN_CA: standIn(certificate),
  TSA_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('A timestamp authority by RFC 3161. Without one seals carry our own time alone.'),
}

const files = {
  CLAMAV_SOCKET: socket
    .optional()
    .describe(
      'Where clamd scans the files that people send: /run/clamav/clamd.ctl, or host:port. ' +
        'Without it no file is scanned.',
    ),
  S3_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .transform((url) => url.replace(/\/+$/, ''))
    .optional()
    .describe('Of any S3, such as https://s3.eu-central-1.amazonaws.com. https in production.'),
  S3_REGION: z.string().min(1).default('us-east-1').describe('Own servers mostly take any.'),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]+$/)
    .optional(),
  S3_ACCESS_KEY_ID: z.string().min(1).optional().describe('May put and get objects, and no more.'),
  S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
  FILES_IN: z
    .enum(['database', 'bucket'])
    .default('database')
    .describe('Where the worker takes the files of loans, encrypted as they are.'),
}

/** In production the API does not start with them. All but the last the worker needs to start. */
const ofWorker = {
  REGISTRAR_PASSWORD: z.string().min(6).optional(),
  CUSTODY_PRIVATE_KEY: key.optional().describe('Opens what is sealed to CUSTODY_PUBLIC_KEY.'),
  CHAIN_PRIVATE_KEY: key.optional().describe('That of the first of CHAIN_PUBLIC_KEYS.'),
  SEAL_P12: z
    .base64()
    .transform((text) => Buffer.from(text, 'base64'))
    .optional()
    .describe('The certificate that seals agreements: a PKCS #12 file in base64.'),
  SEAL_PASSPHRASE: z.string().min(1).optional(),
  MAIL_DKIM_KEY: dkimKey
    .optional()
    .describe('Goes with MAIL_DKIM_DOMAIN: a private RSA key, PEM or a PEM file in base64.'),
}

/** Under the headings that a person reads them by. */
export const environmentGroups = {
  General: general,
  Company: company,
  Traces: traces,
  Database: database,
  Mail: mail,
  Keys: keys,
  Payments: payments,
  'Registrar, DNS and seals': registrar,
  Files: files,
  'For the worker alone': ofWorker,
}
export const namesOfWorker = Object.keys(ofWorker)
export const environment = z.object({
  ...general,
  ...company,
  ...traces,
  ...database,
  ...mail,
  ...keys,
  ...payments,
  ...registrar,
  ...files,
  ...ofWorker,
})
export type Environment = z.output<typeof environment>
