import { calls } from '@pier/protocol/calls/calls'
import { inTransaction } from '../../platform/db/database.ts'
import type { RoutePlugin } from '../../platform/http/app.ts'
import { unsubscribe } from './unsubscribe.service.ts'

const formBytesMax = 4096

/**
 * One-click links of mails, by RFC 8058: the provider of a mailbox posts a form to the address in
 * the head of the mail, and a person who opens the same address is asked first.
 */
export const unsubscribeRoutes: RoutePlugin = async (app, { db, config }) => {
  const { links: linkKey } = config.keys
  const forms = ['application/x-www-form-urlencoded', 'multipart/form-data']
  const parser = { parseAs: 'buffer', bodyLimit: formBytesMax } as const
  app.addContentTypeParser(forms, parser, (_request, _body, done) => done(null))

  const call = calls['POST /notifications/unsubscribe/:token']
  app.post('/notifications/unsubscribe/:token', { schema: call }, async (request) => {
    const { token } = request.params
    return { kind: await inTransaction(db, (tx) => unsubscribe(tx, { token, linkKey })) }
  })

  const { params } = call
  app.get(
    '/notifications/unsubscribe/:token',
    { schema: { hide: true, params } },
    async (request, reply) =>
      reply.redirect(`${config.publicOrigin}/login#unsubscribe=${request.params.token}`, 303),
  )
}
