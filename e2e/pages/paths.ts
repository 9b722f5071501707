/** The public screens that need no data; the gallery is left out, because it never settles. */
export const publicPaths = [
  '/',
  '/domains',
  '/domains?apr_min=90',
  '/numbers',
  '/status',
  '/login',
  '/register',
  '/reset-password#token=none',
  '/reset-password',
  '/stop-transfer#token=none',
  '/stop-transfer',
  '/report',
  '/no/such/place',
]
