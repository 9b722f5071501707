import { execFileSync, spawnSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  chownSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { namespace, packRelease } from './pack.ts'

/** The commands that docs/releases.md tells whoever downloads a release to run. */
const scratch = mkdtempSync(join(tmpdir(), 'pack-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))
const committedAt = 1_790_000_000
const keyFile = makeKey('release')

const built = {
  'server/package.json': '{"type":"module"}',
  'server/src/main-api.js': 'serve()',
  'server/node_modules/.pnpm/some@1.0.0/node_modules/some/index.js': 'some()',
  'web/server.js': 'serve()',
  'web/build/client/assets/app.js': 'draw()',
  'sbom.cdx.json': '{}',
  'licences.txt': 'MIT',
  // So many that no file system lists them in order by chance.
  ...Object.fromEntries([...'qwertzuiopasdfghjkl'].map((name) => [`web/build/${name}`, name])),
}

test('a release is what was built, what it brings along, and the hash of each file', () => {
  const folder = pack(build())

  expect(readdirSync(folder)).toEqual([
    'SHA256SUMS',
    'licences.txt',
    'pier-server-0.1.0.tar.gz',
    'pier-web-0.1.0.tar.gz',
    'sbom.cdx.json',
  ])
  const inWeb = Object.keys(built).filter((path) => path.startsWith('web/'))
  expect(filesOf(folder, 'pier-web-0.1.0.tar.gz')).toEqual(inWeb.sort())
  const sums = readFileSync(join(folder, 'SHA256SUMS'), 'utf8').trim().split('\n')
  expect(sums.map((line) => line.split('  ')[1])).toEqual(readdirSync(folder).slice(1))
  expect(checkSums(folder)).toBe(0)
})

test('the same build gives the same bytes, whoever made it, when, and in which order', () => {
  const here = build()
  const elsewhere = build(Object.entries(built).toReversed())
  for (const path of Object.keys(built)) utimesSync(join(elsewhere, path), 1e9, 1e9)
  // Only root can give a file away; everybody else is not the owner that archives name.
  if (process.getuid?.() === 0) chownSync(join(elsewhere, 'server/package.json'), 1234, 1234)
  chmodSync(join(elsewhere, 'web/server.js'), 0o600)
  // A store of packages may link files of the same bytes to each other.
  rmSync(join(elsewhere, 'web/server.js'))
  writeFileSync(join(elsewhere, 'web/build/server.js'), 'serve()', { mode: 0o600 })
  writeFileSync(join(here, 'web/build/server.js'), 'serve()')
  linkSync(join(elsewhere, 'web/build/server.js'), join(elsewhere, 'web/server.js'))
  for (const [dist, at] of [
    [here, 'Monday'],
    [elsewhere, 'Tuesday'],
  ] as const) {
    write(dist, 'server/node_modules/.modules.yaml', `prunedAt: ${at}`)
    write(dist, 'server/node_modules/.pnpm-workspace-state-v1.json', dist)
  }

  const folder = pack(here)
  expect(bytesOf(pack(elsewhere))).toEqual(bytesOf(folder))
  const options = ['--numeric-owner', '-tvzf', join(folder, 'pier-server-0.1.0.tar.gz')]
  const lines = execFileSync('tar', options, { encoding: 'utf8' }).trim().split('\n')
  expect(lines.filter((line) => !line.includes(' 0/0 '))).toEqual([])
})

test('links between packages stay links', () => {
  const dist = build()
  symlinkSync('.pnpm/some@1.0.0/node_modules/some', join(dist, 'server/node_modules/some'))
  const target = join(pack(dist), 'pier-server-0.1.0.tar.gz')

  execFileSync('tar', ['-xzf', target, '-C', dist, '--one-top-level=unpacked'])
  const file = join(dist, 'unpacked/server/node_modules/some/index.js')
  expect(readFileSync(file, 'utf8')).toBe('some()')
})

test('an image of this version that was made is part of the release, another one is not', () => {
  const dist = build()
  write(dist, 'images/pier-server-0.1.0.docker.tar', 'image')
  write(dist, 'images/pier-server-0.0.9.docker.tar', 'older image')
  const folder = pack(dist)

  expect(readdirSync(folder)).toContain('pier-server-0.1.0.docker.tar')
  expect(readdirSync(folder)).not.toContain('pier-server-0.0.9.docker.tar')
  expect(readFileSync(join(folder, 'SHA256SUMS'), 'utf8')).toContain('pier-server-0.1.0.docker.tar')
})

test('one changed byte of an archive is noticed', () => {
  const folder = pack(build())
  appendFileSync(join(folder, 'pier-web-0.1.0.tar.gz'), '\n')

  expect(checkSums(folder)).not.toBe(0)
})

test('the signature is good for these hashes, for our key and for releases alone', () => {
  const folder = pack(build(), keyFile)
  const stranger = makeKey('stranger')

  expect(verify(folder)).toBe(0)
  expect(verify(folder, { signer: stranger })).not.toBe(0)
  expect(verify(folder, { purpose: 'git' })).not.toBe(0)
  appendFileSync(join(folder, 'SHA256SUMS'), '\n')
  expect(verify(folder)).not.toBe(0)
})

test('without a key there is no signature, not even one of an earlier release', () => {
  const dist = build()
  pack(dist, keyFile)

  expect(readdirSync(pack(dist))).not.toContain('SHA256SUMS.sig')
})

test.each([
  ['server', 'server is missing: run pnpm build'],
  ['web', 'web is missing: run pnpm build'],
  ['licences.txt', 'licences.txt is missing: run pnpm sbom'],
])('without %s there is no release', (name, why) => {
  const dist = build()
  rmSync(join(dist, name), { recursive: true })

  expect(() => pack(dist)).toThrow(why)
  expect(readdirSync(dist)).not.toContain('release')
})

function build(files = Object.entries(built)): string {
  const dist = mkdtempSync(join(scratch, 'dist-'))
  for (const [path, text] of files) write(dist, path, text)
  return dist
}

function write(dist: string, path: string, text: string) {
  mkdirSync(dirname(join(dist, path)), { recursive: true })
  writeFileSync(join(dist, path), text)
}

function pack(dist: string, key?: string): string {
  return packRelease({ dist, version: '0.1.0', committedAt, keyFile: key })
}

function makeKey(name: string): string {
  const file = join(scratch, name)
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', name, '-f', file])
  return file
}

const bytesOf = (folder: string) =>
  readdirSync(folder).map((name) => [name, readFileSync(join(folder, name)).toString('hex')])

function filesOf(folder: string, archive: string): string[] {
  const list = execFileSync('tar', ['-tzf', join(folder, archive)], { encoding: 'utf8' })
  return list.split('\n').filter((path) => path !== '' && !path.endsWith('/'))
}

function checkSums(folder: string): number | null {
  return spawnSync('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: folder }).status
}

function verify(folder: string, { signer = keyFile, purpose = namespace } = {}): number | null {
  const allowed = join(folder, '..', 'allowed_signers')
  writeFileSync(allowed, `release@pier.example ${readFileSync(`${signer}.pub`, 'utf8')}`)
  const who = ['-f', allowed, '-I', 'release@pier.example', '-n', purpose, '-s', 'SHA256SUMS.sig']
  const input = readFileSync(join(folder, 'SHA256SUMS'))
  return spawnSync('ssh-keygen', ['-Y', 'verify', ...who], { cwd: folder, input }).status
}
