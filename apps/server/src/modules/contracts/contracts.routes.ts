import { calls } from '@pier/protocol/calls/calls'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../platform/app-error.ts'
import { inTransaction } from '../../platform/db/database.ts'
import type { RoutePlugin } from '../../platform/http/app.ts'
import { requireUser } from '../../platform/http/require-user.ts'
import { signAgreement } from '../loans/loans.service.ts'
import { findAgreed, findAgreementOfLoan } from './agreements/agreements.repository.ts'
import { openAgreementContext } from './agreements/agreements.service.ts'
import { openFileStore } from './files/file-store.ts'
import { readFile } from './files/files.service.ts'
import { presentToSign } from './signing/present-to-sign.ts'
import { checkTyped, findToSign, roleOf, type ToSign } from './signing/signing.service.ts'

const agentLengthMax = 400

export const contractRoutes: RoutePlugin = async (app, { db, config }) => {
  const context = openAgreementContext(config)
  const files = openFileStore(config)
  const present = (toSign: ToSign) => presentToSign(toSign, config.company.contactEmail)
  app.addHook('onRequest', requireUser)

  app.get('/agreements/:token', { schema: calls['GET /agreements/:token'] }, async (request) => {
    const link = { token: request.params.token, userId: request.user.id }
    return present(await findToSign(db, context, link))
  })

  const documentSchema = calls['GET /agreements/:token/document']
  app.get('/agreements/:token/document', { schema: documentSchema }, async (request, reply) => {
    const link = { token: request.params.token, userId: request.user.id }
    const { agreement } = await findToSign(db, context, link)
    return sendFile(reply, await readFile(db, files, agreement.baseFileId))
  })

  const signSchema = calls['POST /agreements/:token/sign']
  app.post('/agreements/:token/sign', { schema: signSchema }, async (request) => {
    const { id: userId, sessionId } = request.user
    const link = { token: request.params.token, userId }
    const toSign = await findToSign(db, context, link)
    const { body } = request
    const typed = {
      documentSha256: body.document_sha256,
      name: body.name,
      consentVersion: body.consent_version,
      shownTerms: body.terms_version,
    }
    await checkTyped(db, files, toSign, typed)
    const { escrowId } = toSign.agreed
    const from = whereFrom(request)
    await inTransaction(db, (tx) => signAgreement(tx, { userId, sessionId, escrowId, typed, from }))
    return present(await findToSign(db, context, link))
  })

  const pdfSchema = calls['GET /escrow/:id/agreement.pdf']
  app.get('/escrow/:id/agreement.pdf', { schema: pdfSchema }, async (request, reply) => {
    const { id: escrowId } = request.params
    const agreed = await findAgreed(db, escrowId)
    if (!agreed || !roleOf(agreed, request.user.id)) throw new AppError('escrow_not_found')
    const agreement = await findAgreementOfLoan(db, escrowId)
    if (!agreement) throw new AppError('file_not_found')
    const fileId = agreement.signedFileId ?? agreement.baseFileId
    return sendFile(reply, await readFile(db, files, fileId))
  })
}

type Sent = { name: string; type: string; bytes: Buffer }

const sendFile = (reply: FastifyReply, { name, type, bytes }: Sent) =>
  reply.header('content-disposition', `attachment; filename="${name}"`).type(type).send(bytes)

/** Keeps the full IP address, as evidence of who signed. */
function whereFrom({ ip, headers }: FastifyRequest) {
  const agent = headers['user-agent']?.slice(0, agentLengthMax) ?? ''
  return { address: ip, agent: agent || 'not given' }
}
