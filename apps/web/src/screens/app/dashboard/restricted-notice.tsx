import { IconClock, IconSnowflake } from '@tabler/icons-react'
import type { Self } from '../../../api/users.ts'
import { TimeText } from '../../../text/time-text.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'

type RestrictedNoticeProps = { self: Pick<Self, 'is_frozen' | 'restricted_until'> }

/** A pause has an end date. A frozen account has none: we release it once it is cleared up. */
export function RestrictedNotice({ self }: RestrictedNoticeProps) {
  if (self.is_frozen) return <FrozenNotice />
  if (!self.restricted_until) return null
  return (
    <Notice icon={<IconClock size={20} aria-hidden="true" />}>
      Transfers, payout changes and withdrawals are paused until{' '}
      <TimeText at={self.restricted_until} withTime />.
    </Notice>
  )
}

const FrozenNotice = () => (
  <Notice icon={<IconSnowflake size={20} aria-hidden="true" />}>
    Frozen by our team. <a href="/contact">Write to us.</a>
  </Notice>
)
