/**
 * What operators say a name is worth. Where it stands for a loan, a seizure may rest on it: there it
 * takes two, neither of whom has to do with either side.
 */
import { AppError } from '../../../platform/app-error.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { readName, recordValuation } from '../../domains/domains.service.ts'
import type { UserClients } from '../../users/users.service.ts'
import { findOpenLoanOfName, propose, subjectOf } from '../../approvals/approvals.service.ts'
import type { Operator } from '../../operators/operators.service.ts'

type Word = { typed: string; amountCents: number; source: string; days: number }
type Key = { operator: Operator; code: string | undefined; reasons: string }

/** Gives the decision that waits for its second key, where it takes two. */
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
