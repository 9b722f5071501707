import { calls } from '@pier/protocol/calls/calls'
import { invariant } from '../../../platform/app-error.ts'
import { inTransaction, type Db, type Tx } from '../../../platform/db/database.ts'
import type { RoutePlugin } from '../../../platform/http/app.ts'
import { requireUser } from '../../../platform/http/require-user.ts'
import { answerInCase, readOwnCase, stateInCase } from './case.service.ts'
import { acceptRuling, appealRuling } from '../rulings/rulings.service.ts'

/** A dispute, for the two parties of its loan. */
export const caseRoutes: RoutePlugin = async (app, { db }) => {
  app.addHook('onRequest', requireUser)
  const submit = submitOn(db)

  app.get('/escrow/:id/case', { schema: calls['GET /escrow/:id/case'] }, async (request) => {
    const key = { escrowId: request.params.id, userId: request.user.id }
    return { case: await readOwnCase(db, key) }
  })

  const stateSchema = calls['POST /escrow/:id/case/statements']
  app.post('/escrow/:id/case/statements', { schema: stateSchema }, async (request, reply) => {
    const said = await submit(request, (tx, own) => stateInCase(tx, { ...own, ...request.body }))
    return reply.code(201).send(said)
  })

  const answerSchema = calls['POST /escrow/:id/case/questions/:question']
  app.post('/escrow/:id/case/questions/:question', { schema: answerSchema }, (request) =>
    submit(request, (tx, own) =>
      answerInCase(tx, { ...own, ...request.body, questionId: request.params.question }),
    ),
  )

  const acceptSchema = calls['POST /escrow/:id/case/rulings/:ruling/accept']
  app.post('/escrow/:id/case/rulings/:ruling/accept', { schema: acceptSchema }, (request) =>
    submit(request, (tx, own) => acceptRuling(tx, { ...own, decisionId: request.params.ruling })),
  )

  const appealSchema = calls['POST /escrow/:id/case/rulings/:ruling/appeal']
  app.post('/escrow/:id/case/rulings/:ruling/appeal', { schema: appealSchema }, (request) =>
    submit(request, (tx, own) =>
      appealRuling(tx, { ...own, ...request.body, decisionId: request.params.ruling }),
    ),
  )
}

type Pressed = { user: { id: string; sessionId: string }; params: { id: string } }
type Own = { userId: string; sessionId: string; escrowId: string }

/** Runs a command and replies with the case as it is afterwards. */
const submitOn =
  (db: Db) =>
  async ({ user, params }: Pressed, act: (tx: Tx, own: Own) => Promise<void>) => {
    const own = { userId: user.id, sessionId: user.sessionId, escrowId: params.id }
    await inTransaction(db, (tx) => act(tx, own))
    const found = await readOwnCase(db, own)
    invariant(found, 'what was acted on is there')
    return found
  }
