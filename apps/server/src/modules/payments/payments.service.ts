/** What other modules may ask of payments. */
export {
  adjust,
  approveWithdrawal,
  findDeskWithdrawal,
  findReconciliation,
  listDeskEvents,
  listDeskWithdrawals,
  listReconciliations,
  lookUpPayment,
  orderReconciliation,
  readPayout,
  recordPayout,
  refuseWithdrawal,
  resolveEvent,
  retryEvent,
  type Adjustment,
  type DeskEvent,
  type DeskWithdrawal,
} from './back-office/payment-desk.service.ts'
export {
  findHeldCents,
  giveFeeBack,
  holdFee,
  oweFee,
  spendFee,
} from './transactions/fees.service.ts'
export { collectTransactions } from './transactions/transactions.service.ts'
