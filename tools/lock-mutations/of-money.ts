import { removed, type Lock } from './lock.ts'

const ledger = 'apps/server/src/modules/ledger'
const payments = 'apps/server/src/modules/payments'
const ledgerTables = 'apps/server/src/platform/db/migrations/0001_baseline/05_ledger.sql'

/** The site balance, and its deposits and withdrawals. */
export const locksOfMoney: Lock[] = [
  {
    name: 'a balance can be spent below zero',
    file: ledgerTables,
    text: 'if more_available < 0 and after.available_cents < 0',
    replacement: 'if false and after.available_cents < 0',
    noticedBy: [`${ledger}/ledger.test.ts › what is not there cannot be held or spent`],
  },
  {
    name: 'a reference that was posted takes another amount for the same',
    file: ledgerTables,
    text: 'where posted.amount_cents is distinct from leg.amount',
    replacement: 'where false',
    noticedBy: [
      `${ledger}/ledger.test.ts › a reference that was posted with another amount is refused`,
    ],
  },
  {
    name: 'the API gives back what nobody took',
    file: ledgerTables,
    text: 'if coalesce(owed_cents, -1) < 0 then',
    replacement: 'if false then',
    noticedBy: [
      'apps/server/src/rights.test.ts › the API makes no money: nothing goes back that was not taken',
    ],
  },
  {
    name: 'two who end one hold at once do not wait for each other',
    file: `${ledger}/ledger.repository.ts`,
    text: '    .forUpdate()\n',
    replacement: removed,
    noticedBy: [
      `${ledger}/ledger.test.ts › a second end of a reservation waits for the first, and does nothing`,
    ],
  },
  {
    name: 'an event of the card provider needs no signature',
    file: 'apps/server/src/providers/card/card-provider.ts',
    text: 'stripe.webhooks.constructEvent(raw, header, secret, toleranceSeconds)',
    replacement: 'JSON.parse(raw.toString()) as Stripe.Event',
    noticedBy: [
      `${payments}/settlement/webhooks.test.ts › what was not signed by the provider, just now, is refused`,
    ],
  },
  {
    name: 'a notice of the crypto provider needs no signature',
    file: 'apps/server/src/providers/crypto/crypto-provider.ts',
    text: 'return timingSafeEqual(signed.digest(), given)',
    replacement: 'return true',
    noticedBy: [`${payments}/settlement/webhooks.test.ts › a forged crypto notice is refused`],
  },
  {
    name: 'a card payment of another amount is credited',
    file: `${payments}/settlement/card-payments.service.ts`,
    text: 'if (payment.amountCents !== topUp.askedCents) {',
    replacement: 'if (false) {',
    noticedBy: [
      `${payments}/settlement/card-payments.test.ts › %s is never credited, and somebody looks at it`,
    ],
  },
  {
    name: 'a withdrawal above $500 is paid without one of us',
    file: `${payments}/withdrawals/withdrawal-payments.service.ts`,
    text: 'if (withdrawal.amountCents > withdrawalApprovalCents && !withdrawal.approvedBy) {',
    replacement: 'if (false) {',
    noticedBy: [
      `${payments}/withdrawals/withdrawals.test.ts › above $500 somebody of us says yes first`,
    ],
  },
]
