import type { CallOutput } from '@pier/protocol/calls/calls'
import type { Operator } from '../people/operators.repository.ts'

export const presentOperator = (operator: Operator): CallOutput<'POST /operator/login'> => ({
  id: operator.id,
  name: operator.name,
  email: operator.email,
  roles: operator.roles,
  has_joined: operator.joinedAt !== null,
  is_ended: operator.endedAt !== null,
  keys_from: operator.keysFrom?.toISOString() ?? null,
})
