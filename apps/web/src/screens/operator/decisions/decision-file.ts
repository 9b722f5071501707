import type { CallOutput } from '@pier/protocol/calls/calls'

export type DecisionFile = CallOutput<'GET /operator/decisions/:id'>
export type LoanFile = NonNullable<DecisionFile['loan']>
