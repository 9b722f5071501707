import { calls } from '@pier/protocol/calls/calls'
import { limits } from '@pier/protocol/limits'
import { AppError } from '../../../platform/app-error.ts'
import { inTransaction } from '../../../platform/db/database.ts'
import type { RoutePlugin } from '../../../platform/http/app.ts'
import { requireUser } from '../../../platform/http/require-user.ts'
import { limitUploads, watchForGone } from '../../../platform/http/uploads.ts'
import { limitTries } from '../../../platform/limits.ts'
import { createFileScan } from '../../../providers/scan/file-scan.ts'
import { listFiles, openFileStore, readFile } from '../../contracts/contracts.service.ts'
import { requireOwnLoan } from '../../loans/loans.service.ts'
import { cleanFileName, readEvidenceType } from './evidence-file.ts'
import { addEvidence } from './evidence.service.ts'
import { fileNameOf } from './file-names.ts'
import { presentFile } from './present-file.ts'

const addLimit = { name: 'evidence-add', max: 30, perSeconds: 600 }

export const fileRoutes: RoutePlugin = async (app, { db, config }) => {
  app.addHook('onRequest', requireUser)
  const store = openFileStore(config)

  app.get('/escrow/:id/files', { schema: calls['GET /escrow/:id/files'] }, async (request) => {
    const { loan } = await requireOwnLoan(db, keyOf(request))
    return { files: (await listFiles(db, loan.id)).map(presentFile) }
  })

  const readSchema = calls['GET /escrow/:id/files/:fileId']
  app.get('/escrow/:id/files/:fileId', { schema: readSchema }, async (request, reply) => {
    const { loan } = await requireOwnLoan(db, keyOf(request))
    const files = await listFiles(db, loan.id)
    const file = files.find(({ id }) => id === request.params.fileId)
    if (!file) throw new AppError('file_not_found')
    const { bytes } = await readFile(db, store, file.id)
    const name = `${loan.code}-${fileNameOf(file).replace('/', '-')}`
    return reply
      .type(file.type)
      .header('content-disposition', `attachment; filename="${name}"`)
      .send(bytes)
  })
}

/** Separate, because only here the body is a file. The rate limit runs before it is read. */
export const evidenceRoutes: RoutePlugin = async (app, { db, config }) => {
  app.addHook('onRequest', requireUser)
  app.addHook('onRequest', ({ user }) => limitTries(db, addLimit, user.id, config.keys.blindIndex))
  const goneOf = watchForGone(app)
  const scanFile = createFileScan(config)
  app.removeAllContentTypeParsers()
  const parser = { parseAs: 'buffer', bodyLimit: limits.evidenceBytesMax } as const
  app.addContentTypeParser('*', parser, (_request, body, done) => done(null, body))

  const options = { schema: calls['POST /escrow/:id/evidence'], ...limitUploads() }
  app.post('/escrow/:id/evidence', options, async (request, reply) => {
    const key = keyOf(request)
    await requireOwnLoan(db, key) // Before the file is looked at.
    const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    const type = await readEvidenceType(bytes, { id: key.userId, signal: goneOf(reply) })
    await scanFile(bytes)
    const name = cleanFileName(request.headers['x-file-name'], type)
    const input = { ...key, sessionId: request.user.sessionId, bytes, name, type }
    const file = await inTransaction(db, (tx) => addEvidence(tx, config.keys.data, input))
    return reply.code(201).send(presentFile(file))
  })
}

const keyOf = ({ user, params }: { user: { id: string }; params: { id: string } }) => ({
  escrowId: params.id,
  userId: user.id,
})
