import { createHmac } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { AppError, invariant } from '../../../platform/app-error.ts'
import type { Config, KeyRing } from '../../../platform/config.ts'

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

  const protect = (password: string, costName = cost): Promise<StoredPassword> =>
    inTurn(async () => ({
      hash: await hash(pepper(active.key, password), passwordCosts[costName]),
      pepperId: active.id,
    }))

  const matches = async (stored: StoredPassword, password: string): Promise<boolean> => {
    if (stored.hash === voidHash) return matchNobody(password)
    const ring = peppers.find(({ id }) => id === stored.pepperId)
    invariant(ring, `no pepper called ${stored.pepperId}`)
    return inTurn(() => verify(stored.hash, pepper(ring.key, password)))
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

const runningMax = 4
const waitingMax = 64
let running = 0
const waiting: (() => void)[] = []

/** A finished task hands its slot to the next in the queue, so that no newcomer can take it. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running < runningMax) running++
  else if (waiting.length >= waitingMax) throw new AppError('too_many_requests')
  else await new Promise<void>((resolve) => waiting.push(resolve))
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}
