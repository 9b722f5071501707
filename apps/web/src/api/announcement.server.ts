import { readForAll } from './client/read-for-all.server.ts'

const read = readForAll(15_000, async (call) => (await call('GET /announcement', undefined)).text)

/** Every public page shows it, and none fails for want of it. */
export const readAnnouncement = (request: Request): Promise<string | null> =>
  read(request).catch(() => null)
