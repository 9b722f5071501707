import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brand } from '@pier/protocol/brand'
import { z } from 'zod'
import { makeSecret } from './crypto/secret-text.ts'
import { verifyKeyOf } from './crypto/ed25519.ts'
import { publicBytesOf, readPrivateKey } from './crypto/x25519.ts'
import { listUnsafe, liveCryptoApi, listWorkerKeys } from './unsafe-config.ts'

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
const keyRing = json.pipe(z.array(z.strictObject({ id: z.string().min(1), key })).min(1))
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

const environment = z.object({
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
  // Domains in custody: the registrar's gateway, whom we ask about names, and the sealing of codes.
  REGISTRAR_HOST: z.string().min(1),
  REGISTRAR_PORT: port.default(700),
  REGISTRAR_USER: z.string().min(3).max(16),
  REGISTRAR_PASSWORD: z.string().min(6).optional(), // Of the worker alone.
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
  // Seals of the loans' chains: everybody may check them, the worker alone makes them.
  CHAIN_PUBLIC_KEYS: keyRing,
  CHAIN_PRIVATE_KEY: key.optional(),
  COMPLIANCE_MAIL: z.email().optional(),
  // The seal of agreements: a PKCS #12 file in base64, and whom to ask for the time.
  SEAL_P12: z
    .base64()
    .transform((text) => Buffer.from(text, 'base64'))
    .optional(),
  SEAL_PASSPHRASE: z.string().min(1).optional(),
  TSA_URL: z.url({ protocol: /^https?$/ }).optional(),
  DATA_FOLDER: z.string().min(1).default(join(tmpdir(), 'pier-data')),
})
export type Environment = z.output<typeof environment>

export type FileScan = (file: Buffer) => Promise<boolean>
export type KeyRing = z.output<typeof keyRing>
export type Config = ReturnType<typeof readConfig>

/** Reads the environment once. Everything missing or wrong is named in one error. */
export function readConfig(source: Record<string, string | undefined>) {
  const parsed = environment.safeParse(withFiles(source))
  if (!parsed.success) throw new Error(`Configuration:\n${z.prettifyError(parsed.error)}`)
  const env = parsed.data
  if (env.PIER_MODE === 'production') refuse(listUnsafe(env))

  return {
    mode: env.PIER_MODE,
    database: { url: env.DATABASE_URL, role: env.DATABASE_ROLE, poolMax: env.DATABASE_POOL_MAX },
    publicOrigin: env.PUBLIC_ORIGIN,
    http: { host: env.HOST, port: env.PORT, trustedProxyHops: env.TRUSTED_PROXY_HOPS },
    metricsPort: env.METRICS_PORT,
    logLevel: env.LOG_LEVEL,
    mail: { smtpUrl: env.SMTP_URL, from: env.MAIL_FROM },
    passwordCost: env.PASSWORD_COST,
    card: {
      secretKey: env.STRIPE_SECRET_KEY,
      webhookSecrets: env.STRIPE_WEBHOOK_SECRETS,
      apiBase: env.STRIPE_API_BASE ? new URL(env.STRIPE_API_BASE) : undefined,
    },
    crypto: {
      apiKey: env.NOWPAYMENTS_API_KEY,
      ipnSecrets: env.NOWPAYMENTS_IPN_SECRETS,
      apiBase: env.NOWPAYMENTS_API_BASE,
      /** Where its pages may stand: the provider's own name, or the stand-in's. */
      pageHost: new URL(env.NOWPAYMENTS_API_BASE).hostname.replace(/^api\./, ''),
      callbackUrl: env.NOWPAYMENTS_CALLBACK_URL ?? `${env.PUBLIC_ORIGIN}/api/webhooks/nowpayments`,
    },
    keys: {
      access: env.ACCESS_KEYS,
      peppers: env.PEPPERS,
      data: env.DATA_KEYS,
      blindIndex: env.BLIND_INDEX_KEY,
    },
    ...custodyOf(env),
    chain: {
      publicKeys: env.CHAIN_PUBLIC_KEYS,
      privateKey: env.CHAIN_PRIVATE_KEY,
      /** Who keeps a copy of each seal. */
      mailTo: env.COMPLIANCE_MAIL,
    },
    /** Says whether a file may be kept. None unless a deployment puts one here. */
    scanFile: undefined as FileScan | undefined,
    seal: {
      p12: env.SEAL_P12,
      passphrase: env.SEAL_PASSPHRASE === undefined ? undefined : makeSecret(env.SEAL_PASSPHRASE),
      timestampUrl: env.TSA_URL,
    },
    /** For what may be lost: copies of files that others publish. */
    dataFolder: env.DATA_FOLDER,
  }
}

