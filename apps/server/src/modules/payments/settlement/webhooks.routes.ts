import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../../../platform/app-error.ts'
import { inTransaction } from '../../../platform/db/database.ts'
import type { RoutePlugin } from '../../../platform/http/app.ts'
import { enqueue } from '../../../platform/jobs/queue.ts'
import { hasPaymentEvent, insertPaymentEvent } from './payment-events.repository.ts'
import { openPaymentClients } from '../top-ups/payment-clients.ts'
import type { PaymentProvider } from '../top-ups/top-ups.repository.ts'

const cardBodyMax = 256 * 1024
const cryptoBodyMax = 16 * 1024

/** Verify the sender, store once, handle later: a provider that has to wait sends it again. */
export const webhookRoutes: RoutePlugin = async (app, { db, config }) => {
  const { card, crypto } = openPaymentClients(config)
  app.removeAllContentTypeParsers()
  const parser = { parseAs: 'buffer' } as const
  app.addContentTypeParser('application/json', parser, (_request, body, done) => done(null, body))

  const keep = async (event: {
    provider: PaymentProvider
    eventKey: string
    type: string
    body: object
  }): Promise<void> => {
    if (await hasPaymentEvent(db, event)) return // Most duplicates come much later.
    await inTransaction(db, async (tx) => {
      const eventId = await insertPaymentEvent(tx, event)
      if (eventId) await enqueue(tx, 'payments.handle-event', { eventId })
    })
  }

  const hidden = { schema: { hide: true } } as const
  app.post('/webhooks/stripe', { ...hidden, bodyLimit: cardBodyMax }, async (request, reply) => {
    const event = card.readEvent(rawBody(request), headerOf(request, 'stripe-signature'))
    if (!event) throw new AppError('signature_invalid')
    const { id: eventKey, type, subject: body } = event
    await keep({ provider: 'card', eventKey, type, body })
    return reply.code(200).send({ received: true })
  })

  app.post(
    '/webhooks/nowpayments',
    { ...hidden, bodyLimit: cryptoBodyMax },
    async (request, reply) => {
      const notice = crypto.readNotice(rawBody(request), headerOf(request, 'x-nowpayments-sig'))
      if (!notice) throw new AppError('signature_invalid')
      // Notices have no id of their own: the same content is the same notice.
      const { canonical, payment_status: type, ...body } = notice
      const eventKey = createHash('sha256').update(canonical).digest('hex')
      await keep({ provider: 'crypto', eventKey, type, body })
      return reply.code(200).send({ received: true })
    },
  )
}

const rawBody = ({ body }: FastifyRequest): Buffer =>
  Buffer.isBuffer(body) ? body : Buffer.alloc(0)

function headerOf({ headers }: FastifyRequest, name: string): string | undefined {
  const value = headers[name]
  return typeof value === 'string' ? value : undefined
}
