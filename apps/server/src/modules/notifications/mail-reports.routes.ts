import type { FastifyRequest } from 'fastify'
import { AppError } from '../../platform/app-error.ts'
import { hashOf, sameBytes } from '../../platform/crypto/secrets.ts'
import { inTransaction } from '../../platform/db/database.ts'
import type { RoutePlugin } from '../../platform/http/app.ts'
import { readMailReport } from '../../providers/mail/mail-report.ts'
import { findMailOf } from './mail-reports.repository.ts'
import { keepReport } from './mail-reports.service.ts'

const bodyLimit = 512 * 1024

/**
 * Bounces and complaints, as our mail server hands them in: one whole message a call. One that says
 * nothing of a mail of ours is taken, too: handed in again it would say no more.
 */
export const mailReportRoutes: RoutePlugin = async (app, { db, config }) => {
  const secrets = config.mail.reportSecrets.map((secret) => hashOf(`Bearer ${secret.reveal()}`))
  const requireSecret = async ({ headers }: FastifyRequest) => {
    const given = hashOf(headers.authorization ?? '')
    if (!secrets.some((secret) => sameBytes(secret, given))) throw new AppError('signature_invalid')
  }
  app.removeAllContentTypeParsers()
  const parser = { parseAs: 'buffer' } as const
  app.addContentTypeParser('message/rfc822', parser, (_request, body, done) => done(null, body))

  app.post(
    '/webhooks/mail-report',
    { schema: { hide: true }, bodyLimit, onRequest: requireSecret },
    async (request, reply) => {
      const { body } = request
      const report = Buffer.isBuffer(body) ? await readMailReport(body) : null
      const mailId = report && (await findMailOf(db, report.mailIds))
      if (report && mailId) {
        const { kind, detail } = report
        await inTransaction(db, (tx) => keepReport(tx, { mailId, kind, detail }))
      } else {
        request.log.info({ kind: report?.kind ?? null }, 'a mail report of no mail of ours')
      }
      return reply.code(204).send(null)
    },
  )
}
