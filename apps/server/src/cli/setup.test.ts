import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv, promisify } from 'node:util'
import pg from 'pg'
import { makeSealCertificate } from '@pier/stand-ins/timestamps/seal-certificate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { suppliedCompany } from '../../test/secrets.ts'
import { startCluster, type Cluster } from '../../../../tools/local/postgres.ts'
import { readApiConfig, readVerifierConfig, readWorkerConfig } from '../platform/config.ts'
import { openDatabase } from '../platform/db/database.ts'
import { refusePowerfulLogin, requireTimeouts } from '../platform/db/own-role.ts'
import { createLog } from '../platform/log.ts'

const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'pier-setup-'))
const clusterFolder = mkdtempSync(join(tmpdir(), 'pier-setup-db-'))
const etc = join(folder, 'etc')
const pier = join(import.meta.dirname, '../pier.ts')
const origin = ['--origin', 'https://pier.example']
const log = createLog({ level: 'silent', name: 'test' })
let cluster: Cluster
let said = ''

const setUp = (into: string, ...more: string[]) =>
  run(process.execPath, [pier, 'setup', into, ...more, ...origin, '--database', cluster.url()])

beforeAll(async () => {
  cluster = await startCluster(clusterFolder, { throwAway: true, password: 'of-the-admin' })
  said = (await setUp(etc, '--pooler', '127.0.0.1:6432')).stdout
}, 60_000)
afterAll(() => {
  cluster.stop()
  for (const each of [folder, clusterFolder]) rmSync(each, { recursive: true, force: true })
})

const read = (...names: string[]) =>
  Object.assign(
    {},
    ...names.map((name) => parseEnv(readFileSync(join(etc, name), 'utf8'))),
  ) as Record<string, string>

/** As people fill it in. */
const supplied = {
  both: {
    COMPLIANCE_MAIL: 'seals@pier.example',
    SMTP_URL: 'smtp://relay.example:587',
    STRIPE_SECRET_KEY: 'sk_live_invented',
    STRIPE_WEBHOOK_SECRETS: 'whsec_invented',
    NOWPAYMENTS_API_KEY: 'invented',
    NOWPAYMENTS_IPN_SECRETS: 'invented',
    REGISTRAR_HOST: 'epp.registrar.example',
    REGISTRAR_USER: 'pier-one',
    REGISTRAR_CONTACT: 'PIER-CUSTODY',
    ...suppliedCompany,
  },
  worker: { REGISTRAR_PASSWORD: 'invented', ...makeSealCertificate() },
}

test('the files are for their owner alone, and the list says what people still have to fill in', () => {
  const files = readdirSync(etc).toSorted()

  expect(files).toEqual([
    'api.env',
    'metrics-token',
    'owner.env',
    'pgbouncer-users.txt',
    'pier.env',
    'verify.env',
    'web.env',
    'worker.env',
  ])
  for (const file of files) expect(statSync(join(etc, file)).mode & 0o777).toBe(0o600)
  const empty = Object.entries(read('pier.env', 'worker.env')).filter(([, value]) => value === '')
  expect(empty.map(([name]) => name).toSorted()).toEqual(
    Object.keys({ ...supplied.both, ...supplied.worker }).toSorted(),
  )
  for (const [name] of empty) expect(said).toContain(name)
})

test('once they are filled in, every process has its whole configuration for production', () => {
  const api = { ...read('pier.env', 'api.env'), ...supplied.both }
  const worker = {
    ...read('pier.env', 'worker.env'),
    ...supplied.both,
    ...supplied.worker,
  }

  expect(readApiConfig(api)).toMatchObject({
    mode: 'production',
    database: { isPooled: true },
    http: { trustedProxyHops: 1 },
  })
  expect(readWorkerConfig(worker)).toMatchObject({ database: { isPooled: false } })
  expect(readVerifierConfig(read('verify.env')).publicKeys).toHaveLength(1)
})

test.each([
  ['api.env', 'DATABASE_DIRECT_URL', 'pier_api'],
  ['worker.env', 'DATABASE_URL', 'pier_worker'],
] as const)(
  'the login in %s has no more rights than its process, and time-outs',
  async (file, name, role) => {
    const url = read(file)[name] ?? ''
    const db = openDatabase({ url, role: undefined, poolMax: 1, log, isPooled: true })

    await refusePowerfulLogin(db, role)
    await requireTimeouts(db)

    await db.destroy()
  },
)

test('the owner makes tables, and no roles any more', async () => {
  const owner = new pg.Client(read('owner.env')['DATABASE_URL'])
  await owner.connect()

  await owner.query('create table some_table (id int); drop table some_table')
  await expect(owner.query('create role somebody')).rejects.toThrow('permission denied')

  await owner.end()
})

test('a second setup changes nothing: not the files, and not the database', async () => {
  const before = read('pier.env')

  await expect(setUp(etc)).rejects.toThrow('has pier.env')
  await expect(setUp(join(folder, 'other'))).rejects.toThrow('The database pier already exists')

  expect(read('pier.env')).toEqual(before)
  expect(readdirSync(join(folder, 'other'))).toEqual([])
})

test.each([
  ['--origin', 'pier.example:443', 'must be https and a host'],
  ['--origin', 'http://pier.example', 'must be https and a host'],
  ['--pooler', '6432', 'must be a host and a port'],
  ['--database', 'postgres:///postgres', 'must name a host'],
  [
    '--database',
    'postgres://a@b/postgres?user=c&password=d',
    'must not have user, password behind',
  ],
  ['--database', 'http://127.0.0.1', 'must begin with postgres://'],
])('%s %s is refused before anything is made', async (option, value, fault) => {
  const into = join(folder, 'refused')

  // The last of an option given twice counts.
  const tried = run(process.execPath, [
    pier,
    'setup',
    into,
    ...origin,
    '--database',
    cluster.url(),
    option,
    value,
  ])

  await expect(tried).rejects.toThrow(fault)
  expect(existsSync(into)).toBe(false)
})
