import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fixtures, isSame, refused, scanHistory, scanTree } from './secrets-scan.ts'

/** Letters that look random. No secret is written out here, or this file would be refused. */
const digest = createHash('sha512').update('planted').digest()
const letters = digest.toString('base64').replace(/[^A-Za-z\d]/g, '')
const hex = digest.toString('hex')
const capitals = hex.toUpperCase()
const privateKey = 'PRIVATE KEY'

const planted: [kind: string, text: string][] = [
  ['private key', `-----BEGIN ${privateKey}-----\n${letters}`],
  ['private key', `-----BEGIN OPENSSH ${privateKey}-----\n${letters}`],
  ['private key', `-----BEGIN PGP ${privateKey} BLOCK-----\n${letters}`],
  ['private JWK', `{"kty":"OKP","crv":"Ed25519","d":"${letters.slice(0, 43)}"}`],
  ['Stripe key', `stripe: sk_live_${letters.slice(0, 24)}`],
  ['Stripe key', `stripe: rk_live_${letters.slice(0, 24)}`],
  ['Stripe webhook secret', `hook: whsec_${letters.slice(0, 32)}`],
  ['AWS key', `aws: AKIA${capitals.slice(0, 16)}`],
  ['GitHub token', `github: ghp_${letters.slice(0, 36)}`],
  ['GitHub token', `github: github_pat_${letters.slice(0, 60)}`],
  ['Slack token', `slack: xoxb-${letters.slice(0, 24)}`],
  ['Slack token', `https://hooks.slack.com/services/T${capitals.slice(0, 8)}/B0/x`],
  ['npm token', `npm: npm_${letters.slice(0, 36)}`],
  ['password in an address', `postgres://pier:${letters.slice(0, 16)}@db.example/pier`],
  ['assignment of a secret', `DATA_KEY=${letters.slice(0, 44)}`],
  ['assignment of a secret', `const apiToken = '${letters.slice(0, 24)}'`],
  ['assignment of a secret', `  password: "${letters.slice(0, 20)}"`],
  ['assignment of a secret', `{ "clientSecret": "${hex.slice(0, 32)}" }`],
  ['assignment of a secret', `BLIND_INDEX_KEY: ${letters.slice(0, 43)}=`],
]

const harmless = [
  'const passwordKey = `reset-password-token-of-the-borrower`',
  "STRIPE_SECRET_KEY: 'sk_live_invented'",
  "'idempotency-key': '00000000-0000-4000-8000-000000000000'",
  'smtp://user:password@host:587',
  'const tokenHash = hashOfTheRefreshTokenInTheCookie',
  '-----BEGIN CERTIFICATE-----',
]

function newRepository() {
  const folder = mkdtempSync(join(tmpdir(), 'secrets-'))
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@pier.example', ...args], {
      cwd: folder,
    })
  const track = (file: string, text: string) => {
    writeFileSync(join(folder, file), text)
    git('add', '.')
  }
  git('init', '--quiet')
  return { folder, git, track }
}

test.each(planted)('a %s is found: %#', (kind, text) => {
  const { folder, track } = newRepository()

  track('notes.txt', `A line before.\n${text}\n`)

  const { findings } = scanTree(folder)
  expect(findings).toContainEqual(expect.objectContaining({ file: 'notes.txt', line: 2, kind }))
  expect(refused(findings)).toEqual(findings)
  for (const { starts } of findings) expect(starts).toHaveLength(4)
})

test('words, names and invented values are no secrets', () => {
  const { folder, track } = newRepository()

  track('notes.txt', harmless.join('\n'))

  expect(scanTree(folder)).toEqual({ scanned: 1, findings: [] })
})

test('a secret that was taken out again is still found in the history', () => {
  const { folder, git, track } = newRepository()
  track('harmless.txt', 'nothing')
  track('.env', `DATA_KEY=${letters.slice(0, 44)}`)
  git('commit', '--quiet', '-m', 'add')
  rmSync(join(folder, '.env'))
  git('commit', '--quiet', '-am', 'take out')

  expect(scanTree(folder)).toEqual({ scanned: 1, findings: [] })
  expect(scanHistory(folder)).toMatchObject({
    scanned: 2,
    findings: [{ file: '.env', line: 1, kind: 'assignment of a secret' }],
  })
})

test('this tree holds none, and every named fixture is still one', () => {
  const { scanned, findings } = scanTree(join(import.meta.dirname, '../..'))

  expect(scanned).toBeGreaterThan(1000)
  expect(refused(findings)).toEqual([])
  expect(
    fixtures.filter((fixture) => !findings.some((finding) => isSame(fixture, finding))),
  ).toEqual([])
})
