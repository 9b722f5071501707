import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeSecrets } from '../testing/secrets.ts'
import { readConfig } from './config.ts'

const whole = async () => ({
  DATABASE_URL: 'postgres://pier@db/pier',
  PUBLIC_ORIGIN: 'https://pier.example/',
  SMTP_URL: 'smtp://relay:587',
  ...(await makeSecrets()),
  STRIPE_SECRET_KEY: 'sk_live_invented',
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
  })
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
])('production refuses to start with %s', async (_case, change, message) => {
  const source = { ...(await whole()), ...change }

  expect(() => readConfig(source)).toThrow(message)
})
