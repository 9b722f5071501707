import { Readable } from 'node:stream'
import { calls } from '@pier/protocol/calls/calls'
import { inTransaction } from '../../../platform/db/database.ts'
import type { RoutePlugin } from '../../../platform/http/app.ts'
import { requireUser } from '../../../platform/http/require-user.ts'
import { limitTries } from '../../../platform/limits.ts'
import { openFileStore } from '../../contracts/contracts.service.ts'
import { takeLoanFile, writeLoanFile } from './loan-file.service.ts'
import { writeZip } from './zip.ts'

const takeLimit = { name: 'loan-file', max: 10, perSeconds: 600 }

export const loanFileRoutes: RoutePlugin = async (app, { db, config }) => {
  app.addHook('onRequest', requireUser)
  const { keys, chain } = config
  const files = openFileStore(config)

  const schema = calls['GET /escrow/:id/bundle']
  app.get('/escrow/:id/bundle', { schema }, async (request, reply) => {
    const { id: userId, sessionId } = request.user
    await limitTries(db, takeLimit, userId, keys.blindIndex)
    const input = { userId, sessionId, escrowId: request.params.id }
    const content = await inTransaction(db, (tx) => takeLoanFile(tx, chain.publicKeys, input))
    const entries = writeLoanFile(db, files, content)
    const name = `${content.loan.code}-loan-file.zip`
    return reply
      .type('application/zip')
      .header('content-disposition', `attachment; filename="${name}"`)
      .send(Readable.from(writeZip(entries, content.madeAt), { objectMode: false }))
  })
}
