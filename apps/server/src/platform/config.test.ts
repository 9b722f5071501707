import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { exampleCompany } from '@pier/protocol/company/company-example'
import { expect, test } from 'vitest'
import { makeSecrets, suppliedCompany, withoutKeysOfWorker } from '../../test/secrets.ts'
import { readApiConfig, readConfig, readWorkerConfig } from './config.ts'

const whole = async () => ({
  DATABASE_URL: 'postgres://pier@db/pier?sslmode=verify-full',
  DATA_FOLDER: '/var/lib/pier',
  PUBLIC_ORIGIN: 'https://pier.example/',
  SMTP_URL: 'smtp://relay:587',
  ...(await makeSecrets()),
  STRIPE_SECRET_KEY: 'sk_live_invented',
  ...suppliedCompany,
})

test('everything that is missing is named at once', () => {
  const read = () => readConfig({})

  for (const name of ['DATABASE_URL', 'PUBLIC_ORIGIN', 'SMTP_URL', 'ACCESS_KEYS', 'PEPPERS']) {
    expect(read).toThrow(name)
  }
})

test('a whole environment becomes a typed configuration', async () => {
  const config = readConfig(await whole())

  expect(config).toMatchObject({
    mode: 'production',
    publicOrigin: 'https://pier.example',
    http: { port: 4000 },
    passwordCost: 'full',
    registrar: {
      endpoint: { host: '127.0.0.1', port: 9, ca: undefined },
      profile: 'centralnic-reseller',
      commandsPerMinute: 60,
    },
    rdap: { hostIntervalMs: 1000 },
  })
})

test('a developer has the company of the example, and every fact that is said replaces one', async () => {
  const { COMPANY_LAW: _law, COMPANY_PGP_KEY, ...rest } = await whole()

  const { company } = readConfig({ ...rest, COMPANY_PGP_KEY, PIER_MODE: 'development' })

  expect(company).toMatchObject({ legalName: 'Jetty Works Ltd', law: exampleCompany.law })
  expect(company.pgpKey).toContain('Comment: invented')
})

test('a line that was left empty counts as none', async () => {
  const said = await whole()
  const withEmpty = { ...said, DRAIN_SECONDS: '', PORT: '', S3_ENDPOINT: '' }

  const { http, bucket: none } = readConfig(withEmpty)

  expect({ http, none }).toEqual({ http: readConfig(said).http, none: undefined })
  expect(() => readConfig({ ...withEmpty, SMTP_URL: '' })).toThrow('SMTP_URL')
})

test('names are asked about at home and at IANA unless said otherwise', async () => {
  const { DNS_RESOLVER: _dns, RDAP_BOOTSTRAP_URL: _rdap, ...rest } = await whole()

  const config = readConfig(rest)

  expect(config.dns).toEqual({ resolver: { address: '127.0.0.1', port: 53 } })
  expect(config.rdap.bootstrapUrl.href).toBe('https://data.iana.org/rdap/dns.json')
})

test('the password of the registrar does not print', async () => {
  const source = { ...(await whole()), REGISTRAR_PASSWORD: 'Skeppsbron-14' }

  const config = readConfig(source)

  expect(config.registrar.password?.reveal()).toBe('Skeppsbron-14')
  expect(JSON.stringify(config.registrar) + inspect(config.registrar)).not.toContain('Skeppsbron')
})

test('stand-ins are asked on this machine and nowhere else', async () => {
  const ca = '-----BEGIN CERTIFICATE-----'
  const standIns = { DNS_STANDIN_PORT: '5300', RDAP_STANDIN_CA: ca, REGISTRAR_CA: ca }

  const config = readConfig({ ...(await whole()), PIER_MODE: 'test', ...standIns })

  expect(config.dns.onlyForTests?.port).toBe(5300)
  expect(config.dns.onlyForTests?.isAllowed('127.0.0.2')).toBe(true)
  expect(config.dns.onlyForTests?.isAllowed('10.0.0.1')).toBe(false)
  expect(config.rdap.onlyForTests?.isAllowed('192.0.2.1')).toBe(false)
  expect(config.registrar.endpoint.ca).toBe(ca)
})

test('the API does without the key that opens codes, and the worker does not', async () => {
  const { CUSTODY_PRIVATE_KEY, ...ofApi } = await whole()
  const { CUSTODY_PRIVATE_KEY: another } = await whole()

  expect(readConfig(ofApi).custody.privateKey).toBeUndefined()
  expect(() => readWorkerConfig(ofApi)).toThrow('CUSTODY_PRIVATE_KEY is missing')
  expect(() => readWorkerConfig({ ...ofApi, CUSTODY_PRIVATE_KEY: another })).toThrow(
    'is not that of',
  )
  expect(readWorkerConfig({ ...ofApi, CUSTODY_PRIVATE_KEY }).custody.privateKey).toHaveLength(32)
})

