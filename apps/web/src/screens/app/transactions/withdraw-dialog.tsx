import { Button } from '@mantine/core'
import { limits } from '@pier/protocol/limits'
import { centsOf, formatMoney } from '@pier/protocol/money'
import { IconInfoCircle } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useWithdrawalChance } from '../../../api/transactions.ts'
import { LoadFailed } from '../../../shell/failures/load-failed.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../../ui/dialog/dialog.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { SkeletonBar } from '../../../ui/feedback/skeleton-bar.tsx'
import { WithdrawForm } from './withdraw-form.tsx'

type WithdrawDialogProps = { opened: boolean; onClose: () => void; onDone: () => void }

export function WithdrawDialog({ opened, onClose, onDone }: WithdrawDialogProps) {
  const [confirming, setConfirming] = useState(false)
  return (
    // While the identity dialog may be open on top, Escape closes only that one.
    <Dialog title="Withdraw" opened={opened} onClose={onClose} closable={!confirming}>
      <Withdraw onClose={onClose} onDone={onDone} onConfirming={setConfirming} />
    </Dialog>
  )
}

type WithdrawProps = Omit<WithdrawDialogProps, 'opened'> & {
  onConfirming: (confirming: boolean) => void
}

function Withdraw({ onClose, ...rest }: WithdrawProps) {
  const { data, error, refetch } = useWithdrawalChance()
  if (!data)
    return (
      <Refused onClose={onClose}>
        {error ? (
          <LoadFailed
            what="The amount you can withdraw"
            error={error}
            onRetry={() => void refetch()}
          />
        ) : (
          <div aria-busy="true">
            <SkeletonBar width="100%" height={44} />
          </div>
        )}
      </Refused>
    )

  const availableCents = centsOf(data.available)
  const reason = data.blocked ?? tooLittle(availableCents)
  if (reason)
    return (
      <Refused onClose={onClose}>
        <Notice icon={<IconInfoCircle size={18} aria-hidden="true" />}>{reason}</Notice>
      </Refused>
    )
  return (
    <WithdrawForm
      {...rest}
      availableCents={availableCents}
      cardCents={centsOf(data.to_card)}
      onClose={onClose}
    />
  )
}

function tooLittle(availableCents: number): string | null {
  if (availableCents >= limits.withdrawalCentsMin) return null
  const least = formatMoney(limits.withdrawalCentsMin)
  return `The minimum withdrawal is ${least}. You have ${formatMoney(availableCents)}.`
}

type RefusedProps = { onClose: () => void; children: ReactNode }

const Refused = ({ onClose, children }: RefusedProps) => (
  <>
    <DialogBody>{children}</DialogBody>
    <DialogFooter>
      <Button variant="default" onClick={onClose}>
        Back
      </Button>
    </DialogFooter>
  </>
)
