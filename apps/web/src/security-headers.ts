type Page = {
  /** False only where there is no TLS: on a developer's machine. */
  https: boolean
  nonce: string
  path: string
}

export const pageHeaders = (page: Page) => ({
  'content-security-policy': pagePolicy(page),
  ...commonHeaders(page.https),
})

/** The headers of everything that is not a page: opened by itself, it may do nothing. */
export const fileHeaders = ({ https }: { https: boolean }) => ({
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  ...commonHeaders(https),
})

function commonHeaders(https: boolean) {
  return {
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'cross-origin-embedder-policy': 'require-corp',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
    ...(https && { 'strict-transport-security': 'max-age=63072000; includeSubDomains; preload' }),
  }
}

/** The signing page shows an agreement that was fetched with the token: a blob in a frame. */
const framesBlobs = (path: string) => path.startsWith('/sign/')

function pagePolicy({ https, nonce, path }: Page) {
  const own = `'self' 'nonce-${nonce}'`
  const rules = [
    `default-src 'none'`,
    `script-src ${own}`,
    `style-src ${own}`,
    `style-src-attr 'unsafe-inline'`, // Mantine sizes things with style attributes; they run no script.
    `img-src 'self' data: blob:`,
    `font-src 'self'`,
    `connect-src 'self'`,
    `worker-src 'self'`,
    `manifest-src 'self'`,
    `frame-src 'self'${framesBlobs(path) ? ' blob:' : ''}`,
    `object-src 'none'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
    `require-trusted-types-for 'script'`,
    `trusted-types 'none'`,
  ]
  if (https) rules.push('upgrade-insecure-requests')
  return rules.join('; ')
}
