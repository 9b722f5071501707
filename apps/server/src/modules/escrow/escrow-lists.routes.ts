import { calls } from '@pier/protocol/calls/calls'
import type { Role } from '@pier/protocol/moves'
import { runningStatuses, type EscrowStatus } from '@pier/protocol/statuses'
import { readClock, type Db } from '../../platform/db/database.ts'
import type { RoutePlugin } from '../../platform/http/app.ts'
import { requireUser } from '../../platform/http/require-user.ts'
import { writeEscrows } from './escrow-csv.ts'
import { listEscrows, sumEscrows } from './escrow-lists.repository.ts'
import { isMoveOf, presentEscrow } from './present-escrow.ts'

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
    const read = async (role: Role) =>
      (await listEscrows(db, { userId: request.user.id, role })).map((escrow) => ({
        ...escrow,
        role,
      }))
    const escrows = [...(await read('BORROWER')), ...(await read('LENDER'))]
    const newestFirst = escrows.toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
    const file = `pier-loans-${now.toISOString().slice(0, 10)}.csv`
    reply.header('content-disposition', `attachment; filename="${file}"`)
    return reply.type('text/csv; charset=utf-8').send(Buffer.from(writeEscrows(newestFirst, now)))
  })
}

type Page = { userId: string; role: Role; page: number; limit: number }

async function readPage(db: Db, { userId, role, page, limit }: Page) {
  const escrows = await listEscrows(db, { userId, role, limit, offset: (page - 1) * limit })
  const now = await readClock(db)
  const sums = await sumEscrows(db, { userId, role, now })
  const count = sums.reduce((all, sum) => all + sum.count, 0)
  const running = sums.filter(({ status }) => isRunning(status))
  const moving = sums.filter((sum) => isMoveOf(sum, { role, now }))
  return {
    escrows: escrows.map((escrow) => presentEscrow(escrow, { role, now })),
    pages: Math.ceil(count / limit),
    outstanding: running.reduce((all, sum) => all + sum.amountCents, 0) / 100,
    moves: moving.reduce((all, sum) => all + sum.count, 0),
  }
}

const isRunning = (status: EscrowStatus) => runningStatuses.some((running) => running === status)
