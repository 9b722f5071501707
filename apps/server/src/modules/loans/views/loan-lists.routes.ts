import { calls } from '@pier/protocol/calls/calls'
import type { Role } from '@pier/protocol/moves/moves'
import { inSnapshot, type Db, type Tx } from '../../../platform/db/database.ts'
import type { RoutePlugin } from '../../../platform/http/app.ts'
import { requireUser } from '../../../platform/http/require-user.ts'
import { writeEscrows } from './loans-csv.ts'
import { countEscrows, listEscrows, type ListedLoan } from '../facts/loan-lists.repository.ts'
import { moveFor, principalLeft, readLoanViews } from '../facts/loan-view.ts'
import { presentEscrow } from './present-line.ts'

export const escrowListRoutes: RoutePlugin = async (app, { db }) => {
  app.addHook('onRequest', requireUser)

  app.post('/escrow/borrower', { schema: calls['POST /escrow/borrower'] }, (request) =>
    readPage(db, { userId: request.user.id, role: 'BORROWER', ...request.body }),
  )

  app.post('/escrow/lender', { schema: calls['POST /escrow/lender'] }, (request) =>
    readPage(db, { userId: request.user.id, role: 'LENDER', ...request.body }),
  )

  app.get('/escrow/export', { schema: calls['GET /escrow/export'] }, async (request, reply) => {
    const { now, loans } = await readAll(db, request.user.id)
    const newestFirst = loans.toSorted(
      (a, b) => b.view.escrow.createdAt.getTime() - a.view.escrow.createdAt.getTime(),
    )
    const file = `pier-loans-${now.toISOString().slice(0, 10)}.csv`
    reply.header('content-disposition', `attachment; filename="${file}"`)
    return reply.type('text/csv; charset=utf-8').send(Buffer.from(writeEscrows(newestFirst)))
  })
}

type Page = { userId: string; role: Role; page: number; limit: number }

const readPage = (db: Db, { userId, role, page, limit }: Page) =>
  inSnapshot(db, async (snapshot) => {
    const part = { limit, offset: (page - 1) * limit }
    const shown = await viewAll(snapshot, await listEscrows(snapshot, { userId, role, ...part }))
    // Whose move it is depends on more than the row: all that are open are looked at.
    const listed = await listEscrows(snapshot, { userId, role, isOpen: true })
    const open = await viewAll(snapshot, listed)
    const principal = open.map(({ view }) => principalLeft(view))
    return {
      escrows: shown.map((loan) => presentEscrow(loan.listed, loan.view, role)),
      pages: Math.ceil((await countEscrows(snapshot, { userId, role })) / limit),
      outstanding: principal.reduce((all, cents) => all + cents, 0) / 100,
      moves: open.filter(({ view }) => moveFor(view, role).whose === 'YOU').length,
    }
  })

const readAll = (db: Db, userId: string) =>
  inSnapshot(db, async (snapshot) => {
    const read = async (role: Role) => {
      const listed = await listEscrows(snapshot, { userId, role })
      return (await viewAll(snapshot, listed)).map((loan) => ({ ...loan, role }))
    }
    return { now: snapshot.now, loans: [...(await read('BORROWER')), ...(await read('LENDER'))] }
  })

async function viewAll(snapshot: Tx, loans: ListedLoan[]) {
  const views = await readLoanViews(snapshot, { loans, now: snapshot.now })
  return loans.flatMap((listed, index) => {
    const view = views[index]
    return view ? [{ listed, view }] : []
  })
}
