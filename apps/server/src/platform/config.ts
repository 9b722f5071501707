import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { makeSecret } from './crypto/secret-text.ts'
import { verifyKeyOf } from './crypto/ed25519.ts'
import { publicBytesOf, readPrivateKey } from './crypto/x25519.ts'
import { environment, type Environment, type keyRing } from './environment.ts'
import { listUnsafe, listWorkerKeys } from './unsafe-config.ts'

export type FileScan = (file: Buffer) => Promise<boolean>
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
    http: { host: env.HOST, port: env.PORT, trustedProxyHops: env.TRUSTED_PROXY_HOPS },
    metrics: {
      host: env.METRICS_HOST,
      port: env.METRICS_PORT,
      token: env.METRICS_TOKEN === undefined ? undefined : makeSecret(env.METRICS_TOKEN),
    },
    /** How long a node that stops still answers. Nobody balances in tests. */
    drainMs: 1000 * (env.DRAIN_SECONDS ?? (env.PIER_MODE === 'production' ? 5 : 0)),
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
      /** The host of its payment pages: the provider's own, or the stand-in's. */
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
      /** Who receives a copy of each checkpoint. */
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

const listContradictions = (env: Environment): string[] =>
  env.DATABASE_DIRECT_URL && env.DATABASE_ROLE
    ? ['DATABASE_ROLE is for a session, so it does not go together with DATABASE_DIRECT_URL']
    : []

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

/** `NAME_FILE` names a file that holds the value of `NAME`, as secret stores hand them out. */
function withFiles(source: Record<string, string | undefined>) {
  const values: Record<string, string | undefined> = { ...source }
  for (const name of Object.keys(environment.shape)) {
    const file = source[`${name}_FILE`]
    if (file) values[name] = readFileSync(file, 'utf8').trim()
  }
  return values
}
