import { Button, Skeleton } from '@mantine/core'
import { limits } from '@pier/protocol/limits'
import { railLabels } from '@pier/protocol/payouts/payees'
import { IconClock } from '@tabler/icons-react'
import { useState } from 'react'
import { call } from '../../../../api/client/client.ts'
import { type Payee, userKeys, usePayees } from '../../../../api/users.ts'
import { LoadFailed } from '../../../../shell/failures/load-failed.tsx'
import { TimeText } from '../../../../text/time-text.tsx'
import { useAction } from '../../../../shell/action/use-action.ts'
import { Notice } from '../../../../ui/feedback/notice.tsx'
import { PayeeDialog } from './payee-dialog.tsx'
import styles from './payees-panel.module.css'
import { SettingsPanel, SettingsRow } from '../layout/settings-panel.tsx'

const hint = 'Where you receive loans and repayments. Shown to the payer only when they pay.'
const rails = [0, 1] as const

export function PayeesPanel({ name }: { name: string }) {
  const { data, error, refetch } = usePayees()
  return (
    <SettingsPanel id="payment-details" title="Payment details" hint={hint}>
      {error && (
        <LoadFailed what="Your payment details" error={error} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Skeleton height={112} aria-busy="true" />}
      {data &&
        rails.map((rail) => (
          <RailRow
            key={rail}
            rail={rail}
            name={name}
            details={data.details.filter((payee) => payee.rail === rail)}
          />
        ))}
      <Notice icon={<IconClock size={18} aria-hidden="true" />}>
        A change becomes active after {limits.payeeWaitHours} hours. Both sides of every open loan
        are notified.
      </Notice>
    </SettingsPanel>
  )
}

type RailRowProps = { rail: 0 | 1; name: string; details: Payee[] }

function RailRow({ rail, name, details }: RailRowProps) {
  const [open, setOpen] = useState(false)
  const active = details.find(({ is_active }) => is_active)
  const next = details.find(({ is_active }) => !is_active)
  const label = railLabels[rail]
  const word = active ? 'Change' : 'Add'
  const change = (
    <Button
      size="xs"
      variant="default"
      aria-label={`${word}: ${label}`}
      onClick={() => setOpen(true)}
    >
      {word}
    </Button>
  )
  return (
    <>
      <SettingsRow actions={change}>
        <strong>{rail === 0 ? `${label}, in the name of ${name}` : label}</strong>
        <small className={active && styles.hint}>{active ? active.hint : 'Not added yet'}</small>
      </SettingsRow>
      {next && <NextRow payee={next} />}
      <PayeeDialog rail={rail} active={active} opened={open} onClose={() => setOpen(false)} />
    </>
  )
}

/** A pending change, and the button to cancel it. */
function NextRow({ payee }: { payee: Payee }) {
  const rail = payee.rail === 0 ? '0' : '1'
  const keep = useAction(() => call('DELETE /users/payout-details/:rail', { params: { rail } }), {
    what: 'Keep current payment details',
    done: 'Current payment details kept',
    reload: [userKeys.payees],
  })
  const keepOld = (
    <Button size="xs" variant="default" aria-busy={keep.busy} onClick={() => void keep.act()}>
      Keep current details
    </Button>
  )
  return (
    <div className={styles.next}>
      <SettingsRow actions={keepOld}>
        <small>
          Changed <TimeText at={payee.created_at} withTime />, active from{' '}
          <TimeText at={payee.active_from} withTime />
        </small>
        <small className={styles.hint}>{payee.hint}</small>
      </SettingsRow>
    </div>
  )
}
