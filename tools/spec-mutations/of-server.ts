import type { Changes } from './changes.ts'

export const changesOfServer: Changes = {
  'apps/server/src/modules/listings/directory/present-card.ts': [
    ['S3-006', 'card.valueCents === null ? null', 'card.valueCents === null ? 0'],
  ],
  'apps/server/src/modules/domains/portfolio/present-domain.ts': [
    ['S3-008', 'pending_transfer: domain.isPendingTransfer', 'pending_transfer: true'],
    ['S3-009', 'offers: Number(domain.pendingOffers)', 'offers: 1'],
    ['S3-010', 'domain.transferOutAvailableAt?.toISOString() ?? null', 'null'],
  ],
  'apps/server/src/modules/loans/views/present-line.ts': [
    ['S3-012', 'apy: loan.rateBps / 100', 'apy: loan.rateBps'],
  ],
  'apps/server/src/modules/offers/lists/present-offer.ts': [
    ['S3-018', 'loan_amount: principalCents / 100', 'loan_amount: principalCents'],
  ],
  'apps/server/src/modules/offers/negotiation/offers.service.ts': [
    ['S4-032', "if (offer.status !== 'PENDING') throw", "if (offer.status === 'ACCEPTED') throw"],
  ],
  'apps/server/src/modules/notifications/notifications.service.ts': [
    ['S3-020', 'link: row.link', "link: '/app'"],
    ['S3-021', 'message: row.isMessage', 'message: false'],
  ],
  'apps/server/src/modules/messages/chat/read-messages.ts': [
    ['S3-022', 'name: message.name', "name: ''"],
  ],
  'apps/server/src/modules/payments/transactions.routes.ts': [
    ['S7-051', "    '/transactions/nowpayments-session',", "    '/transactions/crypto-session',"],
  ],
  'apps/server/src/modules/payments/read-transactions.service.ts': [
    ['S3-024', 'amount: row.amountCents / 100', 'amount: row.amountCents'],
  ],
  'apps/server/src/modules/users/personal-data/read-self.service.ts': [
    ['S3-028', 'balance: availableCents / 100', 'balance: availableCents'],
    ['S3-029', 'user.defaultContract === 1 ? 1 : 0', '0'],
  ],
  'apps/server/src/modules/users/account/access-tokens.ts': [
    [
      'S3-004',
      '.setExpirationTime(seconds(now) + lifeSeconds)',
      '.setExpirationTime(now.getTime() + lifeSeconds)',
    ],
  ],
  'apps/server/src/modules/users/account/security-notice.service.ts': [
    ['S7-016', '/reset-password#token=', '/reset-password?token='],
  ],
  'apps/server/src/api.ts': [
    ['S6-010', "request.headers['x-access-token']", 'request.headers.authorization'],
  ],
  'apps/server/src/modules/domains/ownership/domains.repository.ts': [
    ['S4-009', "        status: 'EXTERNAL_UNVERIFIED',", "        status: 'EXTERNAL_VERIFIED',"],
  ],
  'apps/server/src/modules/domains/domains.routes.ts': [
    ['S7-045', 'verificationRecord: value', "verificationRecord: ''"],
  ],
  'apps/server/src/modules/loans/actions/actions.routes.ts': [
    ['S7-035', "'/escrow/accept', {", "'/offers/accept', {"],
  ],
  'apps/server/src/modules/custody/custody.routes.ts': [
    ['S7-048', "    '/domains/:id/editNS',", "    '/domains/:id/nameservers/edit',"],
  ],
  'apps/server/src/modules/loans/views/present-loan.ts': [
    [
      'S2-156',
      "borrower_contract_url: role === 'BORROWER' ?",
      "borrower_contract_url: role === 'LENDER' ?",
    ],
    ['S2-157', "lender_contract_url: role === 'LENDER' ?", 'lender_contract_url: role ?'],
  ],
}
