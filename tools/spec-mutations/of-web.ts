import type { Changes } from './changes.ts'

export const changesOfWeb: Changes = {
  'apps/web/src/routes.ts': [
    ['S2-001', "index('screens/landing/", "route('home', 'screens/landing/"],
    ['S2-005', "route('register'", "route('sign-up'"],
    ['S2-006', "route('reset-password'", "route('reset'"],
    ['S2-040', "route('listings/:page?'", "route('directory/:page?'"],
    ['S2-071', "route('*', 'screens/app/not-found/", "route('none', 'screens/app/not-found/"],
    ['S2-078', "'my-domains/:at?'", "'domains/:at?'"],
    ['S2-093', "'borrow/:domainsPage?/:offersPage?'", "'borrow/:offersPage?/:domainsPage?'"],
    ['S2-100', "'lend/:domainsPage?/:offersPage?'", "'lend/:page?'"],
    ['S2-119', "route('settings', 'screens/app/", "route('profile', 'screens/app/"],
  ],
  'apps/web/src/api/client/client.ts': [
    ['S6-011', '(login|register)', '(register)'],
    ['S6-012', '(login|register)', '(login)'],
    ['S7-001', '/api${pathOf', '/v1${pathOf'],
    [
      'S7-002',
      "headers.set('content-type', 'application/json')",
      "headers.set('content-type', 'text/plain')",
    ],
    [
      'S7-007',
      'function parse(text: string): unknown {',
      "function parse(text: string): unknown {\n  if (text === '') return {}",
    ],
    ['S7-008', 'asErrorBody(parse(await response.text()))', 'asErrorBody(null)'],
    ['S4-005', 'error.status !== 401', 'error.status !== 403'],
    ['S7-003', "headers.set('x-access-token', token)", "headers.set('authorization', token)"],
    ['S8-003', 'if (!token) return leaveForLoginAndBack()', "if (!token) return work('')"],
  ],
  'apps/web/src/api/domains.ts': [
    ['S7-041', 'limit: limits.domainsPerPage', 'limit: limits.pageSizeMax'],
    ['S7-042', "search: '', limit: limits.pageSizeMax", "search: '', limit: limits.domainsPerPage"],
  ],
  'apps/web/src/api/loans/loans.ts': [
    ['S9-004', 'page, limit: limits.offersPerPage', 'page, limit: limits.pageSizeMax'],
    ['S9-008', 'page: 1, limit: limits.pageSizeMax', 'page: 1, limit: limits.offersPerPage'],
  ],
  'apps/web/src/api/listings.ts': [['S9-002', 'String(limits.listingsPerPage)', "'20'"]],
  'apps/web/src/session/tokens.ts': [
    ['S4-002', 'exp * 1000 - expiryMarginMs', 'exp - expiryMarginMs'],
    [
      'S4-006',
      'for (const key of Object.values(keys)) localStorage.removeItem(key)',
      'localStorage.removeItem(keys.token)',
    ],
  ],
  'apps/web/src/api/client/refresh.ts': [
    ['S4-004', 'if (readRefreshToken() === asked) removeTokens()', ''],
    ['S7-004', 'if (token && !isExpired(token)) return token', 'if (token) return token'],
    ['S4-003', 'if (token && !isExpired(token)) return token', 'if (token) return token'],
    ['S7-009', 'askServer({ refreshToken })', "askServer({ refreshToken: '' })"],
    ['S7-010', 'saveTokens({ token: accessToken })', ''],
  ],
  'apps/web/src/ui/display/tag.module.css': [
    ['S2-110', 'color: var(--wait-icon);', 'color: var(--bad-icon);'],
    ['S2-111', 'color: var(--good-icon);', 'color: var(--deep);'],
  ],
  'apps/web/src/ui/display/mark.tsx': [['S2-017', '!turning || matchMedia', 'matchMedia']],
  'apps/web/src/shell/failures/crash.tsx': [
    ['S2-010', "'Unexpected Application Error'", "'Application Error'"],
    [
      'S8-014',
      'isRouteErrorResponse(error)',
      'isRouteErrorResponse(error) && error.status !== 404',
    ],
    [
      'S8-015',
      'isRouteErrorResponse(error)',
      'isRouteErrorResponse(error) && error.status === 404',
    ],
  ],
  'apps/web/src/shell/failures/not-found-text.tsx': [
    ['S8-016', "It's over", 'Nothing here'],
    ['S2-008', "It's over", 'Not found'],
  ],
  'apps/web/src/shell/public/public-header.tsx': [
    ['S2-012', "to: '/domains'", "to: '/listings'"],
    ['S2-013', "label: 'Contact Us'", "label: 'Contact'"],
  ],
  'apps/web/src/shell/public/public-footer.tsx': [['S2-016', "'Law Enforcement'", "'Legal'"]],
  'apps/web/src/listings/directory-address.ts': [['S2-003', 'page > 1 ?', 'page > 0 ?']],
  'apps/web/src/listings/directory/directory.tsx': [
    ['S2-039', 'skeletonCards = 20', 'skeletonCards = 12'],
  ],
  'apps/web/src/listings/directory/listing-card.tsx': [
    ['S2-035', "countOf(termDays, 'day')", 'String(termDays)'],
    ['S2-037', 'name="APR"', 'name="APY"'],
    ['S2-038', 'formatRate(adjustedBps(listing))', 'formatRate(rateBps)'],
    ['S2-032', '<DomainName name={listing.domain}', '<DomainName name="example.com"'],
    ['S2-033', '<Money amountCents={listing.valueCents} />', '<Money amountCents={null} />'],
    ['S2-036', 'formatMoney(amountCents, { whole: true })', 'String(amountCents)'],
  ],
  'apps/web/src/money/money.tsx': [['S2-034', '??.??', 'n/a']],
  'apps/web/src/terms/typed-terms.ts': [
    [
      'S5-018',
      String.raw`/^\d{1,4}$/.test(term.trim())`,
      String.raw`/^[\d.]{1,4}$/.test(term.trim())`,
    ],
    ['S5-016', 'typed.amount : amountCents / 100', 'typed.amount : Math.round(amountCents / 100)'],
    ['S5-017', 'typed.rate : rateBps / 100', 'typed.rate : Math.round(rateBps / 100)'],
  ],
  'apps/web/src/shell/page/page-context.tsx': [
    ['S2-019', "setPageError: show('error')", "setPageError: show('success')"],
    ['S8-007', "setSuccess: show('success')", "setSuccess: show('error')"],
  ],
  'apps/web/src/users/password-checks.ts': [
    ['S5-005', "password ? null : 'Invalid password'", "password ? null : 'Password required'"],
    ['S8-011', '"Passwords don\'t match"', "'Passwords differ'"],
    ['S5-008', 'confirm === password ?', 'confirm ?'],
  ],
  'apps/web/src/text/status-badge.tsx': [
    ['S2-112', 'if (!Object.hasOwn(transactionLooks, status)) return null', ''],
  ],
  'apps/web/src/text/table-answer.tsx': [['S2-081', "label: 'Pending'", "label: 'Moving'"]],
  'apps/web/src/ui/feedback/banner.module.css': [
    ['S2-014', 'background: var(--banner-bad)', 'background: var(--banner-good)'],
    ['S2-015', 'background: var(--banner-good)', 'background: var(--banner-bad)'],
  ],
  'apps/web/src/ui/feedback/banner.tsx': [
    ['S2-014', 'aria-label="Dismiss" onClick={onClear}', 'aria-label="Dismiss"'],
  ],
  'apps/web/src/ui/display/avatar.module.css': [
    ['S2-123', 'border-radius: 50%', 'border-radius: 4px'],
    ['S2-124', 'background: var(--ox)', 'background: var(--banner-good)'],
  ],
  'apps/web/src/ui/display/avatar.tsx': [['S2-059', '{initialsOf(name)}', '{name}']],
  'apps/web/src/ui/table/pager.tsx': [
    ['S2-031', 'aria-hidden="true" /> Previous', 'aria-hidden="true" /> Back'],
    ['S2-115', 'Next <Icon', 'More <Icon'],
    ['S2-116', 'to={page > 1 &&', 'to={page > 0 &&'],
    ['S2-117', 'to={page < last &&', 'to={page <= last &&'],
  ],
  'apps/web/src/api/notifications.ts': [
    ['S7-021', 'body: { read: true }', 'body: { read: false }'],
  ],
  'apps/web/src/shell/page/route-change.tsx': [
    ['S2-018', 'samePath ? undefined : goToTop()', 'undefined'],
    ['S2-023', 'goTo(target, { smooth: samePath })', 'goTo(target, { smooth: false })'],
    ['S9-015', 'limits.hashScrollTimeoutMs', '60_000'],
  ],
  'apps/web/src/listings/directory/directory.module.css': [
    ['S2-029', 'repeat(auto-fill, minmax(min(260px, 100%), 1fr))', '1fr'],
  ],
  'apps/web/src/money/amount-field.tsx': [
    ['S9-017', 'Amount in USD', 'Amount'],
    ['S5-013', 'parseDollars(typed) === null ?', '!parseDollars(typed) ?'],
  ],
  'apps/web/src/domains/nameserver-fields.tsx': [
    ['S2-086', 'label={`Nameserver ${at + 1}`}', 'label={`Host ${at + 1}`}'],
    ['S5-027', '(host, at) => at < 2 || host', '(host) => host'],
  ],
  'apps/web/src/domains/nameserver-text.ts': [['S7-068', "state === 'done'", 'state']],
  'apps/web/src/terms/term-fields.tsx': [['S5-022', 'inputMode="numeric"', 'inputMode="text"']],
  'apps/web/src/listings/make-offer/offer-panel.tsx': [
    ['S2-041', 'Place Bid', 'Send offer'],
    ['S5-020', 'hint="0 to 100"', 'hint="A year"'],
  ],
  'apps/web/src/listings/make-offer/use-offer.ts': [
    ['S5-021', 'apy: noCheck', "apy: (rate: string) => (Number(rate) > 100 ? 'Too high' : null)"],
    ['S7-027', 'domain_id: domainId', 'listing_id: domainId'],
    ['S7-062', "'Offer sent'", "'Offer made'"],
  ],
  'apps/web/src/users/use-profile.ts': [['S2-134', "'Profile saved'", "'Saved'"]],
}
