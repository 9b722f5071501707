import type { Server } from 'node:http'
import { setImmediate as nextRound } from 'node:timers/promises'

type Web = { server: Server; close: () => Promise<unknown> }

/**
 * Pending requests are answered first. An event stream never ends by itself, so whatever is still
 * open after the wait is cut; its page reconnects.
 */
export async function shutDown(web: Web, waitMs = 10_000): Promise<void> {
  setTimeout(() => web.server.closeAllConnections(), waitMs).unref()
  await letIn()
  await web.close()
}

/** As the API does it: `platform/stop.ts` says why. */
async function letIn(): Promise<void> {
  await nextRound() // From one round's end to the next one's, the door is looked at.
  for (let rounds = 0; rounds < 1000; rounds++) {
    const beganAt = performance.now()
    await nextRound()
    if (performance.now() - beganAt < 1) return
  }
}
