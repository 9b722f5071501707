import type { Company } from '@pier/protocol/company/company'
import { readForAll } from './client/read-for-all.server.ts'

/** The facts change with a restart of the API. */
const read = readForAll(300_000, (call) => call('GET /company', undefined))

/** Who runs this installation. Null only while the API has never answered. */
export const readCompany = (request: Pick<Request, 'headers'>): Promise<Company | null> =>
  read(request).catch(() => null)
