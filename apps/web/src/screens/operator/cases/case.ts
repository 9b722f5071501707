import type { CallOutput } from '@pier/protocol/calls/calls'

export type Case = CallOutput<'GET /operator/cases/:id'>
export type Exhibit = Case['exhibits'][number]
