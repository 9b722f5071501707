import { calls } from '@pier/protocol/calls/calls'
import type { Role } from '@pier/protocol/moves/moves'
import { inSnapshot, type Db } from '../../../platform/db/database.ts'
import type { RoutePlugin } from '../../../platform/http/app.ts'
import { requireUser } from '../../../platform/http/require-user.ts'
import { writeLoans } from './loans-csv.ts'
import { listLoans } from '../facts/loan-lists.repository.ts'
import { moveFor, principalLeft, viewOf } from '../facts/loan-view.ts'
import { presentLoanLine } from './present-line.ts'

export const loanListRoutes: RoutePlugin = async (app, { db }) => {
  app.addHook('onRequest', requireUser)

  app.post('/escrow/borrower', { schema: calls['POST /escrow/borrower'] }, (request) =>
    readPage(db, request.user, { role: 'BORROWER', ...request.body }),
  )

  app.post('/escrow/lender', { schema: calls['POST /escrow/lender'] }, (request) =>
    readPage(db, request.user, { role: 'LENDER', ...request.body }),
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

type Reader = { id: string; now: Date }
type Page = { role: Role; page: number; limit: number }

async function readPage(db: Db, { id: userId, now }: Reader, { role, page, limit }: Page) {
  const part = { limit, offset: (page - 1) * limit }
  const { total, loans } = await listLoans(db, { userId, role, now, page: part })
  const viewed = loans.map((listed) => ({ listed, view: viewOf({ ...listed, now }) }))
  const open = viewed.filter(({ listed }) => listed.loan.endedAt === null)
  const principal = open.map(({ view }) => principalLeft(view))
  return {
    escrows: viewed
      .filter(({ listed }) => listed.isOnPage)
      .map(({ listed, view }) => presentLoanLine(listed, view, role)),
    pages: Math.ceil(total / limit),
    outstanding: principal.reduce((all, cents) => all + cents, 0) / 100,
    moves: open.filter(({ view }) => moveFor(view, role).whose === 'YOU').length,
  }
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
