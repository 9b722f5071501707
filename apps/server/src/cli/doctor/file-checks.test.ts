import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dayMs } from '@pier/protocol/time'
import { expect, test } from 'vitest'
import { useBucket } from '../../../test/files/bucket.ts'
import { useScanner } from '../../../test/files/scanner.ts'
import { makeSecrets } from '../../../test/secrets.ts'
import { readConfig } from '../../platform/config.ts'
import { listCopyChecks, listFileChecks } from './file-checks.ts'

const bucket = useBucket()
const scanner = useScanner()

const ofCopies = ['copies of the database', 'restore drill']

/** What the doctor says of each part: nothing where it is well. */
async function look(more: Record<string, string> = {}) {
  const config = readConfig({
    DATABASE_URL: 'postgres://pier@127.0.0.1/pier',
    DATA_FOLDER: '/var/lib/pier',
    PUBLIC_ORIGIN: 'https://pier.example',
    SMTP_URL: 'smtp://127.0.0.1:25',
    ...(await makeSecrets()),
    STRIPE_SECRET_KEY: 'sk_live_invented',
    ...bucket.env,
    S3_REGION: 'eu-west-1',
    ...scanner.env,
    ...more,
  })
  const checks = listFileChecks(config, [tmpdir()]).filter(({ what }) => !ofCopies.includes(what))
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

test('a bucket of another name is named', async () => {
  const { bucket: said } = await look({ S3_BUCKET: 'elsewhere' })

  expect(said?.fault).toContain('NoSuchBucket')
})

test('a bucket and a scanner that do not answer are named, each with what to do', async () => {
  const said = await look({ S3_ENDPOINT: 'http://127.0.0.1:9', CLAMAV_SOCKET: '/run/nobody' })

  expect(said['bucket']?.mend).toContain('S3_ENDPOINT')
  expect(said['virus scan']?.mend).toContain('Start clamd')
})

test('copies and drills that are too old are named, and unknown ones are not called well', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pier-times-'))
  const [copies, drill] = listCopyChecks(folder)
  const daysAgo = (days: number) => Math.round((Date.now() - days * dayMs) / 1000)
  const backups = join(folder, 'pier_backup.prom')
  await expect(copies?.look()).rejects.toThrow('is not here')

  writeFileSync(backups, `# HELP\npier_backup_finished_seconds ${daysAgo(1)}\n`)
  expect(await copies?.look()).toBeUndefined()

  writeFileSync(backups, `pier_backup_finished_seconds ${daysAgo(4.5)}\n`)
  writeFileSync(
    join(folder, 'pier_restore.prom'),
    `pier_restore_drill_finished_seconds{place="2"} ${daysAgo(12.5)}\n`,
  )
  expect((await copies?.look())?.fault).toBe('the last was 4 days ago')
  expect((await drill?.look())?.fault).toBe('the last was 12 days ago')
})
