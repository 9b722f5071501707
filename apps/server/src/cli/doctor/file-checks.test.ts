import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { useBucket } from '../../../test/files/bucket.ts'
import { useScanner } from '../../../test/files/scanner.ts'
import { makeSecrets, suppliedCompany } from '../../../test/secrets.ts'
import { readConfig, readWorkerConfig } from '../../platform/config.ts'
import { listFileChecks } from './file-checks.ts'

const bucket = useBucket()
const scanner = useScanner()

/** What the doctor says of each part: nothing where it is well. */
async function look(more: Record<string, string> = {}, ofWorker: Record<string, string> = {}) {
  const env = {
    DATABASE_URL: 'postgres://pier@127.0.0.1/pier',
    DATA_FOLDER: '/var/lib/pier',
    PUBLIC_ORIGIN: 'https://pier.example',
    SMTP_URL: 'smtp://127.0.0.1:25',
    ...(await makeSecrets()),
    STRIPE_SECRET_KEY: 'sk_live_invented',
    ...suppliedCompany,
    ...bucket.env,
    S3_REGION: 'eu-west-1',
    ...scanner.env,
    ...more,
  }
  const here = { dataFolder: tmpdir() }
  const worker = { ...readWorkerConfig({ ...env, ...ofWorker }), ...here }
  const checks = listFileChecks({ api: { ...readConfig(env), ...here }, worker })
  const found = checks.map(async (check) => [check.what, await check.look()] as const)
  return Object.fromEntries(await Promise.all(found))
}

test('a bucket that takes our key and a scanner that knows a virus are well', async () => {
  expect(await look()).toEqual({ storage: undefined, bucket: undefined, 'virus scan': undefined })
})

test('a key that the bucket does not know is named', async () => {
  const { bucket: said } = await look({ S3_ACCESS_KEY_ID: 'somebody' })

  expect(said?.fault).toContain('InvalidAccessKeyId')
  expect(said?.mend).toContain('S3_ACCESS_KEY_ID')
})

test('a key that only the worker has wrong is named as its own', async () => {
  const { bucket: said } = await look({}, { S3_ACCESS_KEY_ID: 'somebody' })

  expect(said?.fault).toMatch(/^for the worker: .*InvalidAccessKeyId/s)
})

test('a bucket of another name is named', async () => {
  const { bucket: said } = await look({ S3_BUCKET: 'elsewhere' })

  expect(said?.fault).toContain('NoSuchBucket')
})

test('a bucket and a scanner that do not answer are named, each with what to do', async () => {
  const said = await look({ S3_ENDPOINT: 'http://127.0.0.1:9', CLAMAV_SOCKET: '/run/nobody' })

  expect(said['bucket']?.mend).toContain('S3_ENDPOINT')
  expect(said['virus scan']?.mend).toContain('Start clamd')
})
