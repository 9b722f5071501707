import { readFileSync } from 'node:fs'
import type { TraceSettings } from '@pier/telemetry/otlp'
import { z } from 'zod'
import { companyOf } from './variables/company.ts'
import { hmac } from './crypto/secrets.ts'
import { makeSecret } from './crypto/secret-text.ts'
import { verifyKeyOf } from './crypto/ed25519.ts'
import { publicBytesOf, readPrivateKey } from './crypto/x25519.ts'
import { environment, type Environment } from './environment.ts'
import type { keyRing } from './variables/forms.ts'
import { listUnsafe, listWorkerKeys } from './unsafe-config.ts'

export type KeyRing = z.output<typeof keyRing>
export type Config = ReturnType<typeof readConfig>

/** Reads the environment once. Everything missing or wrong is named in one error. */
export function readConfig(source: Record<string, string | undefined>) {
  const parsed = environment.safeParse(withFiles(source))
  if (!parsed.success) throw new Error(`Configuration:\n${z.prettifyError(parsed.error)}`)
  const env = parsed.data
  refuse(listContradictions(env))
  if (env.PIER_MODE === 'production') refuse(listUnsafe(env))

  return {
    mode: env.PIER_MODE,
    ...databasesOf(env),
    publicOrigin: env.PUBLIC_ORIGIN,
    company: companyOf(env),
    http: { host: env.HOST, port: env.PORT, trustedProxyHops: env.TRUSTED_PROXY_HOPS },
    metrics: {
      host: env.METRICS_HOST,
      port: env.METRICS_PORT,
      token: env.METRICS_TOKEN === undefined ? undefined : makeSecret(env.METRICS_TOKEN),
    },
    /** How long a node that stops still answers. Nobody balances in tests. */
    drainMs: 1000 * (env.DRAIN_SECONDS ?? (env.PIER_MODE === 'production' ? 5 : 0)),
    ...logsOf(env),
    mail: mailOf(env),
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
      /** The host of its payment pages: the provider's own, or the stand-in's. */
      pageHost: new URL(env.NOWPAYMENTS_API_BASE).hostname.replace(/^api\./, ''),
      callbackUrl: env.NOWPAYMENTS_CALLBACK_URL ?? `${env.PUBLIC_ORIGIN}/api/webhooks/nowpayments`,
    },
    keys: keysOf(env),
    ...custodyOf(env),
    chain: {
      publicKeys: env.CHAIN_PUBLIC_KEYS,
      privateKey: env.CHAIN_PRIVATE_KEY,
      /** Who receives a copy of each checkpoint. */
      mailTo: env.COMPLIANCE_MAIL,
    },
    clamav: env.CLAMAV_SOCKET,
    bucket: bucketOf(env),
    filesIn: env.FILES_IN,
    seal: {
      p12: env.SEAL_P12,
      passphrase: env.SEAL_PASSPHRASE === undefined ? undefined : makeSecret(env.SEAL_PASSPHRASE),
      timestampUrl: env.TSA_URL,
    },
    /** For what may be lost: copies of files that others publish. */
    dataFolder: env.DATA_FOLDER,
  }
}

/** The API process, which faces the internet, must not have what only the worker needs. */
export function readApiConfig(source: Record<string, string | undefined>) {
  const config = readConfig(source)
  if (config.mode === 'production') refuse(listWorkerKeys(withFiles(source)))
  return config
}

function refuse(faults: string[]): void {
  if (faults.length > 0) throw new Error(`Configuration:\n${faults.join('\n')}`)
}

/**
 * The worker decrypts what the API encrypts, so only it has that key, and must have it. The same
 * holds for the e-seal of agreements: whoever has it can sign for the platform.
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
  refuse(listDkimFaults(config.mail))
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

/** Verifying the chains takes read access and the public keys of their signatures. */
export function readVerifierConfig(source: Record<string, string | undefined>) {
  const wanted = environment.pick({ DATABASE_URL: true, CHAIN_PUBLIC_KEYS: true })
  const parsed = wanted.safeParse(withFiles(source))
  if (!parsed.success) throw new Error(`Configuration:\n${z.prettifyError(parsed.error)}`)
  return { url: parsed.data.DATABASE_URL, publicKeys: parsed.data.CHAIN_PUBLIC_KEYS }
}

/** For whoever reads the log. */
export function readLogKey(source: Record<string, string | undefined>): Buffer {
  const parsed = environment.pick({ BLIND_INDEX_KEY: true }).safeParse(withFiles(source))
  if (!parsed.success) throw new Error(`Configuration:\n${z.prettifyError(parsed.error)}`)
  return parsed.data.BLIND_INDEX_KEY
}

