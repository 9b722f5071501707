import { calls } from '@pier/protocol/calls/calls'
import type { Role } from '@pier/protocol/moves'
import { readClock, type Db } from '../../platform/db/database.ts'
import type { RoutePlugin } from '../../platform/http/app.ts'
import { requireUser } from '../../platform/http/require-user.ts'
import { writeEscrows } from './escrow-csv.ts'
import { countEscrows, listEscrows, type ListedLoan } from './escrow-lists.repository.ts'
import { moveFor, principalLeft, readLoanViews } from './loan-view.ts'
import { presentEscrow } from './present-escrow.ts'

export const escrowListRoutes: RoutePlugin = async (app, { db }) => {
  app.addHook('onRequest', requireUser)

  app.post('/escrow/borrower', { schema: calls['POST /escrow/borrower'] }, (request) =>
    readPage(db, { userId: request.user.id, role: 'BORROWER', ...request.body }),
  )

  app.post('/escrow/lender', { schema: calls['POST /escrow/lender'] }, (request) =>
    readPage(db, { userId: request.user.id, role: 'LENDER', ...request.body }),
  )

  app.get('/escrow/export', { schema: calls['GET /escrow/export'] }, async (request, reply) => {
    const now = await readClock(db)
    const read = async (role: Role) => {
      const listed = await listEscrows(db, { userId: request.user.id, role })
      return (await viewAll(db, listed, now)).map((loan) => ({ ...loan, role }))
    }
    const loans = [...(await read('BORROWER')), ...(await read('LENDER'))]
    const newestFirst = loans.toSorted(
      (a, b) => b.view.escrow.createdAt.getTime() - a.view.escrow.createdAt.getTime(),
    )
    const file = `pier-loans-${now.toISOString().slice(0, 10)}.csv`
    reply.header('content-disposition', `attachment; filename="${file}"`)
    return reply.type('text/csv; charset=utf-8').send(Buffer.from(writeEscrows(newestFirst)))
  })
}

type Page = { userId: string; role: Role; page: number; limit: number }

async function readPage(db: Db, { userId, role, page, limit }: Page) {
  const now = await readClock(db)
  const part = { limit, offset: (page - 1) * limit }
  const shown = await viewAll(db, await listEscrows(db, { userId, role, ...part }), now)
  // Whose move it is depends on more than the row: all that are open are looked at.
  const open = await viewAll(db, await listEscrows(db, { userId, role, isOpen: true }), now)
  const principal = open.map(({ view }) => principalLeft(view))
  return {
    escrows: shown.map(({ listed, view }) => presentEscrow(listed, view, role)),
    pages: Math.ceil((await countEscrows(db, { userId, role })) / limit),
    outstanding: principal.reduce((all, cents) => all + cents, 0) / 100,
    moves: open.filter(({ view }) => moveFor(view, role).whose === 'YOU').length,
  }
}

async function viewAll(db: Db, loans: ListedLoan[], now: Date) {
  const views = await readLoanViews(db, { loans, now })
  return loans.flatMap((listed, index) => {
    const view = views[index]
    return view ? [{ listed, view }] : []
  })
}