test('the API cannot make the seals that everybody can check', async () => {
  const { CHAIN_PRIVATE_KEY, ...ofApi } = await whole()
  const { CHAIN_PRIVATE_KEY: another } = await whole()

  expect(readConfig(ofApi).chain.publicKeys).toHaveLength(1)
  expect(() => readWorkerConfig(ofApi)).toThrow('CHAIN_PRIVATE_KEY is missing')
  expect(() => readWorkerConfig({ ...ofApi, CHAIN_PRIVATE_KEY: another })).toThrow('is not that of')
  expect(readWorkerConfig({ ...ofApi, CHAIN_PRIVATE_KEY }).chain.privateKey).toHaveLength(32)
})

test.each(['SEAL_P12', 'SEAL_PASSPHRASE'])('the worker does not start without %s', async (name) => {
  const { [name]: _missing, ...rest } = (await whole()) as Record<string, string>

  expect(() => readConfig(rest)).not.toThrow()
  expect(() => readWorkerConfig(rest)).toThrow(`${name} is missing`)
})

test('the passphrase of the seal does not print', async () => {
  const config = readWorkerConfig({ ...(await whole()), SEAL_PASSPHRASE: 'Skeppsbron-14' })

  expect(config.seal.passphrase?.reveal()).toBe('Skeppsbron-14')
  expect(JSON.stringify(config.seal) + inspect(config.seal)).not.toContain('Skeppsbron')
})

test('a value may stand in a file', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'pier-config-')), 'key')
  const { BLIND_INDEX_KEY, ...rest } = await whole()
  writeFileSync(file, `${BLIND_INDEX_KEY}\n`)

  const config = readConfig({ ...rest, BLIND_INDEX_KEY_FILE: file })

  expect(config.keys.blindIndex.toString('base64')).toBe(BLIND_INDEX_KEY)
})

test.each([
  ['a short key', { BLIND_INDEX_KEY: 'c2hvcnQ=' }, '32 bytes'],
  ['cheap password hashes', { PASSWORD_COST: 'light' }, 'PASSWORD_COST must be full'],
  ['plain http', { PUBLIC_ORIGIN: 'http://pier.example' }, 'PUBLIC_ORIGIN must be https'],
  ['keys that are not JSON', { PEPPERS: 'pepper' }, 'must be JSON'],
  ['the stand-in of the card provider', { STRIPE_API_BASE: 'http://localhost:4090' }, 'stand-ins'],
  ['a test key', { STRIPE_SECRET_KEY: 'sk_test_invented' }, 'must be a live key'],
  [
    'the stand-in of the crypto provider',
    { NOWPAYMENTS_API_BASE: 'http://localhost:4091/v1' },
    'NOWPAYMENTS_API_BASE must be https://api.nowpayments.io/v1',
  ],
  ['a registrar of its own making', { REGISTRAR_CA: '-----BEGIN CERTIFICATE-----' }, 'stand-ins'],
  ['name servers of its own making', { DNS_STANDIN_PORT: '5300' }, 'DNS_STANDIN_PORT is for'],
  ['an RDAP server of its own making', { RDAP_STANDIN_CA: '-----BEGIN CERTIFICATE-----' }, 'RDAP_'],
  ['a resolver by name', { DNS_RESOLVER: 'resolver.example:53' }, 'an address and a port'],
  ['a resolver without a port', { DNS_RESOLVER: '127.0.0.1' }, 'an address and a port'],
  ['a list of RDAP servers in the open', { RDAP_BOOTSTRAP_URL: 'http://iana.example/' }, 'RDAP_'],
  [
    'a database on another machine, in the open',
    { DATABASE_URL: 'postgres://pier@db.example/pier' },
    'sslmode=verify-full',
  ],
  [
    'a database whose certificate nobody checks',
    { DATABASE_URL: 'postgres://pier@10.0.0.7/pier?sslmode=require' },
    'sslmode=verify-full',
  ],
  [
    'a database that only looks like this machine',
    { DATABASE_URL: 'postgres://pier@localhost/pier?host=db.example' },
    'sslmode=verify-full',
  ],
  ['nobody who runs it', { COMPANY_LEGAL_NAME: '' }, 'COMPANY_LEGAL_NAME is missing'],
  [
    'the company of the example',
    { COMPANY_LEGAL_NAME: exampleCompany.legalName },
    'COMPANY_LEGAL_NAME is still that of the example',
  ],
  [
    'a page for accreditations in the open',
    { COMPANY_ACCREDITATION_URL: 'http://a.example' },
    'ACCREDITATION_URL',
  ],
  ['metrics for everybody', { METRICS_HOST: '0.0.0.0' }, 'METRICS_TOKEN is missing'],
  ['a folder where everybody writes', { DATA_FOLDER: '/tmp/../tmp/pier' }, 'DATA_FOLDER must be'],
])('production refuses to start with %s', async (_case, change, message) => {
  const source = { ...(await whole()), ...change }

  expect(() => readConfig(source)).toThrow(message)
})

