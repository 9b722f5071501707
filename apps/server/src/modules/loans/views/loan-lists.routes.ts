import { calls } from '@pier/protocol/calls/calls'
import type { Role } from '@pier/protocol/moves/moves'
import { inSnapshot, type Db } from '../../../platform/db/database.ts'
import type { RoutePlugin } from '../../../platform/http/app.ts'
import { requireUser } from '../../../platform/http/require-user.ts'
import { writeLoans } from './loans-csv.ts'
import { listLoans } from '../facts/loan-lists.repository.ts'
import { viewOf } from '../facts/loan-view.ts'
import { readLoans } from './read-loans.ts'

export const loanListRoutes: RoutePlugin = async (app, { db }) => {
  app.addHook('onRequest', requireUser)

  app.post('/escrow/borrower', { schema: calls['POST /escrow/borrower'] }, (request) =>
    readLoans(db, request.user, { role: 'BORROWER', ...request.body }),
  )

  app.post('/escrow/lender', { schema: calls['POST /escrow/lender'] }, (request) =>
    readLoans(db, request.user, { role: 'LENDER', ...request.body }),
  )

  app.get('/escrow/export', { schema: calls['GET /escrow/export'] }, async (request, reply) => {
    const { now, loans } = await readAll(db, request.user.id)
    const newestFirst = loans.toSorted(
      (a, b) => b.view.loan.createdAt.getTime() - a.view.loan.createdAt.getTime(),
    )
    const file = `pier-loans-${now.toISOString().slice(0, 10)}.csv`
    reply.header('content-disposition', `attachment; filename="${file}"`)
    return reply.type('text/csv; charset=utf-8').send(Buffer.from(writeLoans(newestFirst)))
  })
}

const readAll = (db: Db, userId: string) =>
  inSnapshot(db, async (snapshot) => {
    const { now } = snapshot
    const read = async (role: Role) => {
      const { loans } = await listLoans(snapshot, { userId, role, now })
      return loans.map((listed) => ({ listed, view: viewOf({ ...listed, now }), role }))
    }
    return { now, loans: [...(await read('BORROWER')), ...(await read('LENDER'))] }
  })
