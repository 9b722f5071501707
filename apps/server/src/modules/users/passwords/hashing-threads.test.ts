import { afterEach, expect, test, vi } from 'vitest'
import { inHashingThread } from './hashing-threads.ts'
import { passwordCosts } from './passwords.ts'

afterEach(() => {
  vi.unstubAllEnvs()
})

test('what Node tells of a thread that is watched is no answer to a hash', async () => {
  vi.stubEnv('WATCH_REPORT_DEPENDENCIES', '1') // As `node --watch` sets it.
  const hash = await inHashingThread({ password: 'three slow barges', cost: passwordCosts.light })
  expect(hash).toMatch(/^\$argon2id\$/)

  const isRight = await inHashingThread({ password: 'three slow barges', hash: String(hash) })
  expect(isRight).toBe(true)
})
