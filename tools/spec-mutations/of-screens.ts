import type { Changes } from './changes.ts'

export const changesOfScreens: Changes = {
  'apps/web/src/screens/landing/hero.tsx': [
    ['S2-021', 'Keep full DNS control', 'Keep DNS control'],
    ['S2-022', 'to="/#borrow"', 'to="/register"'],
  ],
  'apps/web/src/screens/landing/borrow-section.tsx': [
    ['S2-024', "to: '/register'", "to: '/login'"],
    ['S2-025', 'is just a few clicks', 'takes an hour'],
  ],
  'apps/web/src/screens/landing/lend-section.tsx': [
    ['S2-023', 'id="lend"', 'id="lenders"'],
    ['S2-026', "label: 'Browse Listings'", "label: 'Browse'"],
    ['S2-027', 'Browse the directory, then match', 'Look around, then match'],
  ],
  'apps/web/src/screens/sign-in/login-form.tsx': [
    ['S2-045', 'maxLength={limits.mfaCodeLength}', 'maxLength={8}'],
    ['S2-046', 'Forgot My Password', 'Forgot password'],
    ['S2-048', "'Check your email'", "'Email sent'"],
    ['S2-052', 'setRefusal(messageOf(error))', 'setSuccess(messageOf(error))'],
    ['S2-043', 'label="Password"', 'label="Passphrase"'],
    ['S2-047', 'POST /users/get_reset_token', 'POST /users/reset'],
    [
      'S4-007',
      "saveTokens(await call('POST /users/login', { body }))",
      "await call('POST /users/login', { body })",
    ],
    ['S5-004', "form.check(['email'], { focus: true })", "{ email: '' }"],
    ['S7-011', 'mfa: mfa || null', 'code: mfa || null'],
    ['S8-006', 'setRefusal(messageOf(error))', "setRefusal('The login failed')"],
  ],
  'apps/web/src/screens/sign-in/register-tab.tsx': [
    [
      'S4-008',
      "saveTokens(await call('POST /users/register', { body }))",
      "await call('POST /users/register', { body })",
    ],
    ['S2-049', 'Get Started', 'Register'],
  ],
  'apps/web/src/screens/sign-in/sign-in-checks.ts': [
    ['S8-009', "'Invalid email'", "'Wrong email'"],
    ['S8-010', "'Invalid name'", "'Name required'"],
    ['S5-002', 'emailPattern.test(readEmail(email)) ?', 'email ?'],
    ['S5-003', '  email: checkEmail,', '  email: () => null,'],
    ['S5-007', 'name.trim() ?', 'name ?'],
  ],
  'apps/web/src/screens/app/app-links.ts': [
    ['S2-064', "to: '/app/my-domains'", "to: '/app/domains'"],
    ['S2-066', "label: 'Domain Listings'", "label: 'Listings'"],
    ['S2-067', "label: 'Add Balance'", "label: 'Top up'"],
    ['S2-065', "to: '/app/borrow'", "to: '/app/loans'"],
  ],
  'apps/web/src/screens/app/app-sidebar.tsx': [
    ['S2-068', '<span>Log Out</span>', '<span>Sign out</span>'],
  ],
  'apps/web/src/screens/app/notification-menus.tsx': [
    ['S2-060', "message === (menu === 'alerts')", "message !== (menu === 'alerts')"],
    ['S2-061', ".filter(({ message }) => message === (menu === 'alerts'))", ''],
  ],
  'apps/web/src/screens/app/add-balance/open-payment.ts': [['S2-141', "'_blank'", "'_self'"]],
  'apps/web/src/screens/app/add-balance/add-balance-screen.tsx': [
    ['S2-137', 'Pay with Cryptocurrency', 'Pay with Bitcoin'],
    ['S2-140', 'Processed by our card payment provider', 'Processed by us'],
    ['S2-135', 'pays registry fees', 'pays fees'],
    ['S2-136', 'balanceCents = self && centsOf(self.balance)', 'balanceCents = 0'],
    ['S2-138', 'Processed by our crypto payment provider', 'Processed by us'],
    ['S2-139', 'button="Pay with Card"', 'button="Pay"'],
    ['S7-053', '/transactions/stripe-session', '/transactions/card-session'],
  ],
  'apps/web/src/screens/app/transactions/transaction-table.tsx': [
    ['S2-106', "header: 'Payment Method'", "header: 'Method'"],
    ['S2-109', 'Nothing here yet...', 'No transactions'],
    ['S2-114', 'pages > 1 &&', 'pages > 3 &&'],
    ['S2-118', '${home}/${number}', '${home}?page=${number}'],
  ],
  'apps/web/src/screens/app/my-domains/table/domain-table.tsx': [
    ['S2-080', "header: 'In Escrow'", "header: 'Escrow'"],
  ],
  'apps/web/src/screens/app/my-domains/registry/transfer-out-dialog.tsx': [
    ['S7-067', "'Transfer added to queue'", "'Transfer queued'"],
  ],
  'apps/web/src/screens/app/settings/contract/contract-previews.ts': [
    ['S2-127', 'Standard Agreement (Cryptocurrency)', 'Crypto Agreement'],
    ['S2-129', "name: 'default'", "name: 'bank'"],
    ['S9-018', "{ id: 0, label: 'Standard", "{ id: 1, label: 'Standard"],
    ['S2-130', "name: 'crypto'", "name: 'coins'"],
  ],
  'apps/web/src/screens/app/settings/profile/open-picture.ts': [
    ['S5-014', "'image/gif']", "'image/gif', 'image/webp']"],
  ],
  'apps/web/src/screens/app/loan/contract/terms-card.tsx': [
    ['S2-149', 'value={money(amount)}', 'value={String(amount)}'],
    ['S2-147', 'value={formatRate(centsOf(apy))}', 'value={String(apy)}'],
    ['S2-148', 'value={daysOf(term)}', 'value={String(term)}'],
    ['S2-150', 'escrow/${id}/signed-pdf', 'escrow/${id}/pdf'],
  ],
  'apps/web/src/screens/app/loan/actions/action-text.ts': [
    ['S2-151', "markPaid: 'Mark Paid'", "markPaid: 'Paid'"],
  ],
  'apps/web/src/screens/app/loan/chat/chat-form.tsx': [
    ['S2-145', ' && event.shiftKey', ''],
    ['S2-146', 'if (!message || ', 'if ('],
  ],
  'apps/web/src/screens/app/loan/contract/signing.ts': [
    ['S2-153', 'borrower_signed : lender_signed', 'borrower_signed : borrower_signed'],
    ['S2-152', 'borrower_signed : lender_signed', '!borrower_signed : lender_signed'],
    ['S2-154', " && !(role === 'BORROWER' ? borrower_signed : lender_signed)", ''],
    ['S2-155', "status === 'PENDING_SIGNATURE' && ", ''],
  ],
  'apps/web/src/screens/landing/turn.module.css': [['S2-028', 'rotate: 360deg', 'rotate: 180deg']],
  'apps/web/src/screens/sign-in/sign-in-tabs.tsx': [
    ['S2-004', "label: 'Login'", "label: 'Sign in'"],
  ],
  'apps/web/src/screens/sign-in/use-return-path.ts': [
    ['S2-050', "useRef('/app')", "useRef('/')"],
    ['S2-051', "useRef('/app')", "useRef('/app/settings')"],
  ],
  'apps/web/src/screens/app/app-top-bar.tsx': [['S2-057', '<NotificationMenus />', '']],
  'apps/web/src/screens/app/self-link.tsx': [
    ['S2-058', '{self.name}</span>', '{self.email}</span>'],
  ],
  'apps/web/src/screens/app/notification-row.tsx': [
    ['S2-062', 'onClick={onSelect}', ''],
    ['S2-063', 'to={appPath(item.link)}', 'to="/app"'],
  ],
  'apps/web/src/screens/app/dashboard/dashboard-screen.tsx': [
    ['S2-072', 'Welcome back, ${firstNameOf(name)}', 'Welcome back, ${name}'],
  ],
  'apps/web/src/screens/app/dashboard/guide-card.tsx': [['S2-073', '>Guide<', '>Notes<']],
  'apps/web/src/screens/app/dashboard/portfolio-card.tsx': [
    ['S2-074', 'centsOf(estimated_total)', 'centsOf(0)'],
  ],
  'apps/web/src/screens/app/dashboard/loan-cards.tsx': [
    ['S2-075', 'title="Lending"', 'title="Lent"'],
  ],
  'apps/web/src/screens/app/my-domains/listing/asked-terms.ts': [
    [
      'S5-023',
      'desired_term: noCheck',
      "desired_term: (term: string) => (Number(term) > 3650 ? 'Too long' : null)",
    ],
    ['S7-025', 'desired_term: term,', 'desired_days: term,'],
  ],
  'apps/web/src/screens/app/my-domains/listing/listing-form.tsx': [
    ['S2-087', 'amountLabel="Desired loan amount"', 'amountLabel="Amount"'],
    ['S7-065', "'Listing created'", "'Listed'"],
  ],
  'apps/web/src/screens/app/my-domains/registry/nameserver-dialog.tsx': [
    ['S5-026', 'namedHosts(hosts)', 'namedHosts(hosts).slice(1)'],
  ],
  'apps/web/src/screens/app/settings/profile/profile-panel.tsx': [
    ['S2-125', 'value={self.email} readOnly', 'value={self.email}'],
  ],
  'apps/web/src/screens/app/settings/security/password-panel.tsx': [
    ['S2-126', 'Save Changes', 'Save'],
  ],
  'apps/web/src/screens/app/settings/profile/address-panel.tsx': [
    ['S2-132', 'Update Legal Address', 'Save Address'],
  ],
  'apps/web/src/screens/app/loan/chat/chat-line.tsx': [['S2-143', '<bdi>{name}</bdi>', '']],
  'apps/web/src/screens/app/loan/loan-screen.tsx': [
    ['S8-013', 'error={error}\n            onRetry', 'error={null}\n            onRetry'],
  ],
}
