import type { RoutePlugin } from '../../../platform/http/app.ts'
import {
  changeEmail,
  freezeByOperator,
  keepEmail,
  unfreezeByOperator,
  writeToUser,
} from '../../users/users.service.ts'
import { openConsole } from '../../operators/operators.service.ts'
import { maskEmail } from '../../../platform/mask-email.ts'
import { searchUsers } from './user-desk.repository.ts'
import { openUser, readUser } from './user-desk.service.ts'

const pageSize = 25

/** Users, and support actions. Whoever helps a user may not decide about them. */
export const userDeskRoutes: RoutePlugin = async (app, context) => {
  const { onQuery, onCommand, clients } = await openConsole(app, context)

  onQuery('GET /operator/users', async (db, { query: { search, page } }) => {
    const words = search.trim()
    const place = { limit: pageSize, offset: (page - 1) * pageSize }
    const asked = { words, emailKey: clients.emailKey(words), ...place }
    const { users, total } = await searchUsers(db, asked)
    const shown = users.map(({ id, name, handle, email, createdAt, frozenAt }) => ({
      id,
      name,
      handle,
      email: maskEmail(email),
      created_at: createdAt.toISOString(),
      is_frozen: frozenAt !== null,
    }))
    return { users: shown, total, pages: Math.max(1, Math.ceil(total / pageSize)) }
  })

  onQuery('GET /operator/users/:id', (db, { params, operator, sessionId }) =>
    readUser(db, clients, { ...params, onDuty: { operator, sessionId } }),
  )

  onCommand('POST /operator/users/:id/open', async (tx, { params: { id } }) => {
    await openUser(tx, id)
    return { reply: null, subject: id, userIds: [id] }
  })

  onCommand('POST /operator/users/:id/freeze', async (tx, { params: { id } }) => {
    await freezeByOperator(tx, id)
    return { reply: null, subject: id, userIds: [id] }
  })

  onCommand('POST /operator/users/:id/unfreeze', async (tx, { params: { id } }) => {
    await unfreezeByOperator(tx, id)
    return { reply: null, subject: id, userIds: [id] }
  })

  onCommand('POST /operator/users/:id/messages', async (tx, { params: { id }, body }) => {
    const { subject, text } = body
    await writeToUser(tx, { userId: id, subject, text })
    return { reply: null, subject: id, userIds: [id], data: { subject, text } }
  })

  onCommand('PUT /operator/users/:id/email', async (tx, { params: { id }, body, operator }) => {
    const change = { userId: id, email: body.email, operatorId: operator.id }
    const at = (await changeEmail(tx, clients, change)).toISOString()
    const data = { email: maskEmail(body.email), takesEffectAt: at }
    return { reply: { takes_effect_at: at }, subject: id, userIds: [id], data }
  })

  onCommand('POST /operator/users/:id/email/keep', async (tx, { params: { id } }) => {
    await keepEmail(tx, clients, id)
    return { reply: null, subject: id, userIds: [id] }
  })
}
