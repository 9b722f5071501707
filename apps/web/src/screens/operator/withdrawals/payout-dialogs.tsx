import { Button } from '@mantine/core'
import type { CallOutput } from '@pier/protocol/calls/calls'
import { errors } from '@pier/protocol/errors'
import { centsOf, formatMoney, parseDollars } from '@pier/protocol/money'
import { useState } from 'react'
import { operatorCall } from '../../../api/operator.ts'
import { ReasonDialog } from '../../../operator/dialogs/reason-dialog.tsx'
import { AmountField } from '../../../money/amount-field.tsx'
import { useLast } from '../../../ui/dialog/use-last.ts'
import { CopyButton } from '../../../ui/button/copy-button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../../ui/dialog/dialog.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import type { Asked } from './withdrawal-columns.tsx'
import styles from './withdrawals.module.css'

type Payout = CallOutput<'POST /operator/withdrawals/:id/address'>
type PayoutDialogsProps = { asked: Asked | null; onClose: () => void }

/** A manual payout: where it goes, and the confirmation that it was made. */
export function PayoutDialogs({ asked, onClose }: PayoutDialogsProps) {
  const [payout, setPayout] = useState<Payout | null>(null)
  return (
    <>
      <AddressDialog asked={asked} onClose={onClose} onFound={setPayout} />
      <PayoutDialog payout={payout} onClose={() => setPayout(null)} />
      <PaidDialog asked={asked} onClose={onClose} />
    </>
  )
}

type AddressDialogProps = PayoutDialogsProps & { onFound: (payout: Payout) => void }

function AddressDialog({ asked, onClose, onFound }: AddressDialogProps) {
  const isOurs = asked?.act === 'address'
  const shown = useLast(isOurs ? asked : null)
  return (
    <ReasonDialog
      title="Show the address"
      opened={isOurs}
      onClose={onClose}
      button="Show address"
      done="Access logged"
      startReason="To make the payout manually"
      work={async ({ reason }) =>
        onFound(
          await operatorCall('POST /operator/withdrawals/:id/address', {
            params: { id: shown?.withdrawal.id ?? '' },
            body: { reason },
          }),
        )
      }
    >
      <p>Payout address of {shown?.withdrawal.user.name}. Access is logged.</p>
    </ReasonDialog>
  )
}

function PayoutDialog({ payout, onClose }: { payout: Payout | null; onClose: () => void }) {
  const shown = useLast(payout)
  return (
    <Dialog title="Payout address" opened={payout !== null} onClose={onClose}>
      <DialogBody>
        {shown && (
          <>
            <p>
              {formatMoney(centsOf(shown.amount))}, {shown.network}
            </p>
            <div className={styles.address}>
              <span>{shown.address}</span>
              <CopyButton text={shown.address} what="the address" variant="default" size="xs" />
            </div>
            <p>Send it, then mark it paid with the transaction hash.</p>
          </>
        )}
      </DialogBody>
      <DialogFooter>
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      </DialogFooter>
    </Dialog>
  )
}

function PaidDialog({ asked, onClose }: PayoutDialogsProps) {
  const isOurs = asked?.act === 'paid'
  const shown = useLast(isOurs ? asked : null)
  return (
    <ReasonDialog
      title="Mark paid"
      opened={isOurs}
      onClose={onClose}
      button="Mark paid"
      done="Withdrawal marked paid"
      startReason="Paid manually as requested"
      checks={{
        reference: (typed: string) =>
          typed.trim().length < 4 ? 'Enter the transaction hash' : null,
        network_cost: (typed: string) =>
          parseDollars(typed) === null ? errors.amount_invalid.message : null,
      }}
      work={({ reference, network_cost, reason }) =>
        operatorCall('POST /operator/withdrawals/:id/paid', {
          params: { id: shown?.withdrawal.id ?? '' },
          body: {
            reference: reference.trim(),
            network_cost: (parseDollars(network_cost) ?? 0) / 100,
            reason,
          },
        })
      }
    >
      {(field) => (
        <>
          {shown && (
            <p>
              {formatMoney(centsOf(shown.withdrawal.left))} to {shown.withdrawal.user.name}. The
              user is notified.
            </p>
          )}
          <TextField
            {...field('reference')}
            label="Transaction hash"
            mono
            maxLength={200}
            autoComplete="off"
          />
          <AmountField
            {...field('network_cost')}
            label="Network fee in USD"
            hint="Deducted from the payout."
            defaultValue="0.00"
          />
        </>
      )}
    </ReasonDialog>
  )
}
