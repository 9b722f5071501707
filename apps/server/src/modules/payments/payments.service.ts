/** What other modules may ask of payments. */
export {
  adjust,
  approveWithdrawal,
  lookUpPayment,
  orderReconciliation,
  readPayout,
  recordPayout,
  refuseWithdrawal,
  resolveEvent,
  retryEvent,
  type Adjustment,
} from './back-office/payment-desk.service.ts'
export {
  findDeskWithdrawal,
  listDeskEvents,
  listDeskWithdrawals,
  type DeskEvent,
  type DeskWithdrawal,
} from './back-office/payment-desk.repository.ts'
export { readTransactions } from './read-transactions.service.ts'
export {
  findReconciliation,
  listReconciliations,
} from './reconciliation/reconciliation.repository.ts'
export {
  findHeldCents,
  giveFeeBack,
  reserveFee,
  oweFee,
  spendFee,
} from './transactions/fees.service.ts'
export { collectTransactions } from './transactions/transactions.service.ts'
