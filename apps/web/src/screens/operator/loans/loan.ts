import type { CallOutput } from '@pier/protocol/calls/calls'

export type Loan = CallOutput<'GET /operator/loans/:id'>
