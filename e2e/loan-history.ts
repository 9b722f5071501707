/** What happened to a loan, as the server tells it. */
export const events = [
  ['accept', 'BORROWER', 'You accepted the offer'],
  ['sign', 'LENDER', 'Teodor Nyberg signed the agreement'],
  ['sign', 'BORROWER', 'You signed the agreement'],
  ['receiveDomain', 'SYSTEM', 'The domain has arrived in custody, locked'],
  ['markPaid', 'LENDER', 'Teodor Nyberg marked the loan paid'],
  ['confirmReceipt', 'BORROWER', 'You confirmed that the loan money came'],
  ['nameservers', 'BORROWER', 'You changed the nameservers'],
  ['remind', 'SYSTEM', 'Reminder sent'],
].map(([action, by, words], index) => ({
  seq: index + 1,
  at: new Date(Date.UTC(2026, 6, 1 + index, 9)).toISOString(),
  action,
  by,
  words,
  hash: String(index).repeat(64),
}))
