import { inTransaction, type Db, type Tx } from '../../../platform/db/database.ts'
import type { AgreementDesk } from '../../contracts/contracts.service.ts'
import type { Press } from '../machine/submit-action.ts'
import { readLoan } from './read-loan.ts'

type Pressed = {
  user: { id: string; sessionId: string }
  params: { id: string }
  body?: { version?: number | undefined } | null | undefined
}

/** Whatever was pressed, the answer is the loan as it stands after it. */
export const pressOn =
  (db: Db, desk: AgreementDesk) =>
  async (request: Pressed, act: (tx: Tx, press: Press) => Promise<unknown>) => {
    const { id: userId, sessionId } = request.user
    const pressed = { userId, sessionId, escrowId: request.params.id }
    return inTransaction(db, async (tx) => {
      await act(tx, { ...pressed, version: request.body?.version })
      return readLoan(tx, desk, pressed)
    })
  }
