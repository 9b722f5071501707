/** The public name of a user: a maritime word and a number, drawn once. */
import { randomInt } from 'node:crypto'
import { invariant } from '../../../platform/app-error.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { findUserById, takeHandle } from './users.repository.ts'

const words = [
  'anchor',
  'beacon',
  'breaker',
  'cormorant',
  'current',
  'drift',
  'ebb',
  'eider',
  'ferry',
  'fjord',
  'gannet',
  'gull',
  'harbour',
  'heron',
  'inlet',
  'jetty',
  'kelp',
  'lagoon',
  'lantern',
  'limpet',
  'lock',
  'marsh',
  'mooring',
  'osprey',
  'otter',
  'pebble',
  'pilot',
  'plover',
  'quay',
  'reef',
  'saltmarsh',
  'sandbar',
  'shoal',
  'slipway',
  'spindrift',
  'strand',
  'tern',
  'tide',
  'wharf',
  'windlass',
]
const triesMax = 20

/** Draws the handle when it is first needed. The caller has locked the user. */
export async function ensureHandle(tx: Tx, userId: string): Promise<string> {
  const user = await findUserById(tx, userId)
  if (user?.handle) return user.handle
  let handle: string | undefined
  for (let tries = 0; tries < triesMax && !handle; tries++) {
    const drawn = `${words[randomInt(words.length)]}-${randomInt(10, 100_000)}`
    if (await takeHandle(tx, { userId, handle: drawn })) handle = drawn
  }
  invariant(handle, 'there is a handle left')
  return handle
}
