import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { hashesAtOnce, waitingMax } from './hashing-threads.ts'
import { openPasswords, passwordCosts } from './passwords.ts'

const peppers = [{ id: 'p1', key: randomBytes(32) }]

test('in production a guess costs 64 MiB and three passes of argon2id', async () => {
  const { hash } = await openPasswords(peppers, 'full').protect('seven quiet herons')

  expect(passwordCosts.full).toMatchObject({ memoryCost: 65_536, timeCost: 3, parallelism: 1 })
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=65536,t=3,p=1\$/)
})

test('a password matches itself only, exactly as it was typed', async () => {
  const passwords = openPasswords(peppers, 'light')
  const stored = await passwords.protect('Sju tysta hägrar')

  expect(await passwords.matches(stored, 'Sju tysta hägrar')).toBe(true)
  expect(await passwords.matches(stored, 'sju tysta hägrar')).toBe(false)
  expect(await passwords.matches(stored, 'Sju tysta hägrar '.normalize('NFD'))).toBe(false)
})

test('without the pepper the hash is of no use', async () => {
  const stored = await openPasswords(peppers, 'light').protect('seven quiet herons')

  const thief = openPasswords([{ id: 'p1', key: randomBytes(32) }], 'light')

  expect(await thief.matches(stored, 'seven quiet herons')).toBe(false)
})

test('a weaker cost or an older pepper is due for renewal at the next login', async () => {
  const light = await openPasswords(peppers, 'light').protect('seven quiet herons')
  const rotated = [{ id: 'p2', key: randomBytes(32) }, ...peppers]

  expect(openPasswords(peppers, 'light').isOutdated(light)).toBe(false)
  expect(openPasswords(peppers, 'full').isOutdated(light)).toBe(true)
  expect(openPasswords(rotated, 'light').isOutdated(light)).toBe(true)
})

test('a flood of logins is turned away at once instead of eating the machine, and then it goes on', async () => {
  const passwords = openPasswords(peppers, 'light')
  const refusals: unknown[] = []

  const tries = Array.from({ length: waitingMax + 36 }, () =>
    passwords.protect('seven quiet herons').catch((error: unknown) => refusals.push(error)),
  )
  await new Promise(setImmediate)

  expect(refusals).toHaveLength(36 - hashesAtOnce)
  expect(refusals[0]).toMatchObject({ code: 'unavailable', status: 503 })
  await Promise.all(tries)
  expect(await passwords.protect('seven quiet herons')).toMatchObject({ pepperId: 'p1' })
})

test('while passwords are hashed, files are read as fast as ever', async () => {
  const passwords = openPasswords(peppers, 'full')
  const hashed = new AbortController()
  const hashing = Promise.all(
    Array.from({ length: hashesAtOnce * 4 }, () => passwords.protect('seven quiet herons')),
  ).finally(() => {
    hashed.abort()
  })

  let reads = 0
  while (!hashed.signal.aborted && reads < 200) {
    await readFile(import.meta.filename)
    reads += 1
  }

  expect(reads).toBe(200)
  await hashing
})

test('a hash that cannot be read is an error, and the thread lives on', async () => {
  const passwords = openPasswords(peppers, 'light')

  await expect(passwords.matches({ hash: 'nonsense', pepperId: 'p1' }, 'x')).rejects.toThrow()
  const stored = await passwords.protect('seven quiet herons')
  expect(await passwords.matches(stored, 'seven quiet herons')).toBe(true)
})
