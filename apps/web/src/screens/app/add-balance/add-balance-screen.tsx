import { IconCreditCard, IconCurrencyBitcoin, IconInfoCircle } from '@tabler/icons-react'
import { limits } from '@pier/protocol/limits'
import { centsOf, formatMoney } from '@pier/protocol/money'
import { useLocation } from 'react-router'
import { call } from '../../../api/client/client.ts'
import { useSelf } from '../../../api/users.ts'
import { LoadFailed } from '../../../shell/failures/load-failed.tsx'
import { pageTitle } from '../../../shell/page/page-title.ts'
import { findKeptPurpose, readPurpose } from '../../../money/top-up.ts'
import { VerifyEmailNotice } from '../../../users/verify-email-notice.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import styles from './add-balance-screen.module.css'
import { BalanceCard } from './balance-card.tsx'
import { PaymentNotice } from './payment-notice.tsx'
import { TopUpForm } from './top-up-form.tsx'

export { ScreenCrash as ErrorBoundary } from '../../../shell/failures/screen-crash.tsx'

export const meta = pageTitle('Add Balance')

const withdrawnFrom = formatMoney(limits.withdrawalCentsMin, { whole: true })

export default function AddBalanceScreen() {
  const { data: self, error, refetch } = useSelf()
  const { search } = useLocation()
  const isBack = new URLSearchParams(search).has('payment')
  const purpose = isBack ? findKeptPurpose() : readPurpose(search)
  const balanceCents = self && centsOf(self.balance)
  return (
    <div className={styles.screen}>
      <div>
        <h1>Add Balance</h1>
        <p className={styles.about}>
          The balance pays registry fees for transferring and renewing a domain. Renewal applies
          after 1 year on the platform. Premium domains cost more than the base price. We always
          show the price first.
        </p>
      </div>
      {error && !self && (
        <LoadFailed what="Your balance" error={error} onRetry={() => void refetch()} />
      )}
      {self && !self.email_verified && <VerifyEmailNotice email={self.email} />}
      {self && <PaymentNotice purpose={purpose} />}
      <BalanceCard balanceCents={balanceCents} />
      <div className={styles.forms}>
        <TopUpForm
          title="Crypto"
          Icon={IconCurrencyBitcoin}
          purpose={purpose}
          balanceCents={balanceCents}
          button="Pay with Cryptocurrency"
          note="Processed by our crypto payment provider. We credit the amount that arrives in USD, and tell you if it differs."
          start={(request) => call('POST /transactions/nowpayments-session', request)}
        />
        <TopUpForm
          title="Card"
          Icon={IconCreditCard}
          purpose={purpose}
          balanceCents={balanceCents}
          button="Pay with Card"
          note="Processed by our card payment provider. Opens in a new window. The balance updates when the provider confirms."
          start={(request) => call('POST /transactions/stripe-session', request)}
        />
      </div>
      <Notice icon={<IconInfoCircle size={18} aria-hidden="true" />}>
        This balance pays fees only. It bears no interest and cannot be sent to another user or used
        for a loan. Withdraw what is left from {withdrawnFrom}.
      </Notice>
    </div>
  )
}
