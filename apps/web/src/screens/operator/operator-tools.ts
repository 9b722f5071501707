import type { OperatorCallName } from '../../api/operator.ts'

type Tool = {
  to: string
  label: string
  /** Shown to those who may make it. */
  call: OperatorCallName
}

/** What stands below the queues, in its order. */
export const operatorTools: Tool[] = [
  { to: '/operator/decisions', label: 'Decisions', call: 'GET /operator/decisions' },
  { to: '/operator/users', label: 'Users', call: 'GET /operator/users' },
  {
    to: '/operator/registrar-events',
    label: 'Registrar messages',
    call: 'GET /operator/registrar-events',
  },
  { to: '/operator/clocks', label: 'Clocks', call: 'GET /operator/clocks' },
]
