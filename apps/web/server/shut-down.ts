import type { Server } from 'node:http'

type Web = { server: Server; close: () => Promise<unknown> }

/**
 * What is under way is answered first. A tab that waits for news never ends by itself, so whatever is
 * still open when the time is over is cut; its page asks again.
 */
export async function shutDown(web: Web, waitMs = 10_000): Promise<void> {
  setTimeout(() => web.server.closeAllConnections(), waitMs).unref()
  await web.close()
}
