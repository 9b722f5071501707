/**
 * Kinds of notifications. Each is also mailed unless the reader turned that kind off; payments,
 * defaults and safety cannot be turned off.
 */
export const notificationKinds = {
  messages: { label: 'Messages about a loan', isOptional: true },
  offers: { label: 'Offers on your domains and answers to your offers', isOptional: true },
  loans: { label: 'Loan progress: signed, in custody, returned', isOptional: true },
  domains: { label: 'Domains: verified, transferred, renewed', isOptional: true },
  payments: { label: 'Payments claimed, confirmed or due', isOptional: false },
  defaults: { label: 'Defaults and disputes', isOptional: false },
  security: { label: 'Account security', isOptional: false },
} as const satisfies Record<string, { label: string; isOptional: boolean }>

export type NotificationKind = keyof typeof notificationKinds
