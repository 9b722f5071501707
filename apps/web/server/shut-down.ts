import type { Server } from 'node:http'

type Web = { server: Server; close: () => Promise<unknown> }

/**
 * Pending requests are answered first. An event stream never ends by itself, so whatever is still
 * open after the wait is cut; its page reconnects.
 */
export async function shutDown(web: Web, waitMs = 10_000): Promise<void> {
  setTimeout(() => web.server.closeAllConnections(), waitMs).unref()
  await web.close()
}
