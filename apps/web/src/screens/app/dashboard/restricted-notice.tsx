import { IconClock } from '@tabler/icons-react'
import { TimeText } from '../../../shared/time-text.tsx'
import { Notice } from '../../../ui/notice.tsx'

export function RestrictedNotice({ until }: { until: string }) {
  return (
    <Notice icon={<IconClock size={20} aria-hidden="true" />}>
      Transfers, payout changes and withdrawals are paused until <TimeText at={until} withTime />.
    </Notice>
  )
}
