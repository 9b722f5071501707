/**
 * Valuations of domains by operators. If the domain secures an open loan, a seizure may rest on the
 * value, so it takes two operators who are impartial to both parties.
 */
import { AppError } from '../../../platform/app-error.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { readName, recordValuation } from '../../domains/domains.service.ts'
import type { UserClients } from '../../users/users.service.ts'
import { findOpenLoanOfName, propose, subjectOf } from '../../approvals/approvals.service.ts'
import type { Operator } from '../../operators/operators.service.ts'

type Word = { typed: string; amountCents: number; source: string; days: number }
type Key = { operator: Operator; code: string | undefined; reasons: string }

/** Returns the decision that waits for its second approval, if it needs two. */
export async function valueName(
  tx: Tx,
  clients: UserClients,
  { typed, ...value }: Word,
  { operator, code, reasons }: Key,
): Promise<{ name: string; decisionId: string | null }> {
  const { ascii: domain } = readName(typed)
  const escrowId = await findOpenLoanOfName(tx, domain)
  if (!escrowId) {
    await recordValuation(tx, { ...value, name: domain, decisionId: null })
    return { name: domain, decisionId: null }
  }
  if (!code) throw new AppError('code_needed', { field: 'code' })
  const terms = { about: domain, domain, ...value }
  const decisionId = await propose(tx, clients, {
    operator,
    code,
    kind: 'value',
    subjectId: subjectOf(`value:${domain}`),
    escrowId,
    disputeId: null,
    appealOf: null,
    documentId: null,
    terms,
    reasons,
    exhibits: [],
  })
  return { name: domain, decisionId }
}
