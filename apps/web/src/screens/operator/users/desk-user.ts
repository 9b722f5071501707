import type { CallOutput } from '@pier/protocol/calls/calls'

export type DeskUser = CallOutput<'GET /operator/users/:id'>
