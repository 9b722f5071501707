import { calls, type CallOutput } from '@pier/protocol/calls/calls'
import { fewMax } from '@pier/protocol/loans/small-counts'
import { inSnapshot, type Db } from '../../../../platform/db/database.ts'
import type { RoutePlugin } from '../../../../platform/http/app.ts'
import { keepCostly } from '../../../../platform/keep-fresh.ts'
import { listQuarters, sumLoans } from './numbers.repository.ts'
import { totalsOf } from './present-numbers.ts'
import { listRepaid, type RepaidLoan } from './repaid.repository.ts'

const ageMs = 60_000
const shownMost = 4
/** Longer than a name takes to show elsewhere that its loan has ended. */
const waitDays = 2

/** Public, for the front page: the last loans that were repaid, without their names. */
export const repaidRoutes: RoutePlugin = async (app, { db }) => {
  const readRepaid = keepCostly(() => presentRepaid(db), ageMs)

  app.get('/repaid', { schema: calls['GET /repaid'] }, async (_request, reply) => {
    const repaid = await readRepaid()
    reply.header('cache-control', `public, max-age=${ageMs / 1000}`) // A refusal is not kept.
    return repaid
  })
}

/** Tells of loans only from quarters whose repaid loans are counted, so that none adds to a hidden count. */
const presentRepaid = (db: Db): Promise<CallOutput<'GET /repaid'>> =>
  inSnapshot(db, async (snapshot) => {
    const quarters = await listQuarters(snapshot)
    const { since } = await sumLoans(snapshot)
    const { ended, repaid } = totalsOf(quarters)
    const asked = {
      quarters: quarters.filter((quarter) => quarter.repaid > fewMax).map((each) => each.quarter),
      few: fewMax,
      waitDays,
      limit: shownMost,
    }
    const loans = await listRepaid(snapshot, asked)
    return { ended, repaid, since, loans: loans.map(presentLoan) }
  })

/** Its listing was public with the exact amount, which would lead to its name. */
const presentLoan = ({ amountCents, ...loan }: RepaidLoan) => ({
  ...loan,
  amountCents: Number(amountCents.toPrecision(2)),
})
