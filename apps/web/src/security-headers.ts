/** The headers of a page. `https` is false only where there is no TLS: on a developer's machine. */
export const pageHeaders = ({ https, nonce }: { https: boolean; nonce: string }) => ({
  'content-security-policy': pagePolicy({ https, nonce }),
  ...commonHeaders(https),
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

function pagePolicy({ https, nonce }: { https: boolean; nonce: string }) {
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
    `frame-src 'self'`,
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
