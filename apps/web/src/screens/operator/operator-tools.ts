import type { OperatorCallName } from '../../api/operator.ts'

type Tool = {
  to: string
  label: string
  /** Shown to operators who may make this call. */
  call: OperatorCallName
}

/** The links below the queues, in their order. */
export const operatorTools: Tool[] = [
  { to: '/operator/decisions', label: 'Decisions', call: 'GET /operator/decisions' },
  { to: '/operator/users', label: 'Users', call: 'GET /operator/users' },
  {
    to: '/operator/registrar-events',
    label: 'Registrar messages',
    call: 'GET /operator/registrar-events',
  },
  { to: '/operator/clocks', label: 'Clocks', call: 'GET /operator/clocks' },
  { to: '/operator/ledger', label: 'Ledger', call: 'GET /operator/ledger' },
  { to: '/operator/payments', label: 'Payments', call: 'GET /operator/payment-events' },
  { to: '/operator/withdrawals', label: 'Withdrawals', call: 'GET /operator/withdrawals' },
  { to: '/operator/reconciliation', label: 'Reconciliation', call: 'GET /operator/reconciliation' },
  { to: '/operator/settings', label: 'Configuration', call: 'GET /operator/settings' },
  { to: '/operator/tlds', label: 'TLDs', call: 'GET /operator/tlds' },
  { to: '/operator/audit', label: 'Audit log', call: 'GET /operator/audit' },
  { to: '/operator/operators', label: 'Operators', call: 'GET /operator/operators' },
]
