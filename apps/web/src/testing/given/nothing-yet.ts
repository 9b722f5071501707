import type { Answers } from '../screen/fake-server.ts'
import { noDomains } from './domains.ts'
import { listLines } from './transactions.ts'

/** What the dashboard and the lists load for a user who has nothing yet. */
export const nothingYet: Answers = {
  'GET /domains': noDomains,
  'GET /transactions': ({ query }) => listLines(0, query),
}