const namesOfBucket = [
  'S3_ENDPOINT',
  'S3_BUCKET',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
] as const

function listContradictions(env: Environment): string[] {
  const isBucketWanted = env.FILES_IN === 'bucket' || namesOfBucket.some((name) => env[name])
  return [
    env.DATABASE_DIRECT_URL &&
      env.DATABASE_ROLE &&
      'DATABASE_ROLE is for a session, so it does not go together with DATABASE_DIRECT_URL',
    ...namesOfBucket.map(
      (name) => isBucketWanted && !env[name] && `${name} is missing: the bucket needs it`,
    ),
  ].filter((fault) => typeof fault === 'string' && fault !== '') as string[]
}

function bucketOf(env: Environment) {
  const { S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = env
  if (!S3_ENDPOINT || !S3_BUCKET || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY) return undefined
  return {
    endpoint: S3_ENDPOINT,
    region: env.S3_REGION,
    name: S3_BUCKET,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: makeSecret(S3_SECRET_ACCESS_KEY),
  }
}

function keysOf(env: Environment) {
  return {
    access: env.ACCESS_KEYS,
    peppers: env.PEPPERS,
    data: env.DATA_KEYS,
    blindIndex: env.BLIND_INDEX_KEY,
    /** Signs links in mails. It is made from the other, so that nobody has to keep one more. */
    links: hmac(env.BLIND_INDEX_KEY, 'links in mails'),
  }
}

function mailOf(env: Environment) {
  const key = env.MAIL_DKIM_KEY
  return {
    smtpUrl: env.SMTP_URL,
    from: env.MAIL_FROM,
    /** Where mails come back to, with the id of the mail behind a plus. */
    bounces: env.MAIL_BOUNCES,
    /** Of who hands in bounces and complaints. Without one nobody can. */
    reportSecrets: (env.MAIL_REPORT_SECRETS ?? []).map(makeSecret),
    /** The key is the worker's alone, which sends the mails. */
    dkim: {
      domain: env.MAIL_DKIM_DOMAIN,
      selector: env.MAIL_DKIM_SELECTOR,
      key: key === undefined ? undefined : makeSecret(key),
    },
  }
}

/** A signature of a domain that is not the sender's counts for nothing under DMARC. */
function listDkimFaults({ from, dkim: { domain, selector, key } }: Config['mail']): string[] {
  if (!domain && !selector && !key) return []
  if (!domain || !selector || !key)
    return ['MAIL_DKIM_DOMAIN, MAIL_DKIM_SELECTOR and MAIL_DKIM_KEY go together']
  const sender = domainOfAddress(from)
  return sender === domain || sender.endsWith(`.${domain}`)
    ? []
    : [`MAIL_DKIM_DOMAIN must be ${sender}, the domain of MAIL_FROM, or one above it`]
}

/** Of `Pier <no-reply@pier.example>` or the address alone. */
export const domainOfAddress = (from: string): string =>
  /@([^@>]+)>?$/.exec(from)?.[1]?.toLowerCase() ?? ''

function logsOf(env: Environment) {
  const endpoint = env.OTEL_EXPORTER_OTLP_ENDPOINT
  const headers = env.OTEL_EXPORTER_OTLP_HEADERS ?? ''
  const ratio = env.OTEL_TRACES_SAMPLER_ARG
  const traces: TraceSettings | undefined =
    endpoint === undefined ? undefined : { endpoint: new URL(endpoint), headers, ratio }
  return { logLevel: env.LOG_LEVEL, hasAccessLog: env.ACCESS_LOG === 'on', traces }
}

function databasesOf(env: Environment) {
  return {
    database: {
      url: env.DATABASE_URL,
      role: env.DATABASE_ROLE,
      poolMax: env.DATABASE_POOL_MAX,
      isPooled: env.DATABASE_DIRECT_URL !== undefined,
    },
    /** For what belongs to a session. */
    directDatabase: { url: env.DATABASE_DIRECT_URL ?? env.DATABASE_URL, role: env.DATABASE_ROLE },
  }
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

/** Stand-ins run on this machine; no other private address may be contacted for them. */
const isLoopback = (address: string): boolean => address.startsWith('127.')

/**
 * `NAME_FILE` names a file that holds the value of `NAME`, as secret stores hand them out. A line that
 * was left empty says nothing: read as a number it would be 0.
 */
function withFiles(source: Record<string, string | undefined>) {
  const said = Object.entries(source).filter(([, value]) => value !== '')
  const values: Record<string, string | undefined> = Object.fromEntries(said)
  for (const name of Object.keys(environment.shape)) {
    const file = source[`${name}_FILE`]
    if (file) values[name] = readFileSync(file, 'utf8').trim()
  }
  return values
}
