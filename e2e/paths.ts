/** Every screen there is, but the gallery, which never settles. */
export const publicPaths = [
  '/',
  '/domains',
  '/domains?apr_min=90',
  '/numbers',
  '/login',
  '/register',
  '/reset-password#token=none',
  '/reset-password',
  '/stop-transfer#token=none',
  '/stop-transfer',
  '/report',
  '/no/such/place',
]
export const appPaths = [
  '/app',
  '/app/my-domains',
  '/app/borrow',
  '/app/lend',
  '/app/escrow/0',
  '/app/listings',
  '/app/alerts',
  '/app/transactions',
  '/app/add-balance',
  '/app/settings',
  '/app/no-such-place',
]
