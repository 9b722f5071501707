import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
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

test('a flood of logins is turned away instead of eating the machine', async () => {
  const passwords = openPasswords(peppers, 'light')

  const tries = await Promise.allSettled(
    Array.from({ length: 100 }, () => passwords.protect('seven quiet herons')),
  )

  const refused = tries.filter((attempt) => attempt.status === 'rejected')
  expect(refused).toHaveLength(100 - 4 - 64)
  expect(refused[0]).toMatchObject({ reason: { code: 'too_many_requests' } })
})
