import type { CallOutput } from '@pier/protocol/calls/calls'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { call } from '../client/client.ts'
import type { Loan } from './loans.ts'

/** A dispute, as one side of its loan sees it. */
export type OwnCase = NonNullable<CallOutput<'GET /escrow/:id/case'>['case']>

/** Below the loans, as all that belongs to one: news of the loan read it anew. */
const caseKey = (escrowId: string) => ['loans', 'case', escrowId]

const early: ReadonlySet<Loan['status']> = new Set<Loan['status']>([
  'PENDING_SIGNATURE',
  'NEW',
  'DOMAIN_IN_CUSTODY',
])

/** Before money was claimed nothing can be disputed, so nothing is asked for. */
export const useOwnCase = ({ id, status }: Pick<Loan, 'id' | 'status'>) =>
  useQuery({
    queryKey: caseKey(id),
    queryFn: () => call('GET /escrow/:id/case', { params: { id } }),
    enabled: !early.has(status),
  })

/** The answer to a step is the case after it: it is shown before everything is read anew. */
export const showOwnCase = (queries: QueryClient, escrowId: string, after: OwnCase) =>
  queries.setQueryData(caseKey(escrowId), { case: after })
