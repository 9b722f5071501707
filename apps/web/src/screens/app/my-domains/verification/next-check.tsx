import { useInterval } from '@mantine/hooks'
import { IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import type { Verification } from '../../../../api/domains.ts'
import { fullDay } from '../../../../text/date-text.ts'
import { Notice } from '../../../../ui/feedback/notice.tsx'
import { countDown } from '../domain/domain-text.ts'

const icon = <IconRefresh size={18} aria-hidden="true" />

/** Counts down to the next check. No live region: nobody wants to hear every second. */
export function NextCheck({ verification }: { verification: Verification }) {
  const { next_check_at, expires_at, is_checking } = verification
  const [nowMs, setNowMs] = useState(() => Date.now())
  useInterval(() => setNowMs(Date.now()), 1000, { autoInvoke: true })

  if (is_checking) return <Notice icon={icon}>Checking for the record.</Notice>
  if (!next_check_at)
    return (
      <Notice icon={icon}>
        This record expired before we found it. Request a new one and add that.
      </Notice>
    )
  const left = countDown({ until: next_check_at, nowMs })
  return (
    <Notice icon={icon}>
      {left ? (
        <>
          Next automatic check in <strong>{left}</strong>
        </>
      ) : (
        'The next automatic check is due now'
      )}
      , then less often until {fullDay(expires_at)}. You can close this window. We notify you when
      it is found.
    </Notice>
  )
}