/** The process that strangers talk to is not even given what only the worker needs. */
export function readApiConfig(source: Record<string, string | undefined>) {
  const config = readConfig(source)
  if (config.mode === 'production') refuse(listWorkerKeys(withFiles(source)))
  return config
}

function refuse(faults: string[]): void {
  if (faults.length > 0) throw new Error(`Configuration:\n${faults.join('\n')}`)
}

/**
 * The worker opens what the API seals, so it alone has the key for it, and cannot be without. The same
 * with the seal of agreements: who has it can sign for the house.
 */
export function readWorkerConfig(source: Record<string, string | undefined>) {
  const config = readConfig(source)
  const { publicKey, privateKey } = config.custody
  if (!privateKey)
    throw new Error('Configuration:\nCUSTODY_PRIVATE_KEY is missing: the worker needs it')
  if (!publicBytesOf(readPrivateKey(privateKey)).equals(publicKey)) {
    throw new Error('Configuration:\nCUSTODY_PRIVATE_KEY is not that of CUSTODY_PUBLIC_KEY')
  }
  for (const [name, value] of [
    ['REGISTRAR_PASSWORD', config.registrar.password],
    ['SEAL_P12', config.seal.p12],
    ['SEAL_PASSPHRASE', config.seal.passphrase],
  ] as const) {
    if (!value) throw new Error(`Configuration:\n${name} is missing: the worker needs it`)
  }
  return { ...config, custody: { publicKey, privateKey }, chain: sealingOf(config) }
}

function sealingOf({ chain }: Config) {
  const { privateKey, publicKeys } = chain
  if (!privateKey)
    throw new Error('Configuration:\nCHAIN_PRIVATE_KEY is missing: the worker needs it')
  if (!publicKeys[0]?.key.equals(verifyKeyOf(privateKey))) {
    throw new Error('Configuration:\nCHAIN_PRIVATE_KEY is not that of the first CHAIN_PUBLIC_KEYS')
  }
  return { ...chain, privateKey }
}

/** Whoever checks the chains needs to read them, and the keys their seals were made with. */
export function readVerifierConfig(source: Record<string, string | undefined>) {
  const wanted = environment.pick({ DATABASE_URL: true, CHAIN_PUBLIC_KEYS: true })
  const parsed = wanted.safeParse(withFiles(source))
  if (!parsed.success) throw new Error(`Configuration:\n${z.prettifyError(parsed.error)}`)
  return { url: parsed.data.DATABASE_URL, publicKeys: parsed.data.CHAIN_PUBLIC_KEYS }
}

function custodyOf(env: Environment) {
  const dnsPort = env.DNS_STANDIN_PORT
  const rdapCa = env.RDAP_STANDIN_CA
  return {
    registrar: {
      endpoint: { host: env.REGISTRAR_HOST, port: env.REGISTRAR_PORT, ca: env.REGISTRAR_CA },
      user: env.REGISTRAR_USER,
      password: env.REGISTRAR_PASSWORD === undefined ? null : makeSecret(env.REGISTRAR_PASSWORD),
      profile: env.REGISTRAR_PROFILE,
      /** The handle of the contact that is the registrant of record while we hold a name. */
      contact: env.REGISTRAR_CONTACT,
      commandsPerMinute: env.REGISTRAR_COMMANDS_PER_MINUTE,
    },
    dns: {
      resolver: env.DNS_RESOLVER,
      ...(dnsPort !== undefined && { onlyForTests: { port: dnsPort, isAllowed: isLoopback } }),
    },
    rdap: {
      bootstrapUrl: env.RDAP_BOOTSTRAP_URL,
      hostIntervalMs: rdapCa ? 0 : 1000,
      ...(rdapCa && { onlyForTests: { ca: rdapCa, isAllowed: isLoopback } }),
    },
    custody: { publicKey: env.CUSTODY_PUBLIC_KEY, privateKey: env.CUSTODY_PRIVATE_KEY },
  }
}

/** Stand-ins live on this machine; nothing else of our own networks may be asked for their sake. */
const isLoopback = (address: string): boolean => address.startsWith('127.')

/** `NAME_FILE` names a file that holds the value of `NAME`, as secret stores hand them out. */
function withFiles(source: Record<string, string | undefined>) {
  const values: Record<string, string | undefined> = { ...source }
  for (const name of Object.keys(environment.shape)) {
    const file = source[`${name}_FILE`]
    if (file) values[name] = readFileSync(file, 'utf8').trim()
  }
  return values
}
