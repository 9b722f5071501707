import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import {
  digestPassword,
  filterPath,
  isBreachedPassword,
  loadBreachedPasswords,
} from './breached-passwords.ts'
import {
  addToFilter,
  choosablePasswords,
  sizeFilter,
  writeFilter,
} from './build-breached-passwords.ts'

const folder = mkdtempSync(join(tmpdir(), 'pier-passwords-'))
afterEach(() => loadBreachedPasswords(filterPath))
afterAll(() => rmSync(folder, { recursive: true }))

async function buildFilter(passwords: string[]): Promise<string> {
  const size = sizeFilter(passwords.length)
  const bits = new Uint8Array(size.bitCount / 8)
  for (const password of passwords) addToFilter(bits, digestPassword(password), size)
  const path = join(folder, 'filter.bin')
  await writeFilter(path, bits, size)
  return path
}

const known = [
  ...'password123 qwertyuiop 1q2w3e4r5t iloveyou123 1234567890 Password123'.split(' '),
  ...'correcthorsebatterystaple 1qaz2wsx3edc qwerty12345 aaaaaaaaaaaa'.split(' '),
  ...'footballfootball password2024 Summer2025! P@ssw0rd123 administrator'.split(' '),
]

test.each(known)('%s is known to be public', (password) => {
  expect(isBreachedPassword(password)).toBe(true)
})

test.each(['tidal-heron-4-lanterns', 'mürbe Krähe zählt 7 Boote', 'K7!vq$Zr2m'])(
  '%s is not known to be public',
  (password) => {
    expect(isBreachedPassword(password)).toBe(false)
  },
)

test('random passwords are almost never refused', () => {
  const refused = Array.from({ length: 100_000 }, () => randomBytes(12).toString('base64')).filter(
    isBreachedPassword,
  )

  expect(refused.length).toBeLessThanOrEqual(3) // One in a million gives 0.1 here.
})

test('the filter we ship is small, and holds far more than the 3,000 that ASVS asks for', () => {
  expect(loadBreachedPasswords(filterPath).entryCount).toBeGreaterThan(400_000)
  expect(statSync(filterPath).size).toBeLessThan(2_000_000)
})

test('a filter of the operator takes the place of ours', async () => {
  const path = await buildFilter(['only this one is public'])

  expect(loadBreachedPasswords(path).entryCount).toBe(1)

  expect(isBreachedPassword('only this one is public')).toBe(true)
  expect(isBreachedPassword('password123')).toBe(false)
})

test('every entry of a filter is found, and strangers are one in a million', async () => {
  const entries = Array.from({ length: 20_000 }, (_, index) => `entry number ${index}`)
  loadBreachedPasswords(await buildFilter(entries))

  expect(entries.every(isBreachedPassword)).toBe(true)
  const strangers = Array.from({ length: 100_000 }, (_, index) => `stranger number ${index}`)
  expect(strangers.filter(isBreachedPassword).length).toBeLessThanOrEqual(3)
})

test('two spellings of one accented password are one password', async () => {
  loadBreachedPasswords(await buildFilter(['caf\u00e9 au lait']))

  expect(isBreachedPassword('cafe\u0301 au lait')).toBe(true)
})

test('a filter that is cut short or something else stops the start', async () => {
  const path = await buildFilter(['some password', 'another password'])
  truncateSync(path, statSync(path).size - 1)
  expect(() => loadBreachedPasswords(path)).toThrow('not a whole filter')

  writeFileSync(path, 'password123\nqwertyuiop\n'.repeat(10))
  expect(() => loadBreachedPasswords(path)).toThrow('not a whole filter')
  expect(() => loadBreachedPasswords(join(folder, 'none.bin'))).toThrow('ENOENT')
})

test('a filter cut short while in use refuses to answer, and does not say yes to all', async () => {
  const path = await buildFilter(['some password', 'another password'])
  loadBreachedPasswords(path)

  truncateSync(path, 32)

  expect(() => isBreachedPassword('some password')).toThrow('cut short')
})

test('only what could be chosen goes into a filter: 10 to 256 bytes of legible text', () => {
  const long = 'x'.repeat(257)
  const candidates = ['short', 'exactly 10', 'ééééé', 'broken \uFFFD text', long, 'exactly 10']

  expect([...choosablePasswords(candidates)]).toEqual(['exactly 10', 'ééééé'])
})
