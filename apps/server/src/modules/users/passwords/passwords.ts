import { createHmac } from 'node:crypto'
import { invariant } from '../../../platform/app-error.ts'
import type { Config, KeyRing } from '../../../platform/config.ts'
import { inHashingThread } from './hashing-threads.ts'

/** argon2id. `light` is for tests and for recovery codes. */
export const passwordCosts = {
  full: { memoryCost: 65_536, timeCost: 3, parallelism: 1, outputLen: 32 },
  light: { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 },
} as const

export type StoredPassword = { hash: string; pepperId: string }

/** Stored instead of a hash: no password matches until a new one is set by mail. */
export const voidHash = 'void'

/**
 * Hashes with a pepper that is kept outside the database. Only a few run at a time: a flood of
 * logins queues and is then refused, so that it cannot exhaust the machine.
 */
export function openPasswords(peppers: KeyRing, cost: Config['passwordCost']) {
  const [active] = peppers
  invariant(active, 'the ring of peppers is empty')
  let dummy: Promise<StoredPassword> | undefined

  const protect = async (password: string, costName = cost): Promise<StoredPassword> => {
    const task = { password: pepper(active.key, password), cost: passwordCosts[costName] }
    return { hash: String(await inHashingThread(task)), pepperId: active.id }
  }

  const matches = async (stored: StoredPassword, password: string): Promise<boolean> => {
    if (stored.hash === voidHash) return matchNobody(password)
    const ring = peppers.find(({ id }) => id === stored.pepperId)
    invariant(ring, `no pepper called ${stored.pepperId}`)
    return (
      (await inHashingThread({ password: pepper(ring.key, password), hash: stored.hash })) === true
    )
  }

  /** Takes as long as a real check, for an address that nobody has. */
  const matchNobody = async (password: string): Promise<false> => {
    dummy ??= protect('nobody has this password').catch((error: unknown) => {
      dummy = undefined // Do not cache the failure.
      throw error
    })
    await matches(await dummy, password)
    return false
  }

  return {
    protect,
    matches,
    matchNobody,
    isOutdated: (stored: StoredPassword): boolean => {
      const { memoryCost, timeCost, parallelism } = passwordCosts[cost]
      const current = `m=${memoryCost},t=${timeCost},p=${parallelism}`
      return stored.pepperId !== active.id || !stored.hash.includes(current)
    },
  }
}

const pepper = (key: Buffer, password: string) =>
  createHmac('sha256', key).update(password).digest('base64')
