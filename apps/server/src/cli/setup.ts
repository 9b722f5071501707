import { accessSync, constants, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { writeFiles, type ConfigFile } from './config-files.ts'
import { findFaultOfAdmin, makeDatabase, type DatabaseUrls } from './make-database.ts'
import { makeKeys, randomWord } from './make-keys.ts'

const usage = `pier setup FOLDER --origin https://pier.example --database postgres://admin@127.0.0.1:5432/postgres

  FOLDER      where the configuration is written: one file for each process
  --origin    the address that people will open
  --database  an administrator of PostgreSQL, who may make roles and databases: used now and not kept.
              Their password may stand in PGPASSWORD instead
  --pooler    host and port of PgBouncer, where the API goes through one`

const fileNames = [
  'pier.env',
  'api.env',
  'worker.env',
  'web.env',
  'owner.env',
  'verify.env',
  'pgbouncer-users.txt',
  'metrics-token',
] as const

/** What no machine can make, and whom to ask for it. */
const ofPeople = {
  both: {
    COMPLIANCE_MAIL:
      'A mailbox that keeps a copy of each checkpoint, and that we cannot delete from',
    SMTP_URL: 'The mail relay: smtp://user:password@host:587 or smtps://user:password@host:465',
    STRIPE_SECRET_KEY: 'Stripe, Developers, API keys: a restricted live key',
    STRIPE_WEBHOOK_SECRETS: 'Stripe, Developers, Webhooks: an endpoint at /api/webhooks/stripe',
    NOWPAYMENTS_API_KEY: 'NOWPayments, Settings, Payments: an API key',
    NOWPAYMENTS_IPN_SECRETS: 'NOWPayments, Settings, Payments: the IPN secret',
    REGISTRAR_HOST: 'The registrar: the host of its EPP gateway',
    REGISTRAR_USER: 'The registrar: our account',
    REGISTRAR_CONTACT: 'The registrar: the handle of the contact that holds names in escrow',
  },
  company: {
    COMPANY_LEGAL_NAME: 'Who runs this: the company as registered, with its legal form',
    COMPANY_REGISTER_NUMBER: 'Its number in the register',
    COMPANY_ADDRESS: 'Its seat, on one line',
    COMPANY_COUNTRY: 'The country of its seat',
    COMPANY_REPRESENTED_BY: 'Who represents it: name and office',
    COMPANY_REGISTRAR_NAME: 'The registrar at which names in custody are',
    COMPANY_ACCREDITATION_NUMBER: 'The IANA ID of that registrar',
    COMPANY_ACCREDITATION_URL: 'Where anybody can look that number up',
    COMPANY_LAW: 'The law of agreements, as in “the law of Harbourland”. Ask counsel',
    COMPANY_FORUM: 'The courts, as in “the courts of Harbourtown”. Ask counsel',
    COMPANY_CONTACT_EMAIL: 'Where anybody writes to',
    COMPANY_PRIVACY_EMAIL: 'Where people write to about their data',
    COMPANY_LAW_ENFORCEMENT_EMAIL: 'Where authorities write to',
    COMPANY_SECURITY_EMAIL: 'Where people report weaknesses to',
    COMPANY_SOURCE_URL: 'Where the source of the running version is, by the AGPL',
    COMPANY_PGP_KEY: 'The OpenPGP key of the last two, as base64 -w0 key.asc',
    COMPANY_PGP_FINGERPRINT: 'Its fingerprint, as gpg --fingerprint prints it',
  },
  worker: {
    REGISTRAR_PASSWORD: 'The registrar: the password of our account',
    SEAL_P12: 'A trust service: the certificate for the e-seal, as base64 -w0 seal.p12',
    SEAL_PASSPHRASE: 'The passphrase of that file',
  },
}

const { positionals, values: options } = parseArgs({
  allowPositionals: true,
  options: {
    origin: { type: 'string', default: '' },
    database: { type: 'string', default: '' },
    pooler: { type: 'string' },
  },
})
const [folder = ''] = positionals
const { origin, database, pooler } = options
// Everything is checked before anything is made: what is made can be written down nowhere else.
const fault = findFault()
if (fault) {
  console.error(`${fault}\n\n${usage}`)
  process.exit(2)
}
// Others pass through it to the one file that is theirs: PgBouncer, Prometheus.
mkdirSync(folder, { recursive: true, mode: 0o711 })
accessSync(folder, constants.W_OK)
const keys = makeKeys()
const urls = await makeDatabase(database)
writeFiles(folder, filesFor(urls))
console.log(`The database is made, and the configuration is in ${folder}.

Keep a copy of that folder apart from the copies of the database: whoever has both can read
everything, and without the keys a copy of the database is of no use.

What only people can supply, each an empty line of a file:
${[...say('pier.env', { ...ofPeople.both, ...ofPeople.company }), ...say('worker.env', ofPeople.worker)].join('\n')}

Then go on with step 3 of "From nothing to running" in docs/operations.md.`)

function findFault(): string | undefined {
  if (!folder) return 'FOLDER is missing'
  if (!/^https:\/\/[^/]+\/?$/.test(origin)) return '--origin must be https and a host'
  if (pooler && !/^[^/@]+:\d+$/.test(pooler)) return '--pooler must be a host and a port'
  const there = fileNames.filter((name) => existsSync(join(folder, name)))
  if (there.length > 0) return `${folder} has ${there.join(', ')} already. Nothing was done.`
  return findFaultOfAdmin(database)
}

function filesFor({
  owner,
  api,
  worker,
  verifier,
}: DatabaseUrls): Record<(typeof fileNames)[number], ConfigFile> {
  const publicOrigin = new URL(origin).origin
  const metricsToken = randomWord()
  return {
    'pier.env': {
      values: {
        PUBLIC_ORIGIN: publicOrigin,
        TRUSTED_PROXY_HOPS: '1',
        METRICS_TOKEN: metricsToken,
        MAIL_FROM: `Pier <no-reply@${new URL(publicOrigin).hostname}>`,
        ...keys.ofBoth,
      },
      open: { ...ofPeople.both, ...ofPeople.company },
    },
    'api.env': {
      values: {
        DATA_FOLDER: '/var/lib/pier-api',
        DATABASE_URL: pooler ? through(api, pooler) : api,
        ...(pooler && { DATABASE_DIRECT_URL: api }),
        MAIL_REPORT_SECRETS: randomWord(),
      },
    },
    'worker.env': {
      values: { DATA_FOLDER: '/var/lib/pier-worker', DATABASE_URL: worker, ...keys.ofWorker },
      open: ofPeople.worker,
    },
    'web.env': {
      values: {
        NODE_ENV: 'production',
        PUBLIC_ORIGIN: publicOrigin,
        API_ORIGIN: 'http://127.0.0.1:8081',
        TRUSTED_PROXY_HOPS: '1',
        DRAIN_SECONDS: '5',
      },
    },
    // The owner invites operators, too, with the whole configuration.
    'owner.env': { values: { DATA_FOLDER: '/var/lib/pier-api', DATABASE_URL: owner } },
    'pgbouncer-users.txt': { text: `"${new URL(api).username}" "${new URL(api).password}"\n` },
    'metrics-token': { text: metricsToken },
    'verify.env': {
      values: { DATABASE_URL: verifier, CHAIN_PUBLIC_KEYS: keys.ofBoth.CHAIN_PUBLIC_KEYS },
    },
  }
}

function through(url: string, hostAndPort: string): string {
  const pooled = new URL(url)
  pooled.host = hostAndPort
  pooled.search = '' // The way to a pooler on this machine is not encrypted.
  return pooled.href
}

function say(file: string, open: Record<string, string>): string[] {
  return Object.entries(open).map(([name, from]) => `  ${file.padEnd(11)}${name.padEnd(32)}${from}`)
}
