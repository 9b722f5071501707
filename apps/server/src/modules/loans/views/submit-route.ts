import { inTransaction, type Db, type Tx } from '../../../platform/db/database.ts'
import type { AgreementContext } from '../../contracts/contracts.service.ts'
import type { ActionInput } from '../machine/submit-action.ts'
import { readLoan } from './read-loan.ts'

type Pressed = {
  user: { id: string; sessionId: string }
  params: { id: string }
  body?: { version?: number | undefined } | null | undefined
}

/** Runs an action and replies with the loan as it is afterwards. */
export const submitOn =
  (db: Db, context: AgreementContext) =>
  async (request: Pressed, act: (tx: Tx, submit: ActionInput) => Promise<unknown>) => {
    const { id: userId, sessionId } = request.user
    const pressed = { userId, sessionId, escrowId: request.params.id }
    return inTransaction(db, async (tx) => {
      await act(tx, { ...pressed, version: request.body?.version })
      return readLoan(tx, context, pressed)
    })
  }
