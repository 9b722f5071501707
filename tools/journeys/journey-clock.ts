import type { CustodyWorld } from '../../apps/server/test/custody-world/custody-world.ts'
import type { Payments } from '../../apps/stand-ins/src/payments/payments.ts'
import { answerControl } from '../../apps/stand-ins/src/http/control-routes.ts'
import { createFaults } from '../../apps/stand-ins/src/http/faults.ts'
import { startServer } from '../../apps/stand-ins/src/http/http-server.ts'
import { queryDatabase } from '../local/stack.ts'

type Clocks = { databaseUrl: string; custody: CustodyWorld; card: Payments['card']; port: number }

/**
 * Lets days pass for the product, the registry and card payments alike. Everybody on one stack
 * shares the clock, so journeys that move it run after the others, or on a stack of their own.
 */
export function startJourneyClock({ databaseUrl, custody, card, port }: Clocks) {
  const move = 'update clock_offset set ahead_seconds = ahead_seconds + $1 returning ahead_seconds'
  const pass = async (input: unknown) => {
    const { days } = input as { days: number } // Only our own journeys call this.
    const seconds = Math.round(days * 86_400)
    custody.other.advanceDays(days)
    card.advance(seconds)
    const [clock] = await queryDatabase<{ ahead_seconds: string }>(databaseUrl, move, [seconds])
    return { aheadSeconds: Number(clock?.ahead_seconds) }
  }
  const routes = { 'POST /control/pass': pass }
  return startServer({ port }, createFaults(), (request) => answerControl(routes, request))
}
