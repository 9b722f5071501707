import type { CallOutput } from '@pier/protocol/calls/calls'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { call } from '../client/client.ts'
import type { Loan } from './loans.ts'

/** A dispute, as one side of its loan sees it. */
export type OwnCase = NonNullable<CallOutput<'GET /escrow/:id/case'>['case']>

/** Below the loans key: an event about the loan also reloads its dispute. */
const caseKey = (escrowId: string) => ['loans', 'case', escrowId]

const early: ReadonlySet<Loan['status']> = new Set<Loan['status']>([
  'PENDING_SIGNATURE',
  'NEW',
  'DOMAIN_IN_CUSTODY',
])

/** Before a payment is claimed nothing can be disputed, so nothing is requested. */
export const useOwnCase = ({ id, status }: Pick<Loan, 'id' | 'status'>) =>
  useQuery({
    queryKey: caseKey(id),
    queryFn: () => call('GET /escrow/:id/case', { params: { id } }),
    enabled: !early.has(status),
  })

/** A step returns the case after it, which is shown before everything is reloaded. */
export const showOwnCase = (queries: QueryClient, escrowId: string, after: OwnCase) =>
  queries.setQueryData(caseKey(escrowId), { case: after })
