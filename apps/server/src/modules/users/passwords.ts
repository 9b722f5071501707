import { createHmac } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { AppError, invariant } from '../../platform/app-error.ts'
import type { Config, KeyRing } from '../../platform/config.ts'

/** argon2id. The cost is the time of an attacker; `light` is for tests and for recovery codes. */
export const passwordCosts = {
  full: { memoryCost: 65_536, timeCost: 3, parallelism: 1, outputLen: 32 },
  light: { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 },
} as const

export type StoredPassword = { hash: string; pepperId: string }

/**
 * Hashes with a pepper that stands outside the database, a few at a time: a flood of logins waits,
 * then is turned away, and never eats the machine.
 */
export function openPasswords(peppers: KeyRing, cost: Config['passwordCost']) {
  const [active] = peppers
  invariant(active, 'the ring of peppers is empty')
  let dummy: Promise<StoredPassword> | undefined

  const protect = (password: string, costName = cost): Promise<StoredPassword> =>
    inTurn(async () => ({
      hash: await hash(pepper(active.key, password), passwordCosts[costName]),
      pepperId: active.id,
    }))

  const matches = (stored: StoredPassword, password: string): Promise<boolean> => {
    const ring = peppers.find(({ id }) => id === stored.pepperId)
    invariant(ring, `no pepper called ${stored.pepperId}`)
    return inTurn(() => verify(stored.hash, pepper(ring.key, password)))
  }

  return {
    protect,
    matches,
    /** Takes as long as a real check, for an address that nobody has. */
    async matchNobody(password: string): Promise<false> {
      dummy ??= protect('nobody has this password').catch((error: unknown) => {
        dummy = undefined // Turned away this time; that must not last.
        throw error
      })
      await matches(await dummy, password)
      return false
    },
    isOutdated: (stored: StoredPassword): boolean => {
      const { memoryCost, timeCost, parallelism } = passwordCosts[cost]
      const current = `m=${memoryCost},t=${timeCost},p=${parallelism}`
      return stored.pepperId !== active.id || !stored.hash.includes(current)
    },
  }
}

const pepper = (key: Buffer, password: string) =>
  createHmac('sha256', key).update(password).digest('base64')

const runningMax = 4
const waitingMax = 64
let running = 0
const waiting: (() => void)[] = []

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= runningMax) {
    if (waiting.length >= waitingMax) throw new AppError('too_many_requests')
    await new Promise<void>((resolve) => waiting.push(resolve))
  }
  running++
  try {
    return await work()
  } finally {
    running--
    waiting.shift()?.()
  }
}
