/**
 * Corrections of the ledger. Finance proposes a pair of accounts, an amount and the text that the
 * user sees; an approver confirms. Several may be open at once.
 */
import { randomUUID } from 'node:crypto'
import { centsOf } from '@pier/protocol/money'
import { AppError } from '../../../platform/app-error.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { UserClients } from '../../users/users.service.ts'
import { propose } from '../../approvals/approvals.service.ts'
import { hasUser, type Operator } from '../../operators/operators.service.ts'

type Asked = {
  operator: Operator
  code: string
  userId: string | undefined
  from: string
  to: string
  amount: number
  words: string
  documentId: string | undefined
  reasons: string
}

export async function proposeAdjustment(
  tx: Tx,
  clients: UserClients,
  asked: Asked,
): Promise<string> {
  const { operator, code, userId, from, to, amount, words, documentId, reasons } = asked
  const isOfUser = from === 'available' || to === 'available'
  if (from === to) throw new AppError('invalid_input', { field: 'to' })
  if (isOfUser !== Boolean(userId)) throw new AppError('invalid_input', { field: 'user_id' })
  if (userId && !(await hasUser(tx, userId))) throw new AppError('not_found')
  const about = userId ?? `ledger:${from}:${to}`
  return propose(tx, clients, {
    operator,
    code,
    kind: 'adjust',
    subjectId: randomUUID(),
    escrowId: null,
    disputeId: null,
    appealOf: null,
    documentId: documentId ?? null,
    terms: { about, from, to, cents: centsOf(amount), words, ...(userId && { userId }) },
    reasons,
    exhibits: [],
  })
}
