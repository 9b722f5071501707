import { accessSync, constants, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { writeEnvFiles, type EnvFile } from './env-files.ts'
import { makeDatabase, type DatabaseUrls } from './make-database.ts'
import { makeKeys, randomWord } from './make-keys.ts'

const usage = `pier setup FOLDER --origin https://pier.example --database postgres://admin:password@host:5432/postgres

  FOLDER      where the configuration is written: one file for each process
  --origin    the address that people will open
  --database  an administrator of PostgreSQL, who may make roles and databases. Used now and not kept
  --pooler    host and port of PgBouncer, where the API goes through one`

/** What no machine can make, and whom to ask for it. */
const ofPeople = {
  both: {
    SMTP_URL: 'The mail relay: smtp://user:password@host:587 or smtps://user:password@host:465',
    STRIPE_SECRET_KEY: 'Stripe, Developers, API keys: a restricted live key',
    STRIPE_WEBHOOK_SECRETS: 'Stripe, Developers, Webhooks: an endpoint at /api/webhooks/stripe',
    NOWPAYMENTS_API_KEY: 'NOWPayments, Settings, Payments: an API key',
    NOWPAYMENTS_IPN_SECRETS: 'NOWPayments, Settings, Payments: the IPN secret',
    REGISTRAR_HOST: 'The registrar: the host of its EPP gateway',
    REGISTRAR_USER: 'The registrar: our account',
    REGISTRAR_CONTACT: 'The registrar: the handle of the contact that holds names in escrow',
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
    origin: { type: 'string' },
    database: { type: 'string' },
    pooler: { type: 'string' },
  },
})
const [folder] = positionals
const { origin, database, pooler } = options
if (!folder || !origin || !database || !URL.canParse(origin) || !URL.canParse(database)) {
  console.error(usage)
  process.exit(2)
}
// Before anything is made: keys that are in use must never be replaced by accident.
if (existsSync(join(folder, 'pier.env'))) {
  console.error(`${folder} is set up already. Nothing was done.`)
  process.exit(1)
}

// What is made below can be written down nowhere else.
mkdirSync(folder, { recursive: true, mode: 0o700 })
accessSync(folder, constants.W_OK)

const urls = await makeDatabase(database)
writeEnvFiles(folder, filesFor(urls))
console.log(`The database is made, and the configuration is in ${folder}.

Keep a copy of that folder apart from the copies of the database: whoever has both can read
everything, and without the keys a copy of the database is of no use.

What only people can supply, each an empty line of a file:
${[...say('pier.env', ofPeople.both), ...say('worker.env', ofPeople.worker)].join('\n')}

Then: pier add-operator, three times; start API, worker and web.`)

function filesFor({ owner, api, worker, verifier }: DatabaseUrls): Record<string, EnvFile> {
  const keys = makeKeys()
  const publicOrigin = new URL(origin ?? '').origin
  return {
    'pier.env': {
      values: {
        PUBLIC_ORIGIN: publicOrigin,
        TRUSTED_PROXY_HOPS: '1',
        METRICS_TOKEN: randomWord(),
        MAIL_FROM: `Pier <no-reply@${new URL(publicOrigin).hostname}>`,
        ...keys.ofBoth,
      },
      open: ofPeople.both,
    },
    'api.env': {
      values: pooler
        ? { DATABASE_URL: through(api, pooler), DATABASE_DIRECT_URL: api }
        : { DATABASE_URL: api },
    },
    'worker.env': { values: { DATABASE_URL: worker, ...keys.ofWorker }, open: ofPeople.worker },
    'web.env': {
      values: { PUBLIC_ORIGIN: publicOrigin, TRUSTED_PROXY_HOPS: '1', DRAIN_SECONDS: '5' },
    },
    'owner.env': { values: { DATABASE_URL: owner } },
    ...(pooler && {
      'pgbouncer-users.txt': { text: `"${new URL(api).username}" "${new URL(api).password}"\n` },
    }),
    'verify.env': {
      values: { DATABASE_URL: verifier, CHAIN_PUBLIC_KEYS: keys.ofBoth.CHAIN_PUBLIC_KEYS },
    },
  }
}

function through(url: string, hostAndPort: string): string {
  const pooled = new URL(url)
  pooled.host = hostAndPort
  return pooled.href
}

function say(file: string, open: Record<string, string>): string[] {
  return Object.entries(open).map(([name, from]) => `  ${file.padEnd(11)}${name.padEnd(25)}${from}`)
}