test.each([
  'postgres://pier@127.0.0.1/pier',
  'postgres://pier@[::1]:5432/pier',
  'postgres://pier@localhost/pier?host=/var/run/postgresql',
])('on this machine the database needs no certificate: %s', async (url) => {
  const source = { ...(await whole()), DATABASE_URL: url }

  expect(() => readConfig(source)).not.toThrow()
})

test.each([
  'CUSTODY_PRIVATE_KEY',
  'CHAIN_PRIVATE_KEY',
  'SEAL_P12',
  'SEAL_PASSPHRASE',
  'REGISTRAR_PASSWORD',
])('in production the API does not start with %s, which is for the worker', async (name) => {
  const source = (await whole()) as Record<string, string>
  const own = withoutKeysOfWorker(source) as Record<string, string>

  expect(() => readApiConfig(own)).not.toThrow()
  expect(() => readApiConfig({ ...own, [name]: source[name] })).toThrow(`${name} is for the worker`)
})

test.each([
  ['/run/clamav/clamd.ctl', { path: '/run/clamav/clamd.ctl' }],
  ['127.0.0.1:3310', { host: '127.0.0.1', port: 3310 }],
  ['[::1]:3310', { host: '::1', port: 3310 }],
])('the scanner is found at %s', async (text, clamav) => {
  expect(readConfig({ ...(await whole()), CLAMAV_SOCKET: text }).clamav).toEqual(clamav)
})

test('a scanner that cannot be found is named at the start, not with the first file', async () => {
  const source = { ...(await whole()), CLAMAV_SOCKET: 'clamd' }

  expect(() => readConfig(source)).toThrow('CLAMAV_SOCKET')
})

const bucket = {
  S3_ENDPOINT: 'https://s3.example/',
  S3_BUCKET: 'pier-files',
  S3_ACCESS_KEY_ID: 'invented',
  S3_SECRET_ACCESS_KEY: 'Skeppsbron-14',
}

test('files stay in the database unless a whole bucket is described', async () => {
  expect(readConfig(await whole())).toMatchObject({ bucket: undefined, filesIn: 'database' })

  const config = readConfig({ ...(await whole()), ...bucket, FILES_IN: 'bucket' })

  expect(config.bucket).toMatchObject({ endpoint: 'https://s3.example', region: 'us-east-1' })
  expect(JSON.stringify(config.bucket) + inspect(config.bucket)).not.toContain('Skeppsbron')
})

test.each([
  ['half a bucket', { ...bucket, S3_BUCKET: undefined }, 'S3_BUCKET is missing'],
  ['files for a bucket that is not there', { FILES_IN: 'bucket' }, 'S3_ENDPOINT is missing'],
  ['a bucket in the clear', { ...bucket, S3_ENDPOINT: 'http://s3.example' }, 'must be https'],
  ['traces in the clear', { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://o.example' }, 'must be https'],
])('%s is refused', async (_what, changes, words) => {
  const source = { ...(await whole()), ...changes }

  expect(() => readConfig(source)).toThrow(words)
})

const rsaKey = (bits: number) =>
  generateKeyPairSync('rsa', { modulusLength: bits })
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString()

test('the key that signs mails is the worker’s, as PEM or in base64, and does not print', async () => {
  const pem = rsaKey(2048)
  const dkim = { MAIL_DKIM_DOMAIN: 'pier.example', MAIL_DKIM_SELECTOR: 'pier1' }
  const source = { ...(await whole()), ...dkim, MAIL_DKIM_KEY: pem }
  const own = { ...withoutKeysOfWorker(await whole()), ...dkim }

  for (const key of [pem, Buffer.from(pem).toString('base64')]) {
    const { mail } = readWorkerConfig({ ...source, MAIL_DKIM_KEY: key })
    expect(mail.dkim.key?.reveal()).toBe(pem)
    expect(JSON.stringify(mail) + inspect(mail)).not.toContain(pem.slice(40, 60))
  }
  expect(() => readApiConfig(own)).not.toThrow()
  expect(() => readApiConfig({ ...own, MAIL_DKIM_KEY: pem })).toThrow('is for the worker')
})

test.each([
  ['a short key', { MAIL_DKIM_KEY: rsaKey(1024) }, 'RSA key of 2048 bits'],
  ['no key at all', { MAIL_DKIM_KEY: 'bm9uZQ==' }, 'RSA key of 2048 bits'],
  ['a domain alone', { MAIL_DKIM_KEY: undefined }, 'go together'],
  ['another domain', { MAIL_DKIM_DOMAIN: 'other.example' }, 'must be pier.example'],
  ['a part of a name', { MAIL_DKIM_DOMAIN: 'er.example' }, 'must be pier.example'],
])('mails are not signed with %s', async (_case, change, message) => {
  const dkim = { MAIL_DKIM_DOMAIN: 'pier.example', MAIL_DKIM_SELECTOR: 'pier1' }
  const source = { ...(await whole()), ...dkim, MAIL_DKIM_KEY: rsaKey(2048), ...change }

  expect(() => readWorkerConfig(source)).toThrow(message)
})
